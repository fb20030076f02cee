"""The calculators, as a reader uses them: by keyboard, without JavaScript, in both languages, with nonsense in the address."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


def result(page: Page) -> str:
    return page.locator(".am-calc__result").inner_text()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_model_and_a_context_give_the_size_of_the_cache_by_keyboard_alone(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}calculate/kv-cache-size/")
    page.locator("#calc-model").focus()
    page.keyboard.type("Llama 3")
    for _ in range(5):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "calc-input-S"
    page.keyboard.press("Control+a")
    page.keyboard.type("131072")
    assert result(page).endswith("= 16 GiB")
    assert page.url.endswith("?model=llama-3%2F8B&S=131072")
    page.locator(".am-calc__steps summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".am-calc__steps")).to_contain_text("2 * 32 * 8 * 128 * 2 * 131,072 * 1")
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_shared_address_shows_the_same_result_and_the_other_language_keeps_it(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}calculate/decode-tpot-bound/?hardware=h100&P=70&k=8&n=32")
    assert result(page).endswith("= 118.209 ms")
    page.locator("a[data-language]").first.click()
    page.wait_for_function("document.querySelector('.am-calc__result')?.textContent")
    assert result(page).endswith("= 118.209 ms")
    visit.is_clean()


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("kv-cache-size", "deepseek-v3", "Use the MLA formula for MLA"),
        ("kv-cache-size", "gemma-3/27B", "Only some layers of this model"),
        ("kv-cache-size", "gpt-4", "not published"),
        ("kv-cache-mla-size", "llama-3/8B", "Holds for MLA only"),
        ("kv-cache-sliding-window", "deepseek-v3", "counts KV heads"),
    ],
)
def test_a_model_for_which_the_formula_is_wrong_is_refused_with_the_reason(visit: Visit, path: str, name: str, said: str) -> None:
    page = visit.open(f"en/calculate/{path}/?model={quote(name, safe='')}")
    expect(page.locator(".am-calc__refusal")).to_contain_text(said)
    assert result(page) == ""
    visit.is_clean()


BAD = {"": "Enter a number", "-1": "Range", "1e309": "not a number", "abc": "not a number", "1.5": "Whole numbers", "0x10": "not a number",
       "<img src=x onerror=alert(1)>": "not a number", "99999999999": "Range"}  # fmt: skip


def test_bad_input_is_said_beside_the_field(visit: Visit) -> None:
    page = visit.open("en/calculate/kv-cache-size/")
    for text, said in BAD.items():
        page.fill("#calc-input-L", text)
        expect(page.locator("#calc-input-L-message")).to_contain_text(said)
        expect(page.locator("#calc-input-L")).to_have_attribute("aria-invalid", "true")
        assert result(page) == ""
    page.fill("#calc-input-L", " 1,000 ")
    assert result(page) != ""
    page.get_by_role("button", name="Reset").click()
    expect(page.locator("#calc-input-L")).to_have_value("32")
    assert page.url.endswith("/kv-cache-size/")
    visit.is_clean()


@pytest.mark.parametrize(
    "query",
    ["?L=<img src=x onerror=alert(1)>", "?L=1e309", "?model=nobody", "?model=%3Cscript%3E&S=-5", "?S=&x=1&L", "?%E0%A4%A", "?S=NaN"],
)
def test_nonsense_in_the_address_gives_a_message(visit: Visit, query: str) -> None:
    page = visit.open(f"en/calculate/kv-cache-size/{query}")
    page.wait_for_selector(".am-calc form")
    if query != "?%E0%A4%A":
        assert any(text.strip() for text in page.locator(".am-calc__message").all_inner_texts())
    assert page.locator(".am-calc img, .am-calc script").count() == 0
    visit.is_clean()


def test_inputs_without_a_result_are_said(visit: Visit) -> None:
    page = visit.open("en/calculate/amdahl-speedup/?f=100&k=1000000000")
    assert result(page) != ""
    page = visit.open("en/calculate/pipeline-bubble-fraction/?p=1")
    assert result(page).endswith("= 0 %")
    visit.is_clean()


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
@pytest.mark.parametrize(("locale", "words"), [("", "算例"), ("en/", "Worked examples")])
def test_without_javascript_the_formula_and_its_examples_are_there(visit: Visit, locale: str, words: str) -> None:
    page = visit.open(f"{locale}calculate/")
    assert page.locator(".am-index__item").count() > 50
    page = visit.open(f"{locale}calculate/kv-cache-size/")
    assert page.locator(".am-formula math").count() == 1
    expect(page.locator("#examples")).to_contain_text(words)
    expect(page.locator(".am-worked").first).to_contain_text("16 GiB")
    assert page.locator(".am-fits li").count() > 2


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
@pytest.mark.parametrize(
    "path", ["calculate/", "calculate/training-state-memory/", "calculate/kv-cache-sliding-window/", "calculate/decode-tpot-bound/"]
)
@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_scrolls_sideways_on_a_phone(visit: Visit, path: str, locale: str) -> None:
    page = visit.open(locale + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.is_clean()
