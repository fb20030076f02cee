"""A plot computed: which curves there are, which records are refused, and the value of a curve at a point."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..schema import Catalog, Curve, Formula, Input, Item, Mark, Plot
from .compiled import Compiled, compiled
from .fault import Fault
from .presets import Choice, Fit, choices, fit

STEPS = 96
"""Stretches of a curve; the script of the page samples at the same places."""


@dataclass(frozen=True)
class Line:
    """A curve that can be drawn. ``key`` names it in addresses, ``uses`` its formula; it ends where the record goes no further."""

    key: str
    origin: Choice | Curve
    uses: str
    formula: Compiled
    values: Mapping[str, float]
    end: float | None
    shown: bool

    def value(self, x: str, at: float, form: Mapping[str, float]) -> float | None:
        """Result at a value of ``x``, the other inputs as in the form; None past the end, or where there is no value."""
        if self.end is not None and at > self.end:
            return None
        values = {part.symbol: part.default for part in self.formula.record.inputs}
        values |= {symbol: value for symbol, value in form.items() if symbol in values}
        try:
            return self.formula.compute({**values, **self.values, x: at})
        except Fault:
            return None


@dataclass(frozen=True)
class Refused:
    """A record that has no curve: with the formula that comes nearest, of several, and how it stands to it."""

    choice: Choice
    formula: Formula
    fit: Fit
    several: bool = False


@dataclass(frozen=True)
class Plotted:
    """A plot with its formula. Lines in the order of the plot, then all others that can be chosen."""

    plot: Plot
    formula: Compiled
    x: Input
    lines: tuple[Line, ...]
    refused: tuple[Refused, ...]
    marks: tuple[tuple[Mark, float], ...]

    @property
    def shown(self) -> list[Line]:
        """Lines drawn at first."""
        return [line for line in self.lines if line.shown]

    @property
    def form(self) -> dict[str, float]:
        """Values of an empty form."""
        return {part.symbol: part.default for part in self.formula.record.inputs}

    def points(self, line: Line) -> list[tuple[float, float]]:
        """Points of a curve, in the units of x and of the result."""
        places = samples(*self.plot.range, self.plot.scale, self.x.integer)
        if line.end is not None and places[0] < line.end < places[-1]:
            places = sorted({*places, line.end})
        found = ((at, line.value(self.x.symbol, at, self.form)) for at in places)
        return [(at, value) for at, value in found if value is not None and (self.plot.y_scale == "linear" or value > 0)]

    def rows(self) -> list[tuple[float, list[float | None]]]:
        """Rows of the table: x, and the value of each shown line."""
        return [(float(row), [line.value(self.x.symbol, float(row), self.form) for line in self.shown]) for row in self.plot.rows]


def samples(low: float, high: float, scale: str, integer: bool = False) -> list[float]:
    """Places along the axis, evenly spaced on its scale, both ends included; whole numbers only if the input is whole."""
    found = [low]
    for i in range(1, STEPS):
        share = i / STEPS
        at = low + (high - low) * share if scale == "linear" else low * (high / low) ** share
        at = float(int(at + 0.5)) if integer else at
        if found[-1] < at < high:
            found.append(at)
    return [*found, high]


def plotted(item: Item, catalog: Catalog) -> Plotted | None:
    """The plot of a formula, or None if it has none. Raises Fault with the first thing that is wrong."""
    record = _formula(item.id, catalog)
    plot = record.plot
    if plot is None:
        return None
    x = next((part for part in record.inputs if part.symbol == plot.x), None)
    if x is None:
        raise Fault(f"'{plot.x}' is not an input", f"inputs: {', '.join(part.symbol for part in record.inputs)}")
    if not (x.range[0] <= plot.range[0] and plot.range[1] <= x.range[1]):
        raise Fault(f"the axis leaves the range of {plot.x}", f"{x.range[0]:g} to {x.range[1]:g} {x.unit}")
    ready = compiled(record)
    if plot.curves[0].record:
        formulas = {item.id: ready} | {name: _sibling(record, x, name, catalog) for name in plot.also}
        lines, refused = _records(formulas, plot, x, list(choices(catalog)))
    else:
        lines, refused = _titled(item.id, ready, plot.curves), []
    return Plotted(plot, ready, x, tuple(lines), tuple(refused), tuple((mark, _place(mark, x, catalog)) for mark in plot.marks))


def _formula(name: str, catalog: Catalog) -> Formula:
    item = catalog.items.get(name)
    if item is None or not isinstance(item.record, Formula):
        raise Fault(f'no formula "{name}"', "see the file names under content/formulas/")
    return item.record


def _sibling(record: Formula, x: Input, name: str, catalog: Catalog) -> Compiled:
    other = _formula(name, catalog)
    inputs = {part.symbol: part for part in other.inputs}
    if other.unit != record.unit or x.symbol not in inputs:
        raise Fault(f"'{name}' cannot share the plot", f"it needs an input {x.symbol} and the unit {record.unit}")
    for part in record.inputs:
        if part.symbol in inputs and inputs[part.symbol].unit != part.unit:
            raise Fault(f"'{part.symbol}' has another unit in '{name}'", f"write {part.unit}")
    return compiled(other)


def _titled(uses: str, formula: Compiled, curves: Iterable[Curve]) -> list[Line]:
    parts = {part.symbol: part for part in formula.record.inputs}
    lines = []
    for curve in curves:
        for symbol, text in curve.values.items():
            if symbol not in parts:
                raise Fault(f"'{symbol}' is not an input", f"inputs: {', '.join(parts)}")
            low, high = parts[symbol].range
            if not low <= float(text) <= high:
                raise Fault(f"{symbol} = {text} is outside its range", f"{low:g} to {high:g} {parts[symbol].unit}")
        key = "_".join(f"{symbol}={text}" for symbol, text in curve.values.items())
        lines.append(Line(key, curve, uses, formula, {symbol: float(text) for symbol, text in curve.values.items()}, None, True))
    return lines


def _records(formulas: Mapping[str, Compiled], plot: Plot, x: Input, known: list[Choice]) -> tuple[list[Line], list[Refused]]:
    first = [curve.record for curve in plot.curves]
    names = {choice.name: choice for choice in known if choice.kind == ("model" if plot.curves[0].model else "hardware")}
    for name in first:
        if name not in names:
            raise Fault(f'no model or hardware "{name}"', "a family needs its size: llama-3/8B")
    lines: list[Line] = []
    refused: list[Refused] = []
    for name in [*dict.fromkeys(name for name in first if name), *(name for name in names if name not in first)]:
        found = _line(formulas, names[name], x, name in first)
        if isinstance(found, Refused):
            refused.append(found)
        elif found.shown or found.end is None or found.end > plot.range[0]:  # one that ends where the axis begins is a point
            lines.append(found)
    if wrong := [one.choice.name for one in refused if one.choice.name in first]:
        raise Fault(f"no formula of the plot holds for {wrong[0]}", "name a formula under also, or take another record")
    return lines, refused


def _line(formulas: Mapping[str, Compiled], choice: Choice, x: Input, shown: bool) -> Line | Refused:
    fits = [(uses, fit(formula.record, choice)) for uses, formula in formulas.items()]
    uses, found = next((pair for pair in fits if pair[1].usable), min(fits, key=lambda pair: len(pair[1].failed)))
    formula = formulas[uses]
    if not found.usable:
        return Refused(choice, formula.record, found, len(fits) > 1)
    values = {symbol: value for symbol, value in found.values.items() if symbol != x.symbol}
    return Line(choice.name, choice, uses, formula, values, choice.values.get(x.preset or ""), shown)


def _place(mark: Mark, x: Input, catalog: Catalog) -> float:
    if mark.at is not None:
        return float(mark.at)
    record = _formula(mark.formula or "", catalog)
    if record.unit != x.unit:
        raise Fault(f"'{mark.formula}' is in {record.unit}, the axis in {x.unit}", f"take a formula in {x.unit}")
    values = {part.symbol: part.default for part in record.inputs}
    if unknown := sorted(set(mark.values) - set(values)):
        raise Fault(f"'{unknown[0]}' is not an input of '{mark.formula}'", f"inputs: {', '.join(values)}")
    return compiled(record).compute({**values, **{symbol: float(text) for symbol, text in mark.values.items()}})
