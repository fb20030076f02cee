"""Rules about closed lists: what stands in a record must stand in the list."""

from collections.abc import Iterator

from ..errors import Problem
from ..schema import Item, Path, parts
from .rule import Subject, rule

_LISTS = {
    "stages": "stages",
    "layer": "layers",
    "needs_features": "features",
    "features": "features",
    "format": "formats",
    "metric": "metrics",
    "topic": "topics",
    "family": "formula_families",
}
_ONLY_IN = {"metric": "Signal"}


@rule("A value outside its list would appear in no table and no filter.")
def not_in_list(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.items.values():
        for path, value, name in _listed(item):
            options = subject.catalog.lists[name]
            if value not in options:
                yield subject.at(item, path, f"'{value}' is not in taxonomy/{name}.yml", f"one of: {', '.join(options)}")


def _listed(item: Item) -> Iterator[tuple[Path, str, str]]:
    for at, part in parts(item.record):
        for field, name in _LISTS.items():
            if field not in type(part).model_fields or _ONLY_IN.get(field, type(part).__name__) != type(part).__name__:
                continue
            value = getattr(part, field)
            if isinstance(value, tuple):
                yield from (((*at, field, i), one, name) for i, one in enumerate(value))
            else:
                yield (*at, field), value, name


@rule("The landscape promises techniques and tools in each category.")
def empty_category(subject: Subject) -> Iterator[Problem]:
    for name in subject.catalog.lists["categories"]:
        kinds = [subject.catalog.items[e.source].kind for e in subject.graph.sources(f"cat-{name}", "in_category")]
        for kind, least in (("technique", 3), ("tool", 2)):
            if kinds.count(kind) < least:
                yield subject.entry("categories", (name,), f"has {kinds.count(kind)} {kind}s", f"at least {least} are promised")


@rule("A branch of the decision flow that shares its place hides another.")
def flow_order(subject: Subject) -> Iterator[Problem]:
    taken: dict[int, str] = {}
    for item in subject.catalog.of("bottleneck"):
        order = getattr(item.record, "flow").order
        if order in taken:
            yield subject.at(item, ("flow", "order"), f"{order} is the place of {taken[order]}", "give each bottleneck its own place")
        taken.setdefault(order, item.id)


@rule("A leaf of the decision flow names remedies, so each must say that it relieves the bottleneck.")
def leaf_relieves(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.of("bottleneck"):
        remedies = {edge.source for edge in subject.graph.sources(item.id, "relieves")}
        for i, pick in enumerate(getattr(item.record, "flow").picks):
            if pick in subject.catalog.items and pick not in remedies:
                message = f'"{pick}" does not list {item.id} under bottlenecks'
                yield subject.at(item, ("flow", "picks", i), message, "add it there, or drop it here")
        if len(remedies) < 2:
            yield subject.at(item, (), f"{len(remedies)} records relieve it", "a bottleneck needs at least two remedies")
