"""Observations → bottlenecks, what to measure next, remedies. Pure; the rules stand in the records."""

from dataclasses import replace

from ..graph import Graph
from ..schema import Catalog
from .answer import Answer, Case, Next, Plan, Remedy, Standing, Withheld, plain
from .engine import crossed, evaluate
from .intake import Mistake, allowed, option, read_case, read_value
from .subject import Subject, slug, subjects
from .tables import Rules, Scale, exported, rules, scales

__all__ = [
    "Answer", "Case", "Mistake", "Next", "Plan", "Remedy", "Rules", "Scale", "Standing", "Subject", "Withheld", "allowed", "answer",
    "crossed", "evaluate", "exported", "option", "plain", "read_case", "read_value", "rules", "scales", "slug", "subjects",
]  # fmt: skip


def answer(catalog: Catalog, graph: Graph, case: Case, tables: Rules | None = None) -> Answer:
    """The answer to ``case``, each remedy with its record. ``tables`` are the rules of the catalog, where they are at hand.

    Raises ValueError with one line a mistake if the case names what the catalog does not know.
    """
    tables = tables or rules(catalog, graph)
    values = {metric: value if isinstance(value, str) else f"{value:f}" for metric, value in case.observed}
    _, mistakes = read_case(tables, case.stage, case.hardware, case.model, values)
    if mistakes:
        raise ValueError("\n".join(f"{m.field}: '{m.value}' is not {m.allowed}" for m in mistakes))
    observed = tuple(sorted((metric, value if isinstance(value, str) else float(value)) for metric, value in case.observed))
    found = evaluate(tables, replace(case, observed=observed))
    return replace(found, plans=tuple(_with_records(catalog, plan) for plan in found.plans))


def _with_records(catalog: Catalog, plan: Plan) -> Plan:
    def known(remedies: tuple[Remedy, ...]) -> tuple[Remedy, ...]:
        return tuple(replace(one, record=catalog.items[one.id].record) for one in remedies)

    return replace(plan, techniques=known(plan.techniques), tools=known(plan.tools))
