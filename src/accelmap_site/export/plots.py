"""Plots as data: every curve that can be chosen, every record that is refused and why."""

from collections.abc import Iterator
from typing import Any

from ..formula import Line, Plotted, Refused, plotted
from ..schema import LOCALES, Catalog, Curve, Model, Text, Title
from .calculators import named, refusals
from .tables import VERSION, dump


def plots(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(path in the site, text): for each formula with a plot, a data file beside its page."""
    for item in catalog.of("formula"):
        found = plotted(item, catalog)
        if found is not None:
            yield f"calculate/{item.id}/plot.json", dump({"schema_version": VERSION, **_plot(item.id, found, catalog)})


def _plot(record_id: str, found: Plotted, catalog: Catalog) -> dict[str, Any]:
    record, plot = found.formula.record, found.plot
    used = {record_id: found.formula} | {line.uses: line.formula for line in found.lines}
    return {
        "id": record_id, "title": _both(plot.title), "quantity": _both(record.quantity), "unit": record.unit,
        "x": {"symbol": plot.x, "title": _both(found.x.title), "unit": found.x.unit, "integer": found.x.integer},
        "range": list(plot.range), "scale": plot.scale, "y_scale": plot.y_scale, "rows": [float(row) for row in plot.rows],
        "lines": [
            {"key": line.key, "title": line_title(line), "formula": line.uses, "values": dict(line.values), "end": line.end,
             "shown": line.shown} for line in found.lines
        ],
        "own": found.plot.curves[0].record is not None,
        "refused": [{"key": one.choice.name, "title": refused_title(one), "reasons": why_not(catalog, one)} for one in found.refused],
        "marks": [{"title": _both(mark.title), "at": at} for mark, at in found.marks],
        "formulas": {name: {part.symbol: part.default for part in one.record.inputs} for name, one in used.items()},
        "names": {name: _both(one.record.title) for name, one in used.items()},
    }  # fmt: skip


def line_title(line: Line) -> dict[str, str]:
    """Name of a curve in both languages."""
    if isinstance(line.origin, Curve):
        assert line.origin.title is not None
        return _both(line.origin.title)
    return {locale: named(getattr(line.origin.item.record.title, locale), line.origin.variant) for locale in LOCALES}


def refused_title(one: Refused) -> dict[str, str]:
    """Name of a refused record in both languages."""
    return {locale: named(getattr(one.choice.item.record.title, locale), one.choice.variant) for locale in LOCALES}


def why_not(catalog: Catalog, one: Refused) -> list[dict[str, str]]:
    """Reasons for which a record has no curve, in both languages."""
    closed = isinstance(one.choice.item.record, Model) and one.choice.item.record.closed
    if one.several and one.fit.failed and not closed:
        label = catalog.lists["labels"]["plot-none"]
        assert isinstance(label, Title)
        return [_both(label)]
    return refusals(catalog, one.formula, one.choice, one.fit)


def _both(text: Text | Title) -> dict[str, str]:
    return {locale: str(getattr(text, locale)) for locale in LOCALES}
