"""Plots: their axes, that the page's script agrees, that every point is a value of the formula."""

import json
import math
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from accelmap_site.check import RULES, Subject
from accelmap_site.diagram import Axis, Chart, brief, svg
from accelmap_site.diagram.axis import ends, exponent, share, tick_text, ticks
from accelmap_site.export import plots, why_not
from accelmap_site.formula import Fault, Plotted, plotted, samples
from accelmap_site.graph import connect
from accelmap_site.load import load
from accelmap_site.schema import Catalog, Curve, Formula, Item, Mark, Plot

ROOT = Path(__file__).parents[1]
CATALOG: Catalog = load(ROOT)[0]
FOUND: dict[str, Plotted] = {item.id: found for item in CATALOG.of("formula") if (found := plotted(item, CATALOG))}
SCALES = ("linear", "log2", "log10")
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    command = shutil.which("node") or pytest.fail("node is not installed")
    with subprocess.Popen([command, str(ROOT / "tests/js/plot.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def call(name: str, *given: Any) -> Any:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps([name, *given]) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield call
        assert process.stdin
        process.stdin.close()


# -- axes --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "scale", "wanted"),
    [
        (0, 1, "linear", [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 7, "linear", [0, 2, 4, 6]),
        (0.1, 10000, "log10", [0.1, 1, 10, 100, 1000, 10000]),
        (2, 60, "log10", [2, 5, 10, 20, 50]),
        (1, 1024, "log2", [1, 4, 16, 64, 256, 1024]),
        (1e-9, 1e9, "log10", [1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9]),
    ],
)
def test_ticks_are_round(low: float, high: float, scale: str, wanted: list[float]) -> None:
    assert ticks(low, high, scale) == wanted


@pytest.mark.parametrize(
    ("value", "scale", "text"),
    [(131072, "log2", "128K"), (1048576, "log2", "1M"), (1024, "log2", "1,024"), (1e6, "log10", "10⁶"), (1e-4, "log10", "10⁻⁴"), 
     (0.1, "log10", "0.1"), (0.2, "linear", "0.2"), (0, "linear", "0")],
)  # fmt: skip
def test_ticks_are_printed_as_people_write_them(value: float, scale: str, text: str) -> None:
    assert tick_text(value, scale) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(10.40625, "10.41"), (16.125, "16.13"), (131072, "131,072"), (0.0698, "0.0698"), (-1234.5, "-1,235"), (1.5e21, "1.5×10²¹"),
     (2e-7, "2×10⁻⁷")],
)  # fmt: skip
def test_numbers_are_brief(value: float, text: str) -> None:
    assert brief(value) == text


AMOUNTS = st.floats(1e-12, 1e15)


@given(AMOUNTS, AMOUNTS, st.sampled_from(SCALES))
def test_an_axis_holds_its_values_and_has_ticks_within(a: float, b: float, scale: str) -> None:
    low, high = sorted((a, b))
    bottom, top = ends(low, high, scale)
    assert bottom <= low * (1 + 1e-9)
    assert high <= top * (1 + 1e-9)
    found = ticks(bottom, top, scale)
    assert 2 <= len(found) <= 8
    assert all(bottom * (1 - 1e-9) <= tick <= top * (1 + 1e-9) for tick in found)
    assert -1e-9 <= share(low, bottom, top, scale) <= share(high, bottom, top, scale) <= 1 + 1e-9


@given(st.integers(-300, 300))
def test_powers_of_ten_have_exact_exponents(e: int) -> None:
    assert exponent(float(f"1e{e}")) == e
    assert exponent(math.nextafter(float(f"1e{e}"), 0)) == e - 1


def test_the_script_of_the_page_computes_the_same_axes(ask: Ask) -> None:
    @given(AMOUNTS, AMOUNTS, st.sampled_from(SCALES))
    def agree(a: float, b: float, scale: str) -> None:
        low, high = sorted((a, b))
        assume(high / low > 1.001)
        bottom, top = ends(low, high, scale)
        assert ask("ends", low, high, scale) == [bottom, top]
        found = ticks(bottom, top, scale)
        assert ask("ticks", bottom, top, scale) == found
        assert [ask("tickText", tick, scale) for tick in found] == [tick_text(tick, scale) for tick in found]
        assert [ask("brief", value) for value in (a, b, a / b)] == [brief(value) for value in (a, b, a / b)]
        assert ask("share", a, bottom, top, scale) == pytest.approx(share(a, bottom, top, scale), rel=1e-9, abs=1e-9)

    agree()
    for found in FOUND.values():
        x = found.plot
        assert ask("samples", *x.range, x.scale, found.x.integer) == pytest.approx(samples(*x.range, x.scale, found.x.integer), rel=1e-12)


# -- curves ------------------------------------------------------------------


def test_the_four_plots_are_there() -> None:
    assert {"kv-cache-size", "roofline-attainable", "training-state-memory", "speculative-speedup"} <= set(FOUND)


@pytest.mark.parametrize("name", FOUND)
def test_every_point_is_a_value_of_the_formula(name: str) -> None:
    found = FOUND[name]
    for line in found.lines:
        defaults = {part.symbol: part.default for part in line.formula.record.inputs}
        points = found.points(line)
        places = samples(*found.plot.range, found.plot.scale, found.x.integer)
        assert len(points) >= len([at for at in places if line.end is None or at <= line.end]) > 0
        for at, value in points[::7]:
            assert value == line.formula.compute({**defaults, **line.values, found.plot.x: at})
            assert found.plot.range[0] <= at <= found.plot.range[1]


def test_each_model_has_the_formula_of_its_architecture() -> None:
    uses = {line.key: line.uses for line in FOUND["kv-cache-size"].lines}
    assert uses["llama-3/3.1 8B"] == "kv-cache-size"
    assert uses["deepseek-v3"] == "kv-cache-mla-size"
    assert uses["gemma-3/27B"] == "kv-cache-sliding-window"
    assert uses["llama-4/Scout (17B-16E)"] == "kv-cache-chunked"
    assert uses["deepseek-v3-2"] == uses["glm-5-2"] == "kv-cache-dsa"
    assert uses["kimi-linear"] == uses["minimax-01"] == "kv-cache-hybrid"
    values = {line.key: line.values for line in FOUND["kv-cache-size"].lines}
    assert (values["kimi-linear"]["v"], values["minimax-01"]["v"]) == (576, 2048)


def test_a_curve_ends_where_the_model_does() -> None:
    rows = dict(FOUND["kv-cache-size"].rows())
    assert rows[131072][1] == 16
    assert rows[1048576][:4] == [None] * 4
    line = FOUND["kv-cache-size"].shown[1]
    assert FOUND["kv-cache-size"].points(line)[-1] == (131072, 16)


def test_models_without_a_formula_are_refused_with_the_reason() -> None:
    reasons = {one.choice.name: why_not(CATALOG, one)[0]["en"] for one in FOUND["kv-cache-size"].refused}
    assert reasons["gpt-4"] == "weights and architecture are not published"
    assert "none of the formulas" in reasons["zaya1-8b"]
    lacking = {one.choice.name: why_not(CATALOG, one)[0]["en"] for one in FOUND["roofline-attainable"].refused}
    assert lacking["v100"].startswith("The record lacks")


def test_operating_points_are_computed() -> None:
    marks = [at for _, at in FOUND["roofline-attainable"].marks]
    assert marks[0] == pytest.approx(0.999755918965)
    assert marks == sorted(marks)


def test_the_data_file_holds_what_the_page_needs() -> None:
    files = {path: json.loads(text) for path, text in plots(CATALOG)}
    assert set(files) == {f"calculate/{name}/plot.json" for name in FOUND}
    data = files["calculate/kv-cache-size/plot.json"]
    assert {line["formula"] for line in data["lines"]} == set(data["formulas"]) == set(data["names"])
    assert [line["key"] for line in data["lines"] if line["shown"]] == [line.key for line in FOUND["kv-cache-size"].shown]


# -- the picture -------------------------------------------------------------


def test_the_picture_is_xml_with_title_and_description_and_no_text_is_markup() -> None:
    axis = Axis("<b>x</b> & y", 1, 100, "log10")
    root = ET.fromstring(svg(Chart("<script>", '"&', axis, axis, (((1, 1), (100, 100)), ()), (10,))))
    assert [child.text for child in root[:2]] == ["<script>", '"&']
    assert root.findall("b") == []
    (curve,) = root.findall("polyline")
    assert curve.get("points") == "80.0,334.0 604.0,52.0"
    assert [text.text for text in root.findall("text") if text.get("class") == "am-plot__letter"] == ["A"]


# -- what a record may not say -----------------------------------------------

LINE = {"title": {"zh": "线", "en": "Line"}, "values": {"g": "2"}}
PLOT = {"title": {"zh": "图", "en": "Plot"}, "x": "a", "range": ["0", "1"], "rows": ["0", "1"], "curves": [LINE]}


@pytest.mark.parametrize(
    "change",
    [
        {"range": ["1", "1"]},
        {"scale": "log10"},
        {"rows": ["0", "2"]},
        {"curves": [LINE, {"hardware": "h100"}]},
        {"curves": [{"model": "gpt-4", "hardware": "h100"}]},
        {"curves": [{"title": {"zh": "线", "en": "Line"}}]},
        {"marks": [{"title": {"zh": "点", "en": "Point"}}]},
    ],
)
def test_a_plot_that_cannot_be_drawn_is_refused(change: dict[str, Any]) -> None:
    Plot.model_validate(PLOT)
    with pytest.raises(ValidationError):
        Plot.model_validate({**PLOT, **change})


def replaced(name: str, **fields: Any) -> tuple[Item, Catalog]:
    item = CATALOG.items[name]
    assert isinstance(item.record, Formula)
    assert item.record.plot
    record = item.record.model_copy(update={"plot": item.record.plot.model_copy(update=fields)})
    other = Item(item.id, item.kind, record, item.file)
    return other, replace(CATALOG, items={**CATALOG.items, name: other})


TITLE = {"zh": "线", "en": "Line"}
STRAY = Mark.model_validate({"title": TITLE, "formula": "matmul-intensity", "values": {"z": "1"}})


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("speculative-speedup", {"x": "y"}, "'y' is not an input"),
        ("speculative-speedup", {"range": (0.0, 2.0)}, "the axis leaves the range of a"),
        ("speculative-speedup", {"curves": (Curve.model_validate({"title": TITLE, "values": {"y": "1"}}),)}, "'y' is not an input"),
        ("speculative-speedup", {"curves": (Curve.model_validate({"title": TITLE, "values": {"g": "0"}}),)}, "g = 0 is outside"),
        ("kv-cache-size", {"curves": (Curve(model="gpt-4"),)}, "no formula of the plot holds for gpt-4"),
        ("kv-cache-size", {"also": ("nothing",)}, 'no formula "nothing"'),
        ("kv-cache-size", {"also": ("goodput-per-gpu",)}, "'goodput-per-gpu' cannot share the plot"),
        ("roofline-attainable", {"marks": (Mark.model_validate({"title": TITLE, "formula": "kv-cache-size"}),)}, "the axis in FLOP/B"),
        ("roofline-attainable", {"marks": (STRAY,)}, "'z' is not an input of 'matmul-intensity'"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_said(name: str, fields: dict[str, Any], said: str) -> None:
    item, catalog = replaced(name, **fields)
    with pytest.raises(Fault, match=said.replace("(", r"\(")):
        plotted(item, catalog)


def test_a_curve_without_points_is_a_problem() -> None:
    curve = Curve.model_validate({"title": TITLE, "values": {"w": "0", "q": "0", "o": "0"}})
    _, catalog = replaced("training-state-memory", curves=(curve,))
    (rule,) = [rule for rule in RULES if rule.name == "bad-plot"]
    problems = list(rule.check(Subject(catalog, connect(catalog))))
    assert [problem.message for problem in problems] == ["the curve has no points"]


def test_a_mark_may_be_a_plain_number() -> None:
    item, catalog = replaced("roofline-attainable", marks=(Mark.model_validate({"title": TITLE, "at": "7"}),))
    found = plotted(item, catalog)
    assert found
    assert [at for _, at in found.marks] == [7]
