"""A stack → verdicts, by the tables alone. Same tables and stack, same verdicts in the same order.

``content/pages/assets/js/stack-engine.js`` holds the same algorithm, function by function; a test compares them.
"""

from collections.abc import Iterator
from itertools import combinations, product

from ..formula import holds
from .tables import Tables
from .verdict import NO, UNTESTED, YES, Stack, Verdict

TOGETHER = ("combines_with", "requires", "part_of", "variant_of", "evolves_from", "equivalent_to")
"""Relations between techniques that mean: used together, or one contains the other."""
_OPPOSITE = {YES: NO, NO: YES, UNTESTED: UNTESTED}


def judge(tables: Tables, stack: Stack) -> tuple[Verdict, ...]:
    """Every finding about a stack whose ids are all known to ``tables``; check by check, each in the order of the stack.

    A ``no`` needs a record that says so. Where nothing is recorded, or something has not been chosen, the verdict is ``untested``.
    """
    return (
        *_conflicts(tables, stack), *_features(tables, stack), *_requirements(tables, stack), *_applicable(tables, stack),
        *_offered(tables, stack), *_pairs(tables, stack),
    )  # fmt: skip


def _edge(tables: Tables, relation: str, one: str, other: str, both: bool = True) -> int | None:
    """Place of the first edge of a relation from ``one`` to ``other``, or back if ``both``."""
    found = [tables.places.get((relation, one, other)), tables.places.get((relation, other, one)) if both else None]
    return min((place for place in found if place is not None), default=None)


def _conflicts(tables: Tables, stack: Stack) -> Iterator[Verdict]:
    """Two records joined by ``incompatible_with``. A condition of the edge is shown; it does not lift the conflict.

    What holds for a family may not hold for each of its forms, so a conflict that is inherited leaves the question open.
    """
    for one, other in combinations(stack.chosen, 2):
        place = _edge(tables, "incompatible_with", one, other)
        if place is not None:
            edge = tables.edges[place]
            yield Verdict("conflict", _OPPOSITE[edge.status], "since" if edge.since else "stated", one, other, place)
            continue
        inherited = _inherited(tables, one, other)
        if inherited is not None:
            yield Verdict("conflict", UNTESTED, "inherited", one, other, inherited)


def _inherited(tables: Tables, one: str, other: str) -> int | None:
    """Place of the first conflict between what two records are forms of."""
    lines = product((one, *tables.ancestors.get(one, ())), (other, *tables.ancestors.get(other, ())))
    found = [_edge(tables, "incompatible_with", left, right) for left, right in lines]
    return min((place for place in found if place is not None and tables.edges[place].status != NO), default=None)


def _features(tables: Tables, stack: Stack) -> Iterator[Verdict]:
    """Hardware features that a technique needs."""
    for name in stack.techniques:
        for feature in tables.needs.get(name, ()):
            if not stack.hardware:
                yield Verdict("feature", UNTESTED, "unchosen", name, feature)
            else:
                has = feature in tables.hardware[stack.hardware]
                yield Verdict("feature", YES if has else NO, "has" if has else "lacks", name, feature)


def _requirements(tables: Tables, stack: Stack) -> Iterator[Verdict]:
    for name in stack.chosen:
        for place in tables.demands.get(name, ()):
            edge = tables.edges[place]
            if edge.status != NO:
                verdict, reason = _met(tables, stack, edge.target)
                if edge.status == UNTESTED and verdict == NO:
                    verdict, reason = UNTESTED, "stated"
                yield Verdict("requires", verdict, reason, name, edge.target, place)


def _met(tables: Tables, stack: Stack, wanted: str) -> tuple[str, str]:
    """Whether the stack holds what is wanted: itself, a form of it, as a part of the model, or as an offer of the engine."""
    if wanted in stack.chosen:
        return YES, "chosen"
    if any(wanted in tables.ancestors.get(name, ()) for name in stack.techniques):
        return YES, "form"
    for relation, end, reason in (("used_by", stack.model, "model"), ("implemented_by", stack.engine, "offered")):
        place = _edge(tables, relation, wanted, end, both=False) if end else None
        if place is not None and tables.edges[place].status == YES:
            return YES, reason
    kind = tables.kinds[wanted]
    if (kind == "hardware" and not stack.hardware) or (kind == "model" and not stack.model):
        return UNTESTED, "unchosen"
    return (UNTESTED, "outside") if kind in ("tool", "term") else (NO, "missing")


def _applicable(tables: Tables, stack: Stack) -> Iterator[Verdict]:
    """The predicate of a technique over the model. A model that is built with the technique settles it."""
    for name in stack.techniques:
        if name not in tables.applies:
            continue
        used = _edge(tables, "used_by", name, stack.model, both=False) if stack.model else None
        if used is not None and tables.edges[used].status == YES:
            yield Verdict("applies", YES, "built", name, stack.model, used)
            continue
        verdict, reason = _fits(tables, stack, name)
        yield Verdict("applies", verdict, reason, name, stack.model)


def _fits(tables: Tables, stack: Stack, name: str) -> tuple[str, str]:
    if not stack.model:
        return UNTESTED, "unchosen"
    sizes = tables.models[stack.model]
    configs = [sizes[stack.size]] if stack.size in sizes else list(sizes.values())
    if not configs:
        return UNTESTED, "unpublished"
    truths = {holds(tables.applies[name], config) for config in configs}
    if truths == {True}:
        return YES, "holds"
    if truths == {False}:
        return NO, "fails"
    return UNTESTED, "unstated" if None in truths else "size"


def _offered(tables: Tables, stack: Stack) -> Iterator[Verdict]:
    """Whether the engine offers a technique. No entry is no proof: only work of another stage, or a technique without tools, is a no."""
    for name in stack.techniques if stack.engine else ():
        place = _edge(tables, "implemented_by", name, stack.engine, both=False)
        if place is not None:
            yield Verdict("engine", tables.edges[place].status, "entry", name, stack.engine, place)
        elif not set(tables.stages[name]) & set(tables.engines[stack.engine]):
            yield Verdict("engine", NO, "stage", name, stack.engine)
        elif name in tables.alone:
            yield Verdict("engine", NO, "alone", name, stack.engine)
        else:
            yield Verdict("engine", UNTESTED, "no-entry", name, stack.engine)


def _pairs(tables: Tables, stack: Stack) -> Iterator[Verdict]:
    """What is recorded of two techniques together; pairs in conflict have been named already."""
    for one, other in combinations(stack.techniques, 2):
        if _edge(tables, "incompatible_with", one, other) is not None or _inherited(tables, one, other) is not None:
            continue
        places = [place for relation in TOGETHER if (place := _edge(tables, relation, one, other)) is not None]
        if places:
            yield Verdict("pair", tables.edges[places[0]].status, tables.edges[places[0]].relation, one, other, places[0])
            continue
        rival = _edge(tables, "alternative_to", one, other)
        yield Verdict("pair", UNTESTED, "nothing" if rival is None else "alternative_to", one, other, rival)
