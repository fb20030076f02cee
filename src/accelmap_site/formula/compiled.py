"""A formula record made ready: one tree, and from it the value, the LaTeX and the JavaScript.

Inputs are typed in their own units. Each is multiplied by the factor of its unit, the expression is
computed in coherent base units (s, B, FLOP, token), and the result is divided by the factor of its unit.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..schema import Formula
from .expression import CALLS, Expression, parse
from .fault import Fault
from .javascript import to_javascript
from .latex import symbol_tex, to_latex
from .units import Dimension, dimension, factor, result_dimension, spoken
from .value import evaluate


@dataclass(frozen=True)
class Compiled:
    """An expression that parses, whose names are defined and whose units come out."""

    record: Formula
    expression: Expression
    scales: Mapping[str, float]
    constants: Mapping[str, float]
    scale: float

    def compute(self, values: Mapping[str, float]) -> float:
        """The result in its unit, from inputs in theirs. Raises Fault if an input is missing, or the value is none."""
        return evaluate(self.expression, self.base(values)) / self.scale

    def base(self, values: Mapping[str, float]) -> dict[str, float]:
        """Inputs and constants in base units."""
        found = dict(self.constants)
        for part in self.record.inputs:
            if part.symbol not in values:
                raise Fault(f"no value for '{part.symbol}'", f"it is: {part.title.en}")
            found[part.symbol] = values[part.symbol] * self.scales[part.symbol]
        return found

    def latex(self) -> str:
        """The formula as LaTeX: symbol = expression, constants without a symbol as numbers."""
        record = self.record
        symbols = {part.symbol: part.tex or symbol_tex(part.symbol) for part in record.inputs}
        symbols |= {part.symbol: part.tex or part.value for part in record.constants}
        return f"{record.tex or symbol_tex(record.symbol)} = {to_latex(self.expression, symbols)}"

    def latex_with(self, values: Mapping[str, str]) -> str:
        """The same with numbers in the place of symbols, as a derivation shows it; values as text in typed units."""
        symbols = {part.symbol: part.value for part in self.record.constants}
        for part in self.record.inputs:
            if part.symbol in values:
                unit = "" if part.unit == "1" else rf"\,\text{{{part.unit.replace('%', chr(92) + '%')}}}"
                symbols[part.symbol] = rf"{values[part.symbol]}{unit}"
        return to_latex(self.expression, symbols)

    def javascript(self) -> str:
        """Body of a function of ``x``: inputs in their units → result in its unit."""
        scaled = [f"{name}: x.{name} * {_js(self.scales[name])}" for name in self.scales]
        fixed = [f"{name}: {_js(value)}" for name, value in self.constants.items()]
        return f"const v = {{{', '.join(scaled + fixed)}}};\nreturn {to_javascript(self.expression)} / {_js(self.scale)};"


def compiled(record: Formula) -> Compiled:
    """Parse and check a record. Raises Fault with the first thing that is wrong."""
    return Compiled(record, _expression(record), *_scales(record), factor(record.unit))


def _scales(record: Formula) -> tuple[dict[str, float], dict[str, float]]:
    scales = {part.symbol: factor(part.unit) for part in record.inputs}
    return scales, {part.symbol: float(part.value) * factor(part.unit) for part in record.constants}


def _expression(record: Formula) -> Expression:
    expression = parse(record.expression)
    dims: dict[str, Dimension] = {part.symbol: dimension(part.unit) for part in record.inputs}
    dims |= {part.symbol: dimension(part.unit) for part in record.constants}
    _defined(expression.names, dims)
    found, wanted = result_dimension(expression, dims), dimension(record.unit)
    if found != wanted:
        raise Fault(f"the expression yields {spoken(found)}, the unit '{record.unit}' is {spoken(wanted)}", "correct a unit or a term")
    return expression


def _defined(used: frozenset[str], dims: Iterable[str]) -> None:
    known = set(dims)
    if reserved := sorted(known & set(CALLS)):
        raise Fault(f"'{reserved[0]}' cannot be a symbol", "it is the name of a function")
    if missing := sorted(used - known):
        raise Fault(f"'{missing[0]}' is neither an input nor a constant", f"defined: {', '.join(sorted(known))}")
    if unused := sorted(known - used):
        raise Fault(f"'{unused[0]}' is defined and not used", "use it, or remove it")


def arithmetic(text: str) -> float:
    """Value of plain arithmetic such as a derivation. Raises Fault if it is anything else."""
    expression = parse(text)
    if expression.names:
        raise Fault(f"'{sorted(expression.names)[0]}' is a name; a derivation holds numbers only")
    return evaluate(expression, {})


def results(text: str) -> tuple[float, ...]:
    """Values of a derivation that yields several numbers, separated by commas. Raises Fault as :func:`arithmetic` does."""
    depth, parts = 0, [""]
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return tuple(arithmetic(part) for part in parts)


def agrees(value: float, expected: str, tolerance: float | None = None) -> bool:
    """Whether a value is the expected one: within a relative tolerance, or else to the last digit written and to 1e-9.

    So a value is written exactly or with ten digits or more; one that a source rounds states its tolerance.
    """
    wanted = float(expected)
    if tolerance is not None:
        return abs(value - wanted) <= tolerance * abs(wanted)
    last_digit = 0.5 * 10.0 ** -len(expected.partition(".")[2])
    return abs(value - wanted) <= min(last_digit, 1e-9 * abs(wanted)) + 1e-15 * abs(wanted)


def _js(value: float) -> str:
    if not math.isfinite(value):
        raise Fault("a factor is not finite")
    return repr(value).removesuffix(".0")
