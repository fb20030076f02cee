"""The page of the diagnosis: by keyboard, from an address, with nonsense, without scripts, in both languages."""

import gzip
import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from accelmap_site.diagnosis import Case, Rules, evaluate, rules
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCHEMES = [{"color_scheme": "light"}, {"color_scheme": "dark"}]
ANSWER = "#am-diagnose-answer"
STATUS = "#am-diagnose-status"


@pytest.fixture(scope="module")
def tables(real_project: tuple[Catalog, Graph]) -> Rules:
    return rules(*real_project)


def said(page: Page, name: str) -> str:
    """The message beside a field."""
    return page.locator(f"#d-{name}-said").text_content() or ""


def shown(page: Page) -> tuple[list[str], list[str]]:
    """Bottlenecks in the tables, and techniques of the first plan."""
    ids = "rows => rows.map(row => row.dataset.bottleneck ?? row.dataset.technique)"
    first = page.locator(".am-cures[data-plan]").first.get_attribute("data-plan")
    plan = f"ol[data-plan={first}] > li, ol[data-plan={first}] + details ol > li"
    return page.locator(f"{ANSWER} tr.am-standing").evaluate_all(ids), page.locator(plan).evaluate_all(ids)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", SCHEMES, indirect=True)
def test_by_keyboard_alone_from_the_form_to_a_technique(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}diagnose/")
    page.locator("#d-stage").focus()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    for key in "h1":
        page.keyboard.press(key)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "tpot":
        page.keyboard.press("Tab")
    page.keyboard.type("80")
    page.keyboard.press("Enter")
    expect(page.locator(ANSWER)).to_be_focused()
    expect(page.locator(STATUS)).to_contain_text("TPOT")
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.closest('.am-cure__head') !== null"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/prefix/{locale}techniques/**")
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_an_address_brings_back_the_case_and_the_answer_of_the_engine(visit: Visit, locale: str, tables: Rules) -> None:
    page = visit.open(f"{locale}diagnose/?stage=serve&hardware=a100&model=qwen3%2F8b&tpot=80&batch=4")
    expect(page.locator("#d-model")).to_have_value("qwen3/8b")
    expect(page.locator("#d-tpot")).to_have_value("80")
    found = evaluate(tables, Case("serve", "a100", "qwen3/8b", (("batch", 4.0), ("tpot", 80.0))))
    bottlenecks, techniques = shown(page)
    assert sorted(bottlenecks) == sorted(one.bottleneck for one in found.standings)
    assert bottlenecks[0] == found.standings[0].bottleneck
    assert techniques == [one.id for one in found.plans[0].techniques]
    withheld = page.locator("[data-withheld]").evaluate_all("rows => rows.map(row => row.dataset.withheld)")
    assert withheld == [one.id for plan in found.plans for one in plan.withheld]
    visit.is_clean()


def test_the_address_follows_the_form_and_the_reset_clears_both(visit: Visit) -> None:
    page = visit.open("en/diagnose/")
    page.select_option("#d-stage", "pretrain")
    page.fill("#d-mfu", "25.5")
    expect(page.locator(STATUS)).to_contain_text("Not decided yet")
    assert parse_qs(urlsplit(page.url).query) == {"stage": ["pretrain"], "mfu": ["25.5"]}
    expect(page.locator("[data-next]")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(ANSWER)).to_be_empty()
    assert urlsplit(page.url).query == ""
    visit.is_clean()


def test_only_metrics_of_the_stage_are_asked_for(visit: Visit) -> None:
    page = visit.open("en/diagnose/?stage=pretrain")
    expect(page.locator("[data-metric=tpot]")).to_be_hidden()
    expect(page.locator("[data-metric=mfu]")).to_be_visible()
    page.select_option("#d-stage", "serve")
    expect(page.locator("[data-metric=tpot]")).to_be_visible()
    expect(page.locator("[data-metric=mfu]")).to_be_hidden()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("text", ["-3", "1e309", "abc", "８０", "5,5", "<img src=x onerror=alert(1)>", "9999999999"])
