"""Formulas: what an expression may be, that its three readings agree, and that no digit of a record is idle."""

import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accelmap_site.check.formulas import _disagreement
from accelmap_site.errors import Problem
from accelmap_site.formula import (
    Choice,
    Compiled,
    Fault,
    agrees,
    arithmetic,
    choices,
    compiled,
    dimension,
    factor,
    fit,
    holds,
    parse,
    parse_predicate,
    shown,
    worked,
)  # fmt: skip
from accelmap_site.formula.javascript import to_javascript
from accelmap_site.formula.latex import to_latex
from accelmap_site.formula.units import result_dimension
from accelmap_site.formula.value import evaluate
from accelmap_site.graph import Graph
from accelmap_site.load import load
from accelmap_site.render.math import to_mathml
from accelmap_site.schema import Catalog, Example, Formula, Input

ROOT = Path(__file__).parents[1]
CATALOG: Catalog = load(ROOT)[0]
FORMULAS: dict[str, Formula] = {item.id: item.record for item in CATALOG.of("formula")}  # type: ignore[misc]
KNOWN: Mapping[str, Choice] = {choice.name: choice for choice in choices(CATALOG)}
QUIET = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


class Node:
    """One Node process that computes function bodies."""

    def __init__(self) -> None:
        command = shutil.which("node") or pytest.fail("node is not installed")
        self.process = subprocess.Popen(
            [command, str(ROOT / "tests/js/formulas.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def value(self, body: str, x: Mapping[str, float]) -> float | None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"body": body, "x": dict(x)}) + "\n")
        self.process.stdin.flush()
        found = json.loads(self.process.stdout.readline())
        assert found is None or isinstance(found, (int, float))
        return found

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    started = Node()
    yield started
    started.close()


def same(left: float, right: float) -> bool:
    return math.isclose(left, right, rel_tol=1e-12, abs_tol=1e-300)


# -- every record ------------------------------------------------------------


def test_there_are_formulas_of_every_family() -> None:
    families = {record.family for record in FORMULAS.values()}
    assert families == set(CATALOG.lists["formula_families"])


@pytest.mark.parametrize("name", FORMULAS)
def test_every_example_gives_its_value(name: str) -> None:
    ready = compiled(FORMULAS[name])
    for example in FORMULAS[name].examples:
        assert _disagreement(ready, example, KNOWN) == ""


@pytest.mark.parametrize("name", FORMULAS)
def test_every_formula_becomes_mathml(name: str) -> None:
    ready = compiled(FORMULAS[name])
    for tex in (ready.latex(), *(ready.latex_with(worked(ready, example, KNOWN).values) for example in FORMULAS[name].examples)):
        mathml = to_mathml(tex, block=True)
        assert mathml.startswith("<math"), tex


def inputs(part: Input) -> st.SearchStrategy[float]:
    low, high = part.range
    if part.integer:
        return st.integers(int(low), int(high)).map(float)
    return st.floats(low, high, allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("name", FORMULAS)
def test_python_and_javascript_agree_on_every_formula(name: str, node: Node) -> None:
    ready = compiled(FORMULAS[name])
    body = ready.javascript()

    @QUIET
    @given(st.fixed_dictionaries({part.symbol: inputs(part) for part in ready.record.inputs}))
    def check(x: dict[str, float]) -> None:
        found = node.value(body, x)
        try:
            value = ready.compute(x)
        except Fault:
            return
        assert found is not None, x
        assert same(value, found), x

    check()


# -- expressions in general --------------------------------------------------

NAMES = ("a", "b", "c")
ATOMS = st.sampled_from(NAMES) | st.integers(0, 12).map(str) | st.floats(0.001, 100).map(lambda x: f"{x:.4f}")


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    condition = st.tuples(inner, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
    both = st.tuples(condition, st.sampled_from(["and", "or"]), condition).map(lambda t: f"({t[0]} {t[1]} not {t[2]})")
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, st.sampled_from(["2", "3", "0.5", "(-1)"])).map(lambda t: f"({t[0]} ** {t[1]})"),
        st.tuples(st.sampled_from(["ceil", "floor", "round", "abs", "sqrt", "log2"]), inner).map(lambda t: f"{t[0]}({t[1]})"),
        st.tuples(st.sampled_from(["min", "max", "sum"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        st.tuples(inner, both, inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        inner.map(lambda t: f"(-{t})"),
    )


EXPRESSIONS = st.recursive(ATOMS, nested, max_leaves=8)
NUMBERS = st.floats(-1e6, 1e6, allow_nan=False, allow_infinity=False, allow_subnormal=False)


@settings(parent=QUIET, max_examples=600)
@given(EXPRESSIONS, st.fixed_dictionaries(dict.fromkeys(NAMES, NUMBERS)))
def test_python_and_javascript_agree_on_any_expression(node: Node, text: str, x: dict[str, float]) -> None:
    expression = parse(text)
    body = f"const v = x; return {to_javascript(expression)};"
    found = node.value(body, x)
    try:
        value = evaluate(expression, x)
    except Fault:
        return
    assert found is not None
    assert same(value, found)


@settings(parent=QUIET, max_examples=300)
@given(EXPRESSIONS)
def test_any_expression_becomes_mathml(text: str) -> None:
    assert to_mathml(to_latex(parse(text))).startswith("<math")


@settings(parent=QUIET, max_examples=400)
@given(st.text(max_size=60) | st.text("abc012+-*/%()<>=.,[]{}'\":_ \n", max_size=40))
def test_no_text_gives_a_traceback(text: str) -> None:
    try:
        evaluate(parse(text), {"a": 1.0, "b": 2.0, "c": 3.0})
    except Fault:
        return


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')", "a.b", "a[0]", "lambda: 1", "'x'", "[1, 2]", "{1}", "f'{a}'", "print(1)", "min(*a)", "min(a, key=b)",
        "a if b else c", "a < b", "a and b", "1 + (a < b)", "min(a < b, 1)", "not a", "a := 1", "1 @ 2", "1 << 2", "a is b", "~a",
        "True", "1j", "9**9**9 if", "", "a\n= 1", "ａ", "2e40", "ceil(1, 2)", "max(1)", "-" * 40 + "1", "+".join("a" * 400),
        "(" * 90 + "a" + ")" * 90 + ".b", "await a", "a if a < b", "...", "min()", "(a, b)", "a in b",
    ],
)  # fmt: skip
def test_what_is_not_arithmetic_is_refused(text: str) -> None:
    with pytest.raises(Fault) as caught:
        parse(text)
    assert caught.value.message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 // 2", 3), ("-7 // 2", -4), ("-7 % 3", 2), ("2 ** -1", 0.5), ("ceil(2.1)", 3), ("round(2.5)", 3), ("round(-2.5)", -2),
        ("sum(1, 2, 3)", 6), ("1 if 1 < 2 <= 2 else 5", 1), ("1 if 1 < 2 and not 2 > 3 or 5 == 6 else 5", 1), ("log2(8)", 3),
        ("sqrt(9) + abs(-2)", 5), ("+3", 3), ("max(1, 2) - min(1, 2)", 1), ("5 if 1 != 1 else 6 if 2 >= 2 else 7", 6), ("floor(-0.5)", -1),
    ],
)  # fmt: skip
def test_values(text: str, value: float) -> None:
    assert arithmetic(text) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / a", "division by zero"), ("1 // a", "division by zero"), ("1 % a", "division by zero"), ("b ** 999", "too large"),
        ("(-b) ** 0.5", "no value"), ("a ** -1", "no value"), ("log2(a)", "no value"), ("sqrt(-b)", "no value"), ("d", "no value for 'd'"),
        ("ceil(b ** 200 * b ** 200)", "too large"),
    ],
)  # fmt: skip
def test_impossible_values_are_said(text: str, said: str) -> None:
    with pytest.raises(Fault, match=said):
        evaluate(parse(text), {"a": 0.0, "b": 10.0})


@pytest.mark.parametrize(
    ("unit", "size"),
    [("GB/s", 1e9), ("GiB", 2**30), ("KiB/token", 1024), ("%", 0.01), ("bit/param", 0.125), ("ms", 0.001), ("us", 1e-6), ("1", 1),
     ("TFLOP/s", 1e12), ("day", 86400), ("ZFLOP", 1e21), ("kbit/s", 125), ("FLOP/token**2", 1)],
)  # fmt: skip
def test_units(unit: str, size: float) -> None:
    assert factor(unit) == size


@pytest.mark.parametrize(
    "unit",
    ["", "furlong", "GB s", "__import__", "GB/", "m" * 50, "9 GB", "GB**9", "byte.__class__", "B/token/token/token/token/token/token"],
)
def test_unknown_units_are_said(unit: str) -> None:
    with pytest.raises(Fault, match="unit"):
        factor(unit)


DIMS = {"m": dimension("GB"), "w": dimension("GB/s"), "n": dimension("1"), "p": dimension("token")}


@pytest.mark.parametrize(
    ("text", "unit"),
    [("m / w", "s"), ("m + 0", "B"), ("max(m, m) * n", "B"), ("m if n > 1 else m * n", "B"), ("sqrt(m * m)", "B"), ("m // m", "1"),
     ("ceil(m / m)", "1"), ("p ** 2 * m", "token**2*B"), ("abs(m) % m", "B"), ("n ** n", "1"), ("-m", "B"), ("0", "1"), ("min(0, m)", "B"),
     ("m if not (n > 1 and m > 0) else m", "B")],
)  # fmt: skip
def test_units_come_out(text: str, unit: str) -> None:
    assert result_dimension(parse(text), DIMS) == dimension(unit)


@pytest.mark.parametrize(
    "text",
    ["m + w", "m + 1", "ceil(m)", "log2(m)", "m ** n", "2 ** m", "m // n", "m if m > 1 else m", "min(m, w)", "m if n > 1 else w", "q"],
)
def test_units_that_do_not_fit_are_said(text: str) -> None:
    with pytest.raises(Fault):
        result_dimension(parse(text), DIMS)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("attention == 'mla'", True), ("attention in ('mha', 'gqa')", False), ("attention not in ('mha', 'gqa')", True),
        ("layers >= 61", True), ("layers > 61", False), ("layers < 61", False), ("layers <= 61", True), ("window > 1", None),
        ("not window > 1", None), ("known(window)", False), ("not known(window) or window == layers", True),
        ("known(window) and window > 1", False), ("window > 1 or layers > 1", True), ("window > 1 and layers > 1", None),
        ("attention != 'mla'", False),
    ],
)  # fmt: skip
def test_predicates(text: str, answer: bool | None) -> None:
    assert holds(parse_predicate(text), {"attention": "mla", "layers": 61, "window": None}) is answer


