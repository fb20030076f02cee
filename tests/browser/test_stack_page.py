"""The page stack/: verdicts by keyboard, in the address, in both languages; plain tables without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit

pytestmark = pytest.mark.browser
LOCALES = ["", "en/"]
SCHEMES = [{"color_scheme": "light"}, {"color_scheme": "dark"}]


def findings(page: Page, check: str, verdict: str) -> int:
    return page.locator(f".am-finding--{verdict}[data-check={check}]").count()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_pairs_and_prerequisites_are_tables(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}stack/")
    expect(page.locator("#am-stack")).to_be_hidden()
    row = page.locator("#incompatible-with ~ .am-scroll").first.locator("tr", has=page.locator("a[data-id=fp8-quantization]"))
    expect(row).to_contain_text("A100")
    expect(row.locator("a[href^='https://']")).to_have_count(1)
    requires = page.locator("#requires ~ .am-scroll").first
    expect(requires.locator("tr", has=page.locator("a[data-id=qlora]")).first).to_be_visible()
    expect(page.locator("#features")).to_be_visible()
    expect(page.locator("#applies")).to_be_visible()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("visit", SCHEMES, indirect=True)
def test_a_stack_is_built_and_judged_by_keyboard_alone(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}stack/")
    page.locator("#s-model").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("NVIDIA A")
    page.keyboard.press("Tab")
    page.keyboard.type("vLLM")
    page.keyboard.press("Tab")
    page.keyboard.type("fp8-quantization")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.id") == "s-list":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator(".am-finding--no[data-check=conflict]")).to_have_count(1)
    assert findings(page, "feature", "no") == 1
    assert findings(page, "engine", "yes") == 1
    status = page.locator("#am-stack-status")
    assert status.get_attribute("aria-live") == "polite"
    assert status.get_attribute("data-verdict") == "no"
    assert page.url.endswith("stack/?hardware=a100&engine=vllm&with=fp8-quantization")
    conflict = page.locator(".am-finding--no[data-check=conflict]")
    expect(conflict.locator("code").first).to_have_text("fp8-quantization incompatible_with a100")
    expect(conflict.locator("a[href^='https://docs.vllm.ai']")).to_have_count(1)
    expect(conflict.locator("a[href*='hardware/a100']")).to_have_count(1)
    expect(conflict.locator(".am-verdict")).to_contain_text("no" if locale else "否")
    page.locator("#s-chosen button").press("Enter")
    expect(page.locator(".am-finding")).to_have_count(0)
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
def test_the_stack_in_the_address_is_the_stack_on_the_page(visit: Visit, locale: str) -> None:
    page = visit.open(f"{locale}stack/?model=llama-3/8b&hardware=h100&engine=vllm&with=mla,batching,gptq")
    expect(page.locator("#s-model")).to_have_value("llama-3/8b")
    expect(page.locator("#s-chosen li")).to_have_count(3)
    expect(page.locator(".am-finding--no[data-check=applies]")).to_contain_text("kv_lora_rank > 0")
    assert findings(page, "pair", "untested") >= 2
    page.locator("#s-hardware").select_option("")
    page.wait_for_url(f"**/{locale}stack/?model=llama-3/8b&engine=vllm&with=mla,batching,gptq")
    page.get_by_role("button", name="Clear" if locale else "清除").click()
    expect(page.locator("#s-chosen li")).to_have_count(0)
    expect(page.locator(".am-finding")).to_have_count(0)
    assert "?" not in page.url
    visit.is_clean()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?model=nobody", "model"),
        ("?hardware=<img src=x onerror=alert(1)>", "hardware"),
        ("?engine=__proto__", "engine"),
        ("?with=mla,constructor,<b>", "with"),
        ("?with=" + ",".join("y" * 900 for _ in range(4)), "with"),
        ("?model=llama-3/9000b&with=mla", "model"),
    ],
)
def test_nonsense_in_the_address_gets_a_message_beside_the_field(visit: Visit, locale: str, query: str, field: str) -> None:
    page = visit.open(f"{locale}stack/{query}")
    said = page.locator(f"#s-{field}-said")
    expect(said).not_to_be_empty()
    assert len(said.inner_text()) < 160
    assert page.locator("#am-stack [aria-invalid=true]").count() == 1
    assert page.locator("#am-stack img, #am-stack-result img").count() == 0
    visit.is_clean()


def test_more_techniques_than_the_checker_takes_are_refused(visit: Visit) -> None:
    page = visit.open("en/stack/")
    ids = page.locator("#s-list input").evaluate_all("boxes => boxes.slice(0, 22).map(b => b.value)")
    page = visit.open("en/stack/?with=" + ",".join(ids))
    expect(page.locator("#s-with-said")).to_contain_text("At most 20")
    expect(page.locator("#s-chosen li")).to_have_count(20)
    visit.is_clean()


def test_the_list_of_techniques_is_filtered_by_any_name(visit: Visit) -> None:
    page = visit.open("en/stack/")
    page.fill("#s-find", "多头潜在")
    expect(page.locator("#s-list label:visible")).to_have_text(["Multi-head latent attention"])
    page.fill("#s-find", "zzz")
    expect(page.locator("#s-count")).to_contain_text("0 of")
    visit.is_clean()


def test_tables_that_do_not_load_are_said_so(visit: Visit) -> None:
    visit.page.route("**/stack/tables.json", lambda route: route.abort())
    page = visit.open("en/stack/?with=mla")
    expect(page.locator("#am-stack-status")).to_contain_text("did not load")
    expect(page.locator("#pairs")).to_be_visible()
