"""What a reader does with the site, in both languages."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
INDEXES = [
    "",
    "map/",
    "diagnose/",
    "scenarios/",
    "bottlenecks/",
    "techniques/",
    "tools/",
    "models/",
    "hardware/",
    "glossary/",
    "disputes/",
    "data/",
]
RECORDS = [
    "techniques/mla/",
    "tools/vllm/",
    "models/qwen3/",
    "hardware/h100/",
    "bottlenecks/memory-bound/",
    "scenarios/serving-inference/",
    "glossary/ttft/",
]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


def first_result(page: Page, query: str) -> str:
    page.fill(".am-search input", query)
    page.wait_for_function("q => document.querySelector('.am-search').dataset.shown === q", arg=query)
    return page.locator(".am-results a").first.get_attribute("href") or ""


@pytest.mark.parametrize("locale", LOCALES)
def test_search_finds_records_by_any_spelling(visit: Visit, locale: str) -> None:
    page = visit.open(locale)
    page.keyboard.press("/")
    expected = {
        "分页注意力": "techniques/paged-attention/",
        "paged attention": "techniques/paged-attention/",
        "fenyezhuyili": "techniques/paged-attention/",
        "ZeRO++": "techniques/zero-plus-plus/",
        "LoRA+": "techniques/lora-plus/",
        "torch.compile": "techniques/torch-compile/",
        "kvcache": "techniques/kv-cache/",
        "falsh attention": "techniques/flash-attention/",
    }
    for query, path in expected.items():
        assert first_result(page, query).endswith(f"/prefix/{locale}{path}"), query
    visit.is_clean()


def test_search_opens_by_key_filters_and_follows_enter(visit: Visit) -> None:
    page = visit.open("en/")
    page.keyboard.press("Control+k")
    expect(page.locator("dialog.am-search")).to_be_visible()
    first_result(page, "attention")
    kinds = page.get_by_label("Kind")
    kinds.select_option("Tool")
    badges = ".am-results .am-badge"
    page.wait_for_function(f"(n => n.length && n.every(e => e.textContent === 'Tool'))([...document.querySelectorAll('{badges}')])")
    kinds.select_option("")
    first_result(page, "speculative decoding")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/techniques/speculative-decoding/")
    visit.is_clean()


def test_search_that_finds_nothing_says_so(visit: Visit) -> None:
    page = visit.open("en/")
    page.keyboard.press("/")
    page.fill(".am-search input", "<img src=x onerror=alert(1)>")
    page.wait_for_timeout(500)
    page.fill(".am-search input", "㐂㐂㐂")
    expect(page.locator(".am-search__status")).to_contain_text("Nothing found")
    assert page.locator(".am-search img").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator("dialog.am-search")).not_to_be_visible()
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True)
def test_every_diagram_of_the_map_is_drawn_and_leads_on(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}map/")
    diagrams = page.locator("div.mermaid")
    for i in range(diagrams.count()):
        diagrams.nth(i).scroll_into_view_if_needed()
        expect(diagrams.nth(i)).to_have_attribute("data-state", "drawn")
    assert diagrams.count() >= 5
    page.locator("#family-attention ~ div.mermaid svg a").first.click()
    page.wait_for_url("**/techniques/**")
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_the_decision_flow_has_clickable_leaves(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}diagnose/")
    expect(page.locator("div.mermaid")).to_have_attribute("data-state", "drawn")
    links = page.locator("div.mermaid svg a")
    assert links.count() == 18
    assert page.locator("tr[id^=flow-]").count() == 9
    links.last.click()
    page.wait_for_url("**/bottlenecks/**")
    visit.is_clean()


def test_diagrams_are_redrawn_when_the_scheme_changes(visit: Visit) -> None:
    page = visit.open("diagnose/")
    expect(page.locator("div.mermaid")).to_have_attribute("data-state", "drawn")
    before = page.locator("div.mermaid svg").get_attribute("id")
    page.locator("label[for=__palette_1]").click()
    page.wait_for_function("id => document.querySelector('div.mermaid svg')?.id !== id", arg=before)
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"
    visit.is_clean()


def test_a_diagram_that_does_not_parse_says_so(visit: Visit) -> None:
    page = visit.page
    page.route(
        "**/diagnose/",
        lambda route: route.fulfill(body=route.fetch().text().replace("flowchart LR", "flowchart LR\n  a[", 1), content_type="text/html"),
    )
    visit.open("en/diagnose/")
    expect(page.locator("div.mermaid")).to_have_attribute("data-state", "failed")
    expect(page.locator("div.mermaid [role=alert]")).to_contain_text("could not be drawn")
    assert page.locator("body > [id^=dam-diagram], body > svg").count() == 0


def test_pages_without_a_diagram_load_no_mermaid(visit: Visit) -> None:
    requests: list[str] = []
    visit.page.on("request", lambda request: requests.append(request.url))
    visit.open("techniques/mla/")
    assert not [url for url in requests if "mermaid" in url]


@pytest.mark.parametrize(
    ("path", "title", "other"),
    [("techniques/mla/", "旋转位置编码", "Rotary position embedding"), ("en/techniques/mla/", "Rotary position embedding", "旋转位置编码")],
)
def test_a_mention_shows_a_card_on_hover_and_on_focus(visit: Visit, path: str, title: str, other: str) -> None:
    page = visit.open(path)
    mention = page.locator(".am-prose a.am-ref[data-id=rope]").first
    mention.hover()
    card = page.locator(".am-card-pop")
    expect(card).to_contain_text(title)
    expect(card).to_contain_text(other)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.mouse.move(0, 0)
    mention.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card).to_contain_text(title)
    visit.is_clean()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_a_phone_the_first_tap_shows_the_card_and_the_second_follows(visit: Visit) -> None:
    page = visit.open("en/techniques/mla/")
    mention = page.locator(".am-prose a.am-ref[data-id=rope]").first
    mention.tap()
    expect(page.locator(".am-card-pop")).to_be_visible()
    mention.tap()
    page.wait_for_url("**/en/techniques/rope/")


@pytest.mark.parametrize("path", ["", "map/", "techniques/mla/", "glossary/ttft/", "scenarios/serving-inference/"])
def test_the_language_switch_stays_on_the_page(visit: Visit, path: str) -> None:
    page = visit.open(path)
    assert page.evaluate("document.documentElement.lang") == "zh"
    page.locator("a[data-language]").click()
    page.wait_for_url(f"**/prefix/en/{path}")
    assert page.evaluate("document.documentElement.lang") == "en"
    page.locator("a[data-language]").click()
    page.wait_for_url(f"**/prefix/{path}")
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [PHONE, {**PHONE, "color_scheme": "dark"}], indirect=True)
def test_no_page_scrolls_sideways_on_a_phone(visit: Visit, locale: str) -> None:
    for path in [*INDEXES, *RECORDS]:
        page = visit.open(locale + path)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, locale + path
    visit.is_clean()


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_pages_read_and_links_lead_on(visit: Visit) -> None:
    page = visit.open("diagnose/")
    expect(page.locator("#flow-memory-bound")).to_be_visible()
    page.locator("#flow-memory-bound td:nth-child(2) a").click()
    expect(page.locator("h1")).to_contain_text("访存")
    visit.open("map/")
    expect(page.locator(".am-tree").first).to_be_attached()
    expect(page.locator("table.am-board")).to_be_visible()


def test_an_unknown_address_gets_help_in_both_languages(visit: Visit, site: Path) -> None:
    text = (site / "404.html").read_text(encoding="utf-8")
    assert "这一页不存在" in text
    assert "There is no such page" in text
    page = visit.open("404.html")
    page.keyboard.press("/")
    expect(page.locator("dialog.am-search")).to_be_visible()
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_first_visit_to_a_record_stays_small(visit: Visit, locale: str, site: Path) -> None:
    import gzip

    fetched: list[str] = []
    visit.page.on("response", lambda response: fetched.append(response.url.split("/prefix/", 1)[1].split("?")[0]))
    visit.open(f"{locale}techniques/mla/")
    files = [site / (path + "index.html" if path.endswith("/") or not path else path) for path in fetched]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= 100_000