@pytest.mark.parametrize(
    "text",
    [
        "layers",
        "layers + 1 > 2",
        "f(layers)",
        "known('x')",
        "layers in 3",
        "layers in ('a', b)",
        "'",
        "x == True",
        "a" * 500,
        "",
    ],
)
def test_what_is_not_a_predicate_is_refused(text: str) -> None:
    with pytest.raises(Fault):
        parse_predicate(text)


def test_words_are_not_ordered() -> None:
    with pytest.raises(Fault, match="words"):
        holds(parse_predicate("attention > 'a'"), {"attention": "mla"})


# -- mutation ----------------------------------------------------------------

Idle = Callable[[dict[str, Any], str], bool]
IDLE: dict[str, tuple[str, Idle]] = {
    "gpu-count": ("rounding up hides small changes", lambda e, field: field.startswith(("values", "derivation"))),
    "prefill-chunk-time": (
        "the same, and the steps only",
        lambda e, field: field in ("values.S", "values.k") or (field == "derivation" and "ceil" in e["derivation"]),
    ),
    "prefill-chunks": ("rounding up hides small changes", lambda e, field: field.startswith(("values", "derivation"))),
    "training-state-memory": (
        "nothing is sharded at stage 0; with neither weights nor gradients stages 1 to 3 are the same",
        lambda e, field: (field == "values.N" and e["values"]["z"] == "0") or (field == "values.z" and e["values"]["w"] == "0"),
    ),
    "activation-memory": ("sequence parallelism over one GPU is none", lambda e, field: field == "values.e" and e["values"]["t"] == "1"),
    "activation-memory-selective": ("as above", lambda e, field: field == "values.e" and e["values"]["t"] == "1"),
    "amdahl-speedup": ("an almost infinite factor", lambda e, field: "1000000000" in (e["values"]["k"], e["derivation"][-11:-1])),
    "decode-tpot-bound": ("without KV the batch is free", lambda e, field: field == "values.n" and e["values"]["k"] == "0"),
    "lora-memory": ("no adapters", lambda e, field: field == "values.e" and e["values"]["T"] == "0"),
    "rope-wavelength": ("the first pair turns at one speed for any base", lambda e, field: field != "values.i" and e["values"]["i"] == "0"),
    "roofline-attainable": (
        "on the plateau intensity does not matter",
        lambda e, field: field == "values.I" and float(e["values"]["I"]) > 300,
    ),
    "speculative-expected-tokens": (
        "with no acceptance drafts do not matter",
        lambda e, field: field == "values.g" and e["values"]["a"] == "0",
    ),
}
"""Digits that provably cannot matter, with the reason; the example as it is before the change, and the field."""