def test_an_entry_that_is_no_number_gets_a_message_beside_it(visit: Visit, locale: str, text: str) -> None:
    page = visit.open(f"{locale}diagnose/?stage=serve")
    page.fill("#d-tpot", text)
    expect(page.locator("#d-tpot-said")).to_contain_text("1000000000")
    expect(page.locator("#d-tpot")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(ANSWER)).to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator("#d-tpot")).to_be_focused()
    page.fill("#d-tpot", "80")
    expect(page.locator("#d-tpot-said")).to_be_empty()
    expect(page.locator(ANSWER)).not_to_be_empty()
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_without_a_stage_the_form_asks_for_it(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}diagnose/")
    page.locator("#am-diagnose button[type=submit]").click()
    expect(page.locator(STATUS)).not_to_be_empty()
    expect(page.locator("#d-stage")).to_be_focused()
    expect(page.locator(ANSWER)).to_be_empty()


@pytest.mark.parametrize("locale", LOCALES)
def test_nonsense_in_the_address_is_said_beside_the_fields_and_never_becomes_markup(visit: Visit, locale: str) -> None:
    evil = "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"
    page = visit.open(
        f"{locale}diagnose/?stage={evil}&hardware=__proto__&model=constructor&tpot=1e309&mfu=-1&memory-state=full&{evil}=1&x=2#%00"
    )
    expect(page.locator(STATUS)).to_contain_text("onerror")
    for name in ("stage", "hardware", "model", "tpot", "mfu", "memory-state"):
        assert said(page, name), name
    assert page.locator("main img[src=x]").count() == 0
    expect(page.locator(ANSWER)).to_be_empty()
    for name, value in (("stage", "serve"), ("hardware", "h100"), ("model", "moe-llm"), ("memory-state", "oom")):
        page.select_option(f"#d-{name}", value)
    page.fill("#d-tpot", "")
    page.fill("#d-mfu", "")
    expect(page.locator(ANSWER)).not_to_be_empty()
    visit.is_clean()


def test_rules_that_do_not_arrive_are_said(visit: Visit) -> None:
    visit.page.route("**/diagnose/rules.json", lambda route: route.abort())
    page = visit.open("en/diagnose/?stage=serve&tpot=80")
    expect(page.locator(STATUS)).to_contain_text("did not load")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_the_form_gives_way_to_a_note_and_the_tables_stay(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}diagnose/")
    expect(page.locator("#am-diagnose")).to_be_hidden()
    expect(page.locator("noscript p").first).to_be_attached()
    expect(page.locator("#flow-memory-bound")).to_be_visible()
    expect(page.locator("#measure-memory-bound")).to_be_visible()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [PHONE, {**PHONE, "color_scheme": "dark"}], indirect=True)
def test_an_answer_fits_a_phone(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}diagnose/?stage=serve&hardware=a100&model=deepseek-v3&tpot=80&hbm-utilization=70&batch=2")
    expect(page.locator(ANSWER)).not_to_be_empty()
    for fold in page.locator(f"{ANSWER} details > summary").all():
        fold.click()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    visit.is_clean()


def test_the_scripts_of_the_page_stay_small(visit: Visit, site: Path) -> None:
    scripts: list[str] = []
    visit.page.on("request", lambda request: scripts.append(urlsplit(request.url).path) if request.resource_type == "script" else None)
    visit.open("en/diagnose/?stage=serve&tpot=80")
    own = {path for path in scripts if "/assets/js/" in path}
    assert sum(len(gzip.compress((site.parent / path.lstrip("/")).read_bytes())) for path in own) <= 60_000
    published = json.loads((site / "diagnose/rules.json").read_text("utf-8"))
    assert {"stages", "limits", "candidates", "hardware", "models"} <= set(published)
