"""The page compare/: plain tables without JavaScript; sorting, filtering, CSV and free comparison with it."""

import csv
import gzip
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
SCHEMES = [{"color_scheme": "light"}, {"color_scheme": "dark"}]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_every_table_reads(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}compare/")
    assert page.locator(".am-compare table").count() >= 15
    for id in (
        "quantization",
        "throughput",
        "hbm",
        "nvlink",
        "tensor-cores",
        "peft",
        "gguf",
        "formats",
        "moe",
        "attention",
        "rl",
        "codecs",
    ):
        expect(page.locator(f"#{id}")).to_be_visible()
    expect(page.locator("#am-pick")).to_be_hidden()
    expect(page.locator(".am-compare[data-table=gguf] tbody tr", has_text="Q4_K_M")).to_contain_text("4.8944")
    assert page.locator(".am-compare button").count() == 0
    expect(page.locator(".am-empty .am-sr").first).to_have_text("not stated" if locale else "未说明")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", SCHEMES, indirect=True)
def test_a_table_sorts_and_filters_by_keyboard(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}compare/")
    frame = page.locator(".am-compare[data-table=gguf]")
    frame.locator("input[type=search]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('am-sort')")
    page.keyboard.press("Enter")
    expect(frame.locator("th[aria-sort=ascending]")).to_have_count(1)
    bits = frame.locator("tbody tr td:nth-child(2)[data-sort]").evaluate_all("cells => cells.map(c => Number(c.dataset.sort))")
    assert bits == sorted(bits)
    assert frame.locator("tbody tr").last.locator("td").first.get_attribute("class") == "am-empty"
    page.keyboard.press("Enter")
    assert frame.locator("tbody tr").first.locator("th").inner_text().startswith("F16")
    frame.locator("input[type=search]").fill("q4_k")
    assert frame.locator("tbody tr:visible").count() == 2
    frame.locator("input[type=search]").fill("<b>nothing")
    expect(frame.locator("[role=status]")).to_be_visible()
    assert frame.locator("tbody tr:visible").count() == 0
    visit.is_clean()


def test_csv_holds_the_rows_and_values_that_are_shown(visit: Visit) -> None:
    page = visit.open("en/compare/")
    frame = page.locator(".am-compare[data-table=throughput]")
    frame.locator("input[type=search]").fill("hopper")
    with page.expect_download() as waiting:
        frame.get_by_role("button", name="Download CSV").click()
    file = waiting.value
    assert file.suggested_filename == "throughput.csv"
    rows = list(csv.reader(io.StringIO(Path(file.path()).read_text("utf-8-sig"), newline="")))
    assert rows[0][:3] == ["Name", "Generation", "FP64"]
    shown = frame.locator("tbody tr:visible")
    assert [row[0] for row in rows[1:]] == [text.split("\n")[0].strip() for text in shown.locator("th").all_inner_texts()]
    h100 = next(row for row in rows if row[0] == "NVIDIA H100")
    assert {row[1] for row in rows[1:]} == {"Hopper"}
    assert "1,979 TFLOP/s" in h100
    assert "–" in h100


def test_a_citation_opens_the_list_of_sources(visit: Visit) -> None:
    page = visit.open("en/compare/")
    frame = page.locator(".am-compare[data-table=quantization]")
    frame.locator("a.am-cite").first.click()
    expect(frame.locator("#quantization-source-1")).to_be_visible()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", SCHEMES, indirect=True)