def variants(text: str) -> Iterator[str]:
    """``text`` with each digit replaced by each other digit; digits after the twelfth of a number are below what is promised."""
    for match in re.finditer(r"\d", text):
        before = re.search(r"[\d.]*$", text[: match.start()])
        if before and len(before[0].replace(".", "").lstrip("0")) >= 12:
            continue
        for digit in "0123456789":
            if digit != match[0]:
                yield text[: match.start()] + digit + text[match.end() :]


def mutations(plain: dict[str, Any]) -> Iterator[tuple[str, int | None, dict[str, Any]]]:
    """Every change of one digit: its field, then the place of the example and the changed example, or None and the changed fields."""
    for new in variants(plain["expression"]):
        yield "expression", None, {"expression": new}
    constants = plain["constants"]
    for i, constant in enumerate(constants):
        for new in variants(constant["value"]):
            yield "constants", None, {"constants": [*constants[:i], {**constant, "value": new}, *constants[i + 1 :]]}
    for i, example in enumerate(plain["examples"]):
        for field in ("expected", "derivation"):
            for new in variants(example[field] or ""):
                yield field, i, {**example, field: new}
        for symbol, text in example["values"].items():
            for new in variants(text):
                yield f"values.{symbol}", i, {**example, "values": {**example["values"], symbol: new}}


