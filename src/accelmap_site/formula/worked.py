"""A worked example computed: its inputs gathered from values and records, its result."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..schema import Example
from .compiled import Compiled
from .fault import Fault
from .presets import Choice, fit


@dataclass(frozen=True)
class Worked:
    """An example with all its inputs as they are printed, and the value they give."""

    values: Mapping[str, str]
    result: float


def worked(formula: Compiled, example: Example, known: Mapping[str, Choice]) -> Worked:
    """Compute an example. Raises Fault if an input is missing, out of range, or the formula does not hold for the model."""
    values: dict[str, str] = {}
    for name in (example.model, example.hardware):
        if name is not None:
            values |= _from_record(formula, name, known)
    values |= example.values
    parts = {part.symbol: part for part in formula.record.inputs}
    for symbol, text in values.items():
        part = parts.get(symbol)
        if part is None:
            raise Fault(f"'{symbol}' is not an input", f"inputs: {', '.join(parts)}")
        low, high = part.range
        if not low <= float(text) <= high:
            raise Fault(f"{symbol} = {text} is outside its range", f"{low:g} to {high:g} {part.unit}")
        if part.integer and not float(text).is_integer():
            raise Fault(f"{symbol} = {text} is not a whole number")
    result = formula.compute({symbol: float(text) for symbol, text in values.items()})
    return Worked({symbol: values[symbol] for symbol in parts}, result)


def _from_record(formula: Compiled, name: str, known: Mapping[str, Choice]) -> dict[str, str]:
    choice = known.get(name)
    if choice is None:
        raise Fault(f'no model or hardware "{name}"', "a family needs its size: llama-3/8B")
    found = fit(formula.record, choice)
    if found.failed or found.unknown:
        number = found.failed[0] if found.failed else found.unknown[0][0]
        raise Fault(f"the formula does not hold for {name}", formula.record.holds_if[number].predicate)
    return {symbol: _plain(value) for symbol, value in found.values.items()}


def _plain(value: float) -> str:
    return repr(value).removesuffix(".0")