def test_records_are_picked_by_keyboard_and_stand_in_the_address(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}compare/")
    page.locator("#pick-add").focus()
    for name in ("gqa", "mla"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#pick-add")).to_have_value("")
    expect(page.locator("#pick-result tbody tr.am-differs").first).to_contain_text("≠")
    assert page.url.endswith("compare/?kind=technique&ids=gqa,mla")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#pick-result tr.am-same-row")).to_have_count(0)
    page.reload()
    visit.is_quiet()
    expect(page.locator("#pick-only")).to_be_checked()
    expect(page.locator("#pick-chosen li")).to_have_count(2)
    page.locator("#pick-chosen button").first.press("Enter")
    expect(page.locator("#pick-result table")).to_have_count(0)
    expect(page.locator("#pick-status")).not_to_be_empty()
    visit.is_clean()


def test_sizes_of_a_family_compare_as_records(visit: Visit) -> None:
    page = visit.open("en/compare/?kind=model&ids=qwen3/8b,llama-3/8b")
    head = page.locator("#pick-result thead")
    expect(head).to_contain_text("Qwen3 8B")
    expect(head).to_contain_text("Llama 3 8B")
    row = page.locator("#pick-result tr", has_text="KV heads")
    assert row.locator("td").all_inner_texts() == ["8", "8"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?kind=planet", "kind"),
        ("?kind=<img src=x onerror=alert(1)>&ids=a", "kind"),
        ("?kind=technique&ids=gqa,<script>,mla", "add"),
        ("?kind=technique&ids=__proto__,constructor", "add"),
        ("?ids=gqa,mla,mqa,mha,swa,csa,hca", "add"),
        ("?ids=" + "x" * 5000, "add"),
    ],
)
def test_nonsense_in_the_address_gets_a_message_beside_the_field(visit: Visit, locale: str, query: str, field: str) -> None:
    page = visit.open(f"{locale}compare/{query}")
    said = page.locator(f"#pick-{field}-said")
    expect(said).not_to_be_empty()
    assert len(said.inner_text()) < 160
    assert page.locator(".md-content img, .md-content script:not([type])").count() == 0
    assert page.locator(f"#pick-{field}").get_attribute("aria-invalid") == "true"
    assert page.locator("#pick-chosen li").count() <= 6
    visit.is_clean()


def test_a_record_that_does_not_exist_or_is_one_too_many_is_refused(visit: Visit) -> None:
    page = visit.open("en/compare/?ids=gqa,mla,mqa,mha,swa,csa")
    for name, part in (("nobody <b>", "no record"), ("gqa", "chosen already"), ("dsa", "At most 6"), ("", "Type the name")):
        page.locator("#pick-add").fill(name)
        page.locator("#pick-add").press("Enter")
        expect(page.locator("#pick-add-said")).to_contain_text(part)
    page.locator("#pick-kind").select_option("hardware")
    expect(page.locator("#pick-chosen li")).to_have_count(0)
    expect(page.locator("#pick-add-said")).to_be_empty()
    visit.is_clean()


def test_data_that_does_not_load_is_said_so(visit: Visit) -> None:
    visit.page.route("**/compare/*.json", lambda route: route.abort())
    page = visit.open("en/compare/")
    expect(page.locator("#pick-status")).to_contain_text("did not load")
    assert page.locator(".am-compare table").count() >= 15


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [PHONE, {**PHONE, "color_scheme": "dark"}], indirect=True)
@pytest.mark.parametrize(
    "path", ["compare/", "compare/?kind=model&ids=qwen3/8b,llama-3/8b,deepseek-v3", "stack/", "stack/?with=gptq,mla&hardware=h100"]
)
def test_a_phone_scrolls_tables_in_their_frame_and_keeps_the_first_column(visit: Visit, locale: str, path: str) -> None:
    page = visit.open(locale + path)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    if path == "compare/":
        frame = page.locator(".am-compare[data-table=quantization] .am-scroll")
        frame.scroll_into_view_if_needed()
        before = frame.locator("tbody th").first.bounding_box()
        frame.evaluate("frame => frame.scrollTo(300, 0)")
        after = frame.locator("tbody th").first.bounding_box()
        assert before
        assert after
        assert abs(before["x"] - after["x"]) < 1.5
    visit.is_clean()


@pytest.mark.parametrize("path", ["compare/?ids=gqa,mla", "stack/?with=gptq,mla&hardware=h100"])
def test_scripts_of_a_page_stay_within_their_budget(visit: Visit, path: str, site: Path) -> None:
    fetched: list[str] = []
    visit.page.on("response", lambda response: fetched.append(response.url.split("/prefix/", 1)[1].split("?")[0]))
    visit.open(path)
    own = [name for name in fetched if name.startswith("assets/js/")]
    assert own
    assert sum(len(gzip.compress((site / name).read_bytes())) for name in own) <= 60_000