def passes(plain: dict[str, Any]) -> bool:
    """Whether check would find nothing wrong with the record."""
    try:
        record = Formula.model_validate(plain)
        ready: Compiled = compiled(record)
        return all(_disagreement(ready, example, KNOWN) == "" for example in record.examples)
    except (Fault, ValueError):
        return False


def agrees_alone(ready: Compiled, example: dict[str, Any]) -> bool:
    """Whether an example that was changed holds for the formula that was not: most changes end here, at a tenth of the time of a record."""
    try:
        return _disagreement(ready, Example.model_validate(example), KNOWN) == ""
    except (Fault, ValueError):
        return False


def survivors(name: str) -> set[tuple[str, str]]:
    """Changes of one digit that nothing notices, as (field, what)."""
    plain = FORMULAS[name].model_dump(mode="json")
    assert passes(plain)
    ready = compiled(FORMULAS[name])
    _, idle = IDLE.get(name, ("", lambda example, field: False))
    found = set()
    for field, place, mutant in mutations(plain):
        example = plain["examples"][place] if place is not None else None
        if example is None:
            noticed = not passes({**plain, **mutant})
        elif idle(example, field) or not agrees_alone(ready, mutant):
            noticed = True
        else:
            examples = plain["examples"]
            noticed = not passes({**plain, "examples": [*examples[:place], mutant, *examples[place + 1 :]]})
        if not noticed:
            found.add((field, example["what"]["en"] if example else ""))
    return found


