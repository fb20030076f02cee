"""The plots of formulas, as a reader uses them: by keyboard, without JavaScript, in both languages, with nonsense in the address."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
NAMES = ["kv-cache-size", "roofline-attainable", "training-state-memory", "speculative-speedup"]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
POINTS = re.compile(r'class="am-plot__curve am-curve-(\d)" points="([^"]{60,})"')


def places(html: str) -> list[tuple[str, list[float]]]:
    return [(slot, [float(number) for number in re.split("[ ,]", points)]) for slot, points in POINTS.findall(html)]


def ready(page: Page) -> Page:
    page.wait_for_selector(".am-plot input[type=range]")
    return page


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_script_redraws_what_the_build_drew(visit: Visit, site: Path, locale: str, name: str) -> None:
    built = (site / f"{locale}calculate/{name}/index.html").read_text("utf-8")
    page = ready(visit.open(f"{locale}calculate/{name}/"))
    drawn, first = places(page.locator(".am-plot__picture").inner_html()), places(built)
    assert [slot for slot, _ in drawn] == [slot for slot, _ in first] != []
    for (_, now), (_, then) in zip(drawn, first, strict=True):
        assert now == pytest.approx(then, abs=0.11)
    table = re.search(r'am-plot__table".*?<tbody>(.*?)</tbody>', built, re.DOTALL)
    assert table
    cells = re.findall(r"<t[hd][^>]*>(?:<a[^>]*>)?([^<]+)", table[1])
    assert page.locator(".am-plot__table tbody :is(th, td)").all_inner_texts() == cells
    visit.is_clean()


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
@pytest.mark.parametrize("locale", LOCALES)
def test_without_javascript_the_plot_and_its_numbers_are_there(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}calculate/kv-cache-size/")
    expect(page.locator(".am-plot__svg polyline.am-plot__curve")).to_have_count(6)
    expect(page.locator(".am-plot__svg > desc")).to_contain_text("DeepSeek-V3")
    expect(page.locator(".am-plot__table")).to_contain_text("10.41")
    expect(page.locator(".am-plot__refused")).to_contain_text("GPT-4")


def test_models_are_chosen_and_values_read_by_keyboard_alone(visit: Visit) -> None:
    page = ready(visit.open("en/calculate/kv-cache-size/"))
    page.locator('.am-plot input[value="deepseek-v3"]').focus()
    page.keyboard.press("Space")
    expect(page.locator("polyline.am-curve-3")).to_have_count(0)
    assert "plot.curve=" in page.url
    page.locator('.am-plot input[value="kimi-k2"]').focus()
    page.keyboard.press("Space")
    expect(page.locator(".am-plot__table thead")).to_contain_text("Kimi K2")
    page.locator("#plot-at").focus()
    before = page.locator(".am-plot__values").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator(".am-plot__values").inner_text() != before
    page.keyboard.press("End")
    expect(page.locator(".am-plot__values b")).to_have_text("S = 1,048,576 token")
    expect(page.locator(".am-plot__values")).to_contain_text("Kimi Linear: 7.914 GiB")
    visit.is_clean()


@pytest.mark.parametrize(
    ("locale", "said"), [("en/", "GPT-4: weights and architecture are not published"), ("", "GPT-4：权重与结构没有公布")]
)
def test_a_closed_model_is_refused_with_the_reason(visit: Visit, locale: str, said: str) -> None:
    page = ready(visit.open(f"{locale}calculate/kv-cache-size/"))
    page.locator('.am-plot input[value="gpt-4"]').click()
    expect(page.locator(".am-plot__said")).to_have_text(said)
    expect(page.locator('.am-plot input[value="gpt-4"]')).not_to_be_checked()
    visit.is_clean()


def test_the_form_moves_the_curves_and_the_address_keeps_both(visit: Visit) -> None:
    page = ready(visit.open("en/calculate/training-state-memory/?plot.curve=z%3D3&P=70"))
    expect(page.locator(".am-plot__svg polyline.am-plot__curve")).to_have_count(1)
    expect(page.locator(".am-plot__table tbody tr").nth(1)).to_contain_text("140")
    page.fill("#calc-input-P", "7")
    expect(page.locator(".am-plot__table tbody tr").nth(1)).to_contain_text("14")
    page.fill("#calc-input-N", "64")
    expect(page.locator(".am-plot__values b")).to_have_text("N = 64")
    assert page.url.endswith("?P=7&N=64&plot.curve=z%3D3")
    address = page.url
    page.fill("#calc-input-P", "many")
    expect(page.locator(".am-plot__said")).to_contain_text("those of before")
    page.goto(address)
    visit.is_quiet()
    expect(page.locator(".am-plot__values")).to_contain_text("ZeRO-3 / FSDP: 1.75 GB")
    page.locator("a[data-language]").first.click()
    ready(page)
    expect(page.locator(".am-plot__values")).to_contain_text("ZeRO-3 / FSDP：1.75 GB")
    visit.is_clean()


def test_operating_points_and_own_values_of_the_roofline(visit: Visit) -> None:
    page = ready(visit.open("en/calculate/roofline-attainable/?F=100&B=1000&plot.mark=B&plot.curve=own&plot.curve=h100"))
    assert page.locator(".am-plot__letter").all_text_contents() == ["B"]
    expect(page.locator(".am-plot__table tbody tr").last).to_have_text(re.compile("10,000.*100.*989"))
    page.get_by_role("button", name="Back to the first curves").click()
    expect(page.locator(".am-plot__letter")).to_have_count(4)
    assert "plot." not in page.url
    visit.is_clean()


@pytest.mark.parametrize(
    "query",
    ["?plot.curve=%3Cimg%20src=x%20onerror=alert(1)%3E", "?plot.mark=Z", "?plot.curve=nobody&plot.curve=gpt-4", "?plot.curve="],
)
def test_nonsense_in_the_address_gives_a_message(visit: Visit, query: str) -> None:
    page = ready(visit.open(f"en/calculate/kv-cache-size/{query}"))
    expect(page.locator(".am-plot__said")).not_to_be_empty()
    assert page.locator(".am-plot img, .am-plot script").count() == 0
    visit.is_clean()


def test_a_ninth_curve_is_refused(visit: Visit) -> None:
    page = ready(visit.open("en/calculate/kv-cache-size/"))
    for name in ("kimi-k2", "glm-5", "qwen3/8B"):
        page.locator(f'.am-plot input[value="{name}"]').click()
    expect(page.locator(".am-plot__said")).to_contain_text("At most 8")
    expect(page.locator(".am-plot__svg polyline.am-plot__curve")).to_have_count(8)
    visit.is_clean()


@pytest.mark.parametrize("visit", [PHONE, {**PHONE, "color_scheme": "dark"}], indirect=True)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_scrolls_sideways_on_a_phone(visit: Visit, locale: str, name: str) -> None:
    page = ready(visit.open(f"{locale}calculate/{name}/"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(".am-plot__picture").bounding_box()
    assert box
    for text in page.locator(".am-plot__svg text").all():
        inside = text.bounding_box()
        assert inside
        assert box["x"] - 1 <= inside["x"]
        assert inside["x"] + inside["width"] <= box["x"] + box["width"] + 1
    visit.is_clean()


def test_the_scripts_of_the_page_stay_within_the_budget(site: Path) -> None:
    names = ("site", "cards", "words", "calculate", "plot", "plot-axis", "plot-draw")
    files = [*(site / f"assets/js/{name}.js" for name in names), *site.glob("calculate/kv-cache-*/formula.js")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 60_000
