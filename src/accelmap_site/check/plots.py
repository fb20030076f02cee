"""A rule about plots: what they name exists, and every curve drawn at first can be drawn."""

from collections.abc import Iterator

from ..errors import Problem
from ..formula import Fault, compiled, parse_predicate, plotted
from ..schema import Catalog, Formula
from .rule import Subject, rule


@rule(
    "A curve that cannot be computed would leave a hole in the plot and in its table.",
    bad="plot: {x: contxt}",
    good="plot: {x: context}",
    whole=True,
)
def bad_plot(subject: Subject) -> Iterator[Problem]:
    if not _sound(subject.catalog):
        return
    for item in subject.catalog.of("formula"):
        try:
            found = plotted(item, subject.catalog)
        except Fault as fault:
            yield subject.at(item, ("plot",), fault.message, fault.hint)
            continue
        for i, line in enumerate(found.shown if found else ()):
            if found and len(found.points(line)) < 2:
                yield subject.at(item, ("plot", "curves", i), "the curve has no points", "a logarithmic axis shows values above 0 only")


def _sound(catalog: Catalog) -> bool:
    """Whether every formula can be read; the rules about formulas report those that cannot."""
    try:
        for item in catalog.of("formula"):
            assert isinstance(item.record, Formula)
            compiled(item.record)
            for condition in item.record.holds_if:
                parse_predicate(condition.predicate)
    except Fault:
        return False
    return True