@pytest.mark.parametrize("name", FORMULAS)
def test_no_digit_is_idle(name: str) -> None:
    assert survivors(name) == set()


# -- the rules, as a contributor meets them ----------------------------------


def test_the_real_tree_has_no_problem_with_formulas(real_inspected: tuple[Catalog, Graph, list[Problem]]) -> None:
    assert [problem for problem in real_inspected[2] if problem.path.startswith("content/formulas/")] == []


def test_agreement_is_to_the_last_digit_written() -> None:
    assert agrees(128, "128")
    assert not agrees(128.1, "128")
    assert not agrees(68.625, "68.6")
    assert agrees(1 / 3, "0.333333333333")
    assert not agrees(1 / 3, "0.333333333334")
    assert agrees(1.01, "1", 0.02)
    assert not agrees(1.03, "1", 0.02)


def changed(**fields: Any) -> Formula:
    """A small formula with some fields changed."""
    record = FORMULAS["time-budget"].model_dump(mode="json")
    return Formula.model_validate({**record, **fields})


PART = {"symbol": "g", "title": {"zh": "甲", "en": "A"}, "unit": "1", "value": "2"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"expression": "1 / q"}, "neither an input nor a constant"),
        ({"constants": [PART]}, "defined and not used"),
        ({"constants": [{**PART, "symbol": "max"}]}, "cannot be a symbol"),
        ({"unit": "GB"}, "the expression yields s"),
        ({"expression": "1 <"}, "does not parse"),
    ],
)
def test_a_formula_that_does_not_hang_together_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Fault, match=said):
        compiled(changed(**fields))


def test_a_symbol_may_stand_once() -> None:
    with pytest.raises(ValueError, match="stands twice"):
        changed(constants=[{**PART, "symbol": "f"}])


def test_missing_and_impossible_inputs_are_said() -> None:
    ready = compiled(FORMULAS["time-budget"])
    with pytest.raises(Fault, match="no value for 'f'"):
        ready.compute({})
    with pytest.raises(Fault, match="division by zero"):
        ready.compute({"f": 0})
    with pytest.raises(Fault, match="numbers only"):
        arithmetic("1 + a")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (131072, "131,072"),
        (68.625, "68.625"),
        (1 / 3, "0.333333"),
        (1.5e21, "1.5×10^21"),
        (2e-9, "2×10^-9"),
        (-1234.5678, "-1,234.57"),
    ],
)
def test_numbers_as_readers_see_them(value: float, text: str) -> None:
    assert shown(value) == text


def test_the_reasons_against_a_model_are_exact() -> None:
    ready = FORMULAS["kv-cache-size"]
    assert fit(ready, KNOWN["llama-3/8B"]).usable
    assert not fit(ready, KNOWN["deepseek-v3"]).usable
    assert fit(ready, KNOWN["gemma-3/27B"]).failed == (1,)
    assert [part.symbol for part in fit(ready, KNOWN["gpt-4"]).missing] == ["L", "h", "d", "S"]


@pytest.mark.parametrize(
    ("formula", "model"),
    [
        ("kv-cache-hybrid", "llama-4/Scout (17B-16E)"), ("kv-cache-sliding-window", "llama-4/Scout (17B-16E)"),
        ("kv-cache-mla-size", "deepseek-v3-2"), ("kv-cache-mla-per-token", "glm-5-2"), ("kv-cache-dsa", "deepseek-v3"),
        ("activation-memory", "llama-3/8B"), ("ring-attention-volume", "minimax-01"), ("flash-attention-io", "deepseek-v3"),
        ("moe-activation-share", "llama-3/8B"),
    ],
)  # fmt: skip
def test_a_formula_refuses_what_it_does_not_describe(formula: str, model: str) -> None:
    assert fit(FORMULAS[formula], KNOWN[model]).failed
