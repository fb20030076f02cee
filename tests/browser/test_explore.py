"""The explorer, in both languages, by mouse, by keyboard, by address, and without JavaScript."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
ROWS = ".am-explore__rows > li"


def opened(visit: Visit, path: str) -> Page:
    page = visit.open(path)
    expect(page.locator(ROWS).first).to_be_visible()
    return page


def tick(page: Page, facet: str, number: int = 0) -> int:
    """Choose the n-th visible option of a facet and return the count that it announced."""
    box = page.locator(f"[data-facet={facet}]")
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    option = box.locator("label:not([hidden])").nth(number)
    promised = int(option.locator(".am-explore__number").inner_text())
    option.locator("input").check()
    return promised


def found(page: Page) -> int:
    """The number that the status line tells."""
    return int("".join(c for c in page.locator(".am-explore__count").inner_text().split(" of ")[0].split("条")[0] if c.isdigit()))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_count_is_what_a_choice_then_leaves(visit: Visit, locale: str) -> None:
    page = opened(visit, f"{locale}explore/")
    assert tick(page, "kind") == found(page)
    assert tick(page, "stage") == found(page)
    assert tick(page, "bottleneck", 1) == found(page)
    assert tick(page, "layer") == found(page)
    empty = page.locator("[data-facet=layer] label:not([hidden]) .am-explore__number", has_text="0")
    assert [text for text in empty.all_inner_texts() if text == "0"] == []
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_the_address_brings_a_choice_back(visit: Visit, locale: str) -> None:
    page = opened(visit, f"{locale}explore/")
    tick(page, "bottleneck")
    page.locator(".am-explore__sort").select_option("strength")
    page.wait_for_url("**sort=strength")
    first, count = page.locator(f"{ROWS} a").first.inner_text(), found(page)
    address = page.url.split("/prefix/")[1]
    again = opened(visit, address)
    assert again.locator(f"{ROWS} a").first.inner_text() == first
    assert found(again) == count
    marks = again.locator(f"{ROWS} .am-badge", has_text="●").all_inner_texts()
    assert [text.count("●") for text in marks] == sorted((text.count("●") for text in marks), reverse=True)
    visit.is_clean()


@pytest.mark.parametrize(
    "query", ["bottleneck=nowhere", "colour=red", "kind=<b>x</b>", "sort=up", "q=" + "长" * 500, "stage=%00,%ff&layer="]
)
def test_nonsense_in_the_address_is_named_and_ignored(visit: Visit, query: str) -> None:
    page = opened(visit, f"explore/?{query}") if not query.startswith("q=") else visit.open(f"explore/?{query}")
    expect(page.locator(".am-explore__message")).to_contain_text("已忽略")
    assert page.locator(".am-explore__message *").count() == 0
    if not query.startswith("q="):
        records = json.loads(page.evaluate("fetch('records.zh.json').then(r => r.text())"))
        assert found(page) == len(records["columns"]["id"])
    visit.is_clean()


def test_strength_without_a_bottleneck_says_what_is_missing(visit: Visit) -> None:
    page = opened(visit, "en/explore/?sort=strength")
    expect(page.locator(".am-explore__message")).to_contain_text("Choose a bottleneck")
    expect(page.locator(".am-explore__sort")).to_have_value("name")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("query", ["falsh attention", "kvcache", "fenyezhuyili", "注意力"])
def test_a_name_is_found_by_slip_pinyin_and_part(visit: Visit, locale: str, query: str) -> None:
    wanted = {"falsh attention": "flash-attention", "kvcache": "kv-cache", "fenyezhuyili": "paged-attention", "注意力": "sparse-attention"}[
        query
    ]
    page = opened(visit, f"{locale}explore/")
    page.get_by_role("searchbox").fill(query)
    expect(page.locator(f"{ROWS} a[data-id={wanted}]")).to_be_visible()
    if query != "注意力":
        expect(page.locator(f"{ROWS} a").first).to_have_attribute("data-id", wanted)
    page.wait_for_url("**q=**")
    visit.is_clean()


def test_everything_works_by_keyboard_alone(visit: Visit) -> None:
    page = opened(visit, "en/explore/")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("attention")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(f"document.activeElement === document.querySelector('{ROWS} a')")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    before = found(page)
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.type === 'checkbox' && document.activeElement.checked")
    assert found(page) <= before
    href = page.locator(f"{ROWS} a").first.get_attribute("href") or ""
    page.locator(f"{ROWS} a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(href)
    visit.is_clean()


def test_rows_come_in_steps_and_carry_cards(visit: Visit) -> None:
    page = opened(visit, "explore/")
    expect(page.locator(ROWS)).to_have_count(50)
    page.get_by_role("button", name="显示更多").click()
    expect(page.locator(ROWS)).to_have_count(100)
    page.locator(f"{ROWS} a").nth(3).hover()
    expect(page.locator(".am-card-pop")).to_be_visible()
    visit.is_clean()


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
@pytest.mark.parametrize("locale", LOCALES)
def test_without_javascript_every_record_is_a_link(visit: Visit, locale: str, site: Path) -> None:
    page = visit.open(f"{locale}explore/")
    records = json.loads((site / "explore/records.zh.json").read_text(encoding="utf-8"))
    expect(page.locator(".am-explore-list a")).to_have_count(len(records["columns"]["id"]))
    page.locator("#all-tool ~ ul a").first.click()
    expect(page.locator("h1")).to_be_visible()


def test_without_its_data_the_list_stays(visit: Visit) -> None:
    visit.page.route("**/records.zh.json", lambda route: route.fulfill(status=404, body="no"))
    page = visit.open("explore/")
    expect(page.locator(".am-explore__message")).to_contain_text("没有载入")
    expect(page.locator(".am-explore-list a").first).to_be_visible()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [PHONE, {**PHONE, "color_scheme": "dark"}], indirect=True)
def test_on_a_phone_nothing_scrolls_sideways(visit: Visit, locale: str) -> None:
    page = opened(visit, f"{locale}explore/")
    tick(page, "category")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    visit.is_clean()
