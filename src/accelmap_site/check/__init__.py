"""Rules over a loaded tree. Every rule is one function; all problems come back at once, sorted."""

from dataclasses import replace

from ..cores import processes, spread
from ..errors import Problem
from ..graph import Graph
from ..schema import OPEN, Catalog
from . import (
    addresses,
    comparisons,
    dates,
    diagnosis,
    drawing,
    evidence,
    facts,
    figures,
    formulas,
    letters,
    marks,
    markup,
    membership,
    names,
    parity,
    plausible,
    plots,
    prose,
    purpose,
    references,
    repeats,
    sources,
    spacing,
    unfilled,
    wording,
)
from .drawing import diagram_problems
from .exceptions import without_exceptions
from .names import folded
from .phrases import Finder, ways_of
from .references import REFERENCE
from .rule import RULES, Drawn, Rule, Subject

__all__ = [
    "EXCEPTIONS", "OPEN", "REFERENCE", "RULES", "Drawn", "Finder", "Rule", "Subject", "check", "diagram_problems", "folded", "ways_of",
]  # fmt: skip
EXCEPTIONS = {rule.name: rule.why for rule in RULES if rule.allowable}
"""Rules of which a record may be spared, each with its reason."""

_MODULES = (
    addresses, comparisons, dates, diagnosis, drawing, evidence, facts, figures, formulas, letters, markup, marks, membership, names,
    parity, plausible, plots, prose, purpose, references, repeats, sources, spacing, unfilled, wording,
)  # fmt: skip


_SLICES = 40
"""Into how many pieces records are cut for several processes: enough that all of them end at about the same time."""


def check(catalog: Catalog, graph: Graph, today: str | None = None, only: frozenset[str] | None = None) -> list[Problem]:
    """All problems of a catalog. ``today`` (YYYY-MM-DD) judges dates; a build passes none.

    With ``only``, rules that judge each record by itself look at these records alone; others look at the tree as ever.
    """
    subject = Subject(catalog, graph, today, only=only)
    rules = [rule for rule in RULES if not (rule.whole and catalog.unread)]
    alone, together = [rule for rule in rules if rule.single], [rule for rule in rules if not rule.single]
    ids = list(catalog.items) if only is None else sorted(only)
    count = processes(len(ids))
    if count > 1:
        _judged((alone, replace(subject, only=frozenset())))  # what rules make once of the catalog is made before processes part
    size = max(1, len(ids) // _SLICES)  # neighbours stay together: they are near each other in memory, too
    slices = [replace(subject, only=frozenset(ids[i : i + size])) for i in range(0, len(ids), size)] if count > 1 else [subject]
    pieces = [(together, replace(subject, only=None)), *((alone, one) for one in slices)]
    found = {problem for _, several in spread(pieces, _judged, count) for problem in several}
    return sorted(without_exceptions(subject, found, {rule.name for rule in rules}))


def _judged(piece: tuple[list[Rule], Subject]) -> list[Problem]:
    rules, subject = piece
    return [replace(problem, rule=rule.name) for rule in rules for problem in rule.check(subject)]
