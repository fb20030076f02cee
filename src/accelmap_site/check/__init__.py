"""Rules over a loaded tree. Every rule is one function; all problems come back at once, sorted."""

from dataclasses import replace

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


def check(catalog: Catalog, graph: Graph, today: str | None = None) -> list[Problem]:
    """All problems of a catalog. ``today`` (YYYY-MM-DD) judges dates; a build passes none."""
    subject = Subject(catalog, graph, today)
    rules = [rule for rule in RULES if not (rule.whole and catalog.unread)]
    found = {replace(problem, rule=rule.name) for rule in rules for problem in rule.check(subject)}
    return sorted(without_exceptions(subject, found, {rule.name for rule in rules}))
