"""Facts: what a reference prints, where it may stand, which figures are naked, where a problem is shown."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.build import Site, inspect
from accelmap_site.check import check
from accelmap_site.facts import Ledger, figures, mentions, moved, named, reading, replaced
from accelmap_site.graph import Graph
from accelmap_site.render import autolink, names, rich
from accelmap_site.render.prose import inline
from accelmap_site.schema import Catalog
from conftest import TODAY

THIN = "\u202f"


# -- printed facts -----------------------------------------------------------


def test_every_text_is_told_in_its_language(catalog: Catalog) -> None:
    definition = catalog.items["cache-block"].record.model_dump()["definition"]
    assert definition["zh"].startswith(f"一个块常含 16{THIN}个 token；满缓存 2,048{THIN}MiB，卡有 80{THIN}GB；")
    assert definition["en"].startswith(f"A block commonly holds 16{THIN}tokens, a full cache 2,048{THIN}MiB, and a card 80{THIN}GB;")


def test_rich_text_marks_a_fact_with_its_origin(intact_site: Site) -> None:
    page = intact_site.markdown["en/glossary/cache-block.md"]
    assert f'<span class="am-fact-value" title="Harbor block manager — block_size">16{THIN}tokens</span>' in page
    assert f'<span class="am-fact-value" title="Cache bytes">2,048{THIN}MiB</span>' in page


def test_plain_places_hold_plain_text(intact_site: Site) -> None:
    said = f"An accelerator of 2021 with 80{THIN}GB of memory."
    for path in ("api/v1/index.json", "api/v1/hardware.csv", "explore/records.en.json"):
        assert said in intact_site.data[path]
    front = intact_site.markdown["en/hardware/slate-80.md"].split("---")[1]
    assert said in front
    for path, text in (*intact_site.data.items(), *intact_site.markdown.items()):
        quoting = path.removeprefix("en/").startswith(("schema/", "contributing/"))
        assert quoting or not re.search(r"\{\{ *fact|[\ue000-\ue005]", text)


def test_all_facts_are_published(intact_site: Site) -> None:
    facts = {one["id"]: one for one in json.loads(intact_site.data["api/v1/facts.json"])["facts"]}
    size = facts["cache-block.size"]
    assert (size["value"], size["unit"], size["source"]) == ("16", {"zh": "个 token", "en": "tokens"}, "https://example.org/harbor/blocks")
    whole = facts["cache-block.whole"]
    assert (whole["formula"], whole["value"], whole["unit"]["en"]) == ("cache-bytes", "2,048", "MiB")
    assert facts["cache-block.one-block"]["derivation"] == "512*16*8*128/1e6"


def test_an_origin_cannot_leave_its_attribute() -> None:
    text = 'a \ue0032\u202f×\ue004"><script>\ue005 **b**'
    assert inline(text) == f'a <span class="am-fact-value" title="&quot;&gt;&lt;script&gt;">2{THIN}×</span> <strong>b</strong>'


def test_a_fact_is_never_linked(catalog: Catalog) -> None:
    fragment = rich("\ue003Slate 80\ue004o\ue005 and Slate 80")
    assert autolink(fragment, names(catalog), "").count("<a ") == 1
    assert ">Slate 80</span>" in autolink(fragment, names(catalog), "")


def test_code_is_left_alone() -> None:
    assert [one.name for one in mentions('`{{ fact("a") }}` {{ fact(\'b\') }} {{fact("c.d")}}')] == ["b", "c.d"]


@pytest.mark.parametrize(
    "written",
    ["a: {{ fact('x.y') }}", "a: '{{ fact(\"x.y\") }}'", "a: '{{ fact(''x.y'') }}'", 'a: "{{ fact(\\"x.y\\") }}"', "a: {{fact( 'x.y' )}}"],
)
def test_a_reference_is_found_however_yaml_quotes_it(written: str) -> None:
    assert named(written) == {"x.y"}


def test_a_reference_in_another_file_that_cannot_be_read_is_no_mistake(project: Path) -> None:
    file = project / "content/hardware/slate-80.yml"
    file.write_text(file.read_text("utf-8").replace("layer", "layr") + "oops: 1\n", "utf-8")
    problems = inspect(project, TODAY)[2]
    assert [problem for problem in problems if problem.rule == "unknown-fact"] == []


@given(st.text(alphabet='{} fact("a.b-') | st.text())
def test_no_text_can_break_the_substitution(text: str) -> None:
    told = replaced(text, lambda name: "1")
    assert replaced(told, lambda name: "2") == told or "{{" in told
    rich(text)


# -- values ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "stated", "gone"),
    [
        (68.625, "68.6", False), (68.66, "68.6", True), (1342, "~1300", False), (1360, "~1300", True), (70272, "70272", False),
        (2.5, ">2", False), (2.5, "<2", True), (2.0, "≥2", False), (0.536, "0.54", False), (10, "~10", False), (16, "~10", True),
        (3.38953e38, "3.39e38", False), (3.38e38, "3.39e38", True), (1.0, "7e999", True), (0.0, "1e-999", False),
    ],
)  # fmt: skip
def test_a_value_is_compared_to_the_last_digit_written(value: float, stated: str, gone: bool) -> None:
    assert moved(value, stated) is gone


@given(st.floats(0.001, 1e9), st.integers(0, 6))
def test_a_value_printed_to_any_precision_has_not_moved(value: float, digits: int) -> None:
    assert not moved(value, f"{value:.{digits}f}")
    assert moved(value + 2 * 10.0**-digits, f"{value:.{digits}f}")


@pytest.mark.parametrize(
    ("value", "derivation", "fits"),
    [
        ("120 → 1.875", "7.5*16, 7.5*16/64", True), ("120 → 1.876", "7.5*16, 7.5*16/64", False), ("32 / 8", "32, min(8, 32)", True),
        ("32 / 8", "32", False), ("7–8", "15/2", True), ("7–8", "17/2", False), ("7–8", "7, 8", True), ("64 KiB", "64", False),
        ("3.4e38", "(2-2**-23)*2.0**127", True), ("3.5e38", "(2-2**-23)*2.0**127", False), ("~10", "22/2", True), (">2", "5/2", True),
    ],
)  # fmt: skip
def test_a_figure_comes_out_as_its_derivation_says(value: str, derivation: str, fits: bool, catalog: Catalog, graph: Graph) -> None:
    item = catalog.items["shared-heads"]
    figure = getattr(item.record, "figures")[0].model_copy(update={"value": value, "derivation": derivation})
    changed = replace(
        catalog, items={**catalog.items, item.id: replace(item, record=item.record.model_copy(update={"figures": (figure,)}))}
    )
    assert ([problem.rule for problem in check(changed, graph, TODAY)] == []) is fits


def test_an_example_may_be_named_by_its_text(catalog: Catalog) -> None:
    fact = catalog.items["cache-block"].record.facts["whole"]
    assert fact.formula
    named = fact.model_copy(update={"formula": fact.formula.model_copy(update={"example": "Full context of Alder 7B"})})
    assert Ledger(catalog).computed(named) == 2048
    unitless = fact.model_copy(update={"formula": fact.formula.model_copy(update={"unit": None})})
    assert (Ledger(catalog).value(unitless), Ledger(catalog).unit(unitless, "en")) == ("2", "GiB")


# -- naked figures -----------------------------------------------------------

NAKED = {
    "2.5× faster": "2.5×", "64× H100": "64×", "约 30 倍": "30 倍", "30 % of it": "30 %", "80 GB": "80 GB", "4.8 TB/s 带宽": "4.8 TB/s",
    "12 ms": "12 ms", "a model of 70B": "70B", "256 卡": "256 卡", "3.5 bits": "3.5 bits", "1.5 万亿 token": "1.5 万亿 token",
    "15 trillion tokens": "15 trillion tokens", "a 40-layer model": "40-layer", "2.2–2.6×": "2.2–2.6×", "20 到 30 倍": "20 到 30 倍",
    "1,024 GPUs": "1,024 GPUs", "30%–50%": "30%–50%", "4.5 位": "4.5 位", "24 tokens/s": "24 tokens/s", "3 小时": "3 小时",
}  # fmt: skip
STANDS = [
    "FP8, E4M3, INT4, W4A16, H100", "Llama 3 8B", "OPT-175B", "Qwen3-30B-A3B", "Mixtral 8x7B",
    "8-bit and 16 位", "v1.2, CUDA 12.4", "in the 1990s",
    "2024 年 6 月",
    "arXiv 2309.06180", "§3.2", "8 GPUs, 2× and 3 倍, 12 层", "128K tokens, 1M", "10^9 B", "tile 128×128", "`80 GB`",
    r"\( 80 GB \)", '{{ fact("x") }} of it', "[kv][kv-80 GB]", "top-50 sampling", "Alder 7B", "",
]  # fmt: skip


@pytest.mark.parametrize(("text", "figure"), NAKED.items())
def test_a_figure_stands_naked(text: str, figure: str, real_project: tuple[Catalog, Graph]) -> None:
    assert [one.text for one in figures(text, reading(real_project[0]).allowed)] == [figure]


@pytest.mark.parametrize("text", STANDS)
def test_what_is_no_figure_stands(text: str, real_project: tuple[Catalog, Graph], catalog: Catalog) -> None:
    assert list(figures(text, reading(catalog if "Alder" in text else real_project[0]).allowed)) == []


def test_titles_and_sizes_of_records_stand(real_project: tuple[Catalog, Graph]) -> None:
    catalog = real_project[0]
    allowed = reading(catalog).allowed
    for item in catalog.items.values():
        for name in (item.record.title.en, item.record.abbr or "", *(alias.text for alias in item.record.aliases)):
            assert list(figures(f"as {name}, so", allowed)) == []


@given(st.text(alphabet="0123456789.,%×xGB msKMT-–~到倍 `\\()[]{}") | st.text())
def test_every_figure_lies_where_it_says(text: str) -> None:
    allowed = reading(Catalog({}, {"figures": {}})).allowed
    for one in figures(text, allowed):
        assert text[one.start : one.end] == one.text
        assert re.fullmatch(r"[\d.]+(–[\d.]+)?", one.value)


def test_a_pending_record_is_left_alone(catalog: Catalog, graph: Graph, project: Path) -> None:
    item = catalog.items["latent-heads"]
    text = item.record.summary.model_copy(update={"zh": "省 93%。", "en": "Saves 93%."})
    naked = replace(item, record=item.record.model_copy(update={"summary": text}))
    changed = replace(catalog, items={**catalog.items, item.id: naked})
    assert {problem.rule for problem in check(changed, graph, TODAY)} == {"naked-figure"}
    entry = catalog.lists["figures"]["fields"].model_copy(update={"members": (item.id,)})
    pending = replace(changed, lists={**catalog.lists, "figures": {**catalog.lists["figures"], "pending": entry}})
    assert check(pending, graph, TODAY) == []
