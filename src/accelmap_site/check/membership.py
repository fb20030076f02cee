"""Rules about closed lists: what stands in a record must stand in the list."""

from collections.abc import Iterator
from functools import lru_cache

from ..errors import Problem
from ..graph import Edge
from ..schema import Item, Part, Path, parts_by_class
from .rule import Subject, rule

_LISTS = {
    "stages": "stages",
    "layer": "layers",
    "needs_features": "features",
    "features": "features",
    "format": "formats",
    "metric": "metrics",
    "metrics": "metrics",
    "topic": "topics",
    "family": "formula_families",
    "type": "model-kinds",
}
_ONLY_IN = {"metric": "Signal", "type": "Model"}


@rule(
    "A value outside its list would appear in no table and no filter.",
    bad="stages: [pretraining]",
    good="stages: [pretrain]",
    single=True,
)
def not_in_list(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for path, value, name in _listed(item):
            options = subject.catalog.lists[name]
            if not subject.listed(name, value):
                yield subject.at(item, path, f"'{value}' is not in taxonomy/{name}.yml", f"one of: {', '.join(options)}")


def _listed(item: Item) -> Iterator[tuple[Path, str, str]]:
    for kind, found in parts_by_class(item.record).items():
        for field, name in _fields(kind):
            for at, part in found:
                value = getattr(part, field)
                if value is None:
                    continue
                if isinstance(value, tuple):
                    yield from (((*at, field, i), one, name) for i, one in enumerate(value))
                else:
                    yield (*at, field), value, name


@lru_cache(maxsize=256)
def _fields(kind: type[Part]) -> tuple[tuple[str, str], ...]:
    """Fields of a class whose values stand in a list, with the list."""
    listed = ((field, name) for field, name in _LISTS.items() if field in kind.model_fields)
    return tuple((field, name) for field, name in listed if _ONLY_IN.get(field, kind.__name__) == kind.__name__)


@rule(
    "The landscape promises techniques and tools in each category.",
    bad="io-data: {title: {zh: 数据读取, en: Data input}}   # one technique is in it",
    good="io-data: {title: {zh: 数据读取, en: Data input}}   # three techniques and two tools are in it",
    whole=True,
)
def empty_category(subject: Subject) -> Iterator[Problem]:
    for name in subject.catalog.lists["categories"]:
        kinds = [subject.catalog.items[e.source].kind for e in subject.graph.sources(f"cat-{name}", "in_category")]
        for kind, least in (("technique", 3), ("tool", 2)):
            if kinds.count(kind) < least:
                yield subject.entry("categories", (name,), f"has {kinds.count(kind)} {kind}s", f"at least {least} are promised")


@rule(
    "A branch of the decision flow that shares its place hides another.",
    bad="flow: {order: 2}   # another bottleneck has order 2",
    good="flow: {order: 3}",
)
def flow_order(subject: Subject) -> Iterator[Problem]:
    taken: dict[int, str] = {}
    for item in subject.catalog.of("bottleneck"):
        order = getattr(item.record, "flow").order
        if order in taken:
            yield subject.at(item, ("flow", "order"), f"{order} is the place of {taken[order]}", "give each bottleneck its own place")
        taken.setdefault(order, item.id)


@rule(
    "A leaf of the decision flow names remedies, so each must say that it relieves the bottleneck.",
    bad="flow: {picks: [lora]}   # lora does not list this bottleneck",
    good="flow: {picks: [kernel-fusion]}   # kernel-fusion does",
    whole=True,
)
def leaf_relieves(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.of("bottleneck"):
        remedies = {edge.source for edge in subject.graph.sources(item.id, "relieves")}
        for i, pick in enumerate(getattr(item.record, "flow").picks):
            if pick in subject.catalog.items and pick not in remedies:
                message = f'"{pick}" does not list {item.id} under bottlenecks'
                yield subject.at(item, ("flow", "picks", i), message, "add it there, or drop it here")
        if len(remedies) < 2:
            yield subject.at(item, (), f"{len(remedies)} records relieve it", "a bottleneck needs at least two remedies")


@rule(
    "Two records that cannot work together must not be recommended together.",
    bad="picks: [medusa, eagle-3]   # the two are incompatible",
    good="picks: [medusa, eagle-3]\nmode: one",
)
def recommended_apart(subject: Subject) -> Iterator[Problem]:
    apart = {frozenset((edge.source, edge.target)) for edge in subject.graph.edges if edge.relation == "incompatible_with"}
    for item in subject.catalog.of("scenario"):
        picks = [edge for edge in subject.graph.leaving.get(item.id, ()) if edge.relation == "recommends"]
        for i, edge in enumerate(picks):
            for other in picks[:i]:
                if frozenset((edge.target, other.target)) in apart and not _same_choice(item, edge, other):
                    message = f'"{edge.target}" cannot be used together with "{other.target}", which is recommended too'
                    yield subject.edge(edge, message, "offer the two as alternatives (mode: one), or drop one")


def _same_choice(item: Item, edge: Edge, other: Edge) -> bool:
    """Whether two picks are alternatives of one choice."""
    tier, number = edge.path[1], edge.path[2]
    choice = getattr(getattr(item.record, "tiers"), str(tier))[number]
    return edge.path[:3] == other.path[:3] and choice.mode == "one"
