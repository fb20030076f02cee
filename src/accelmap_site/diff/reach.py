"""Which pages can show what changed between two states of the records, so that only these have to be made.

A page shows its own record whole. Of other records it shows what stands in the tables below, the edges between them, and the title
of each that it names by id. What is found may be too much and is never too little;
``tests/test_reach.py`` watches the real pages read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..graph import TRAITS, Edge, references
from ..render import World
from ..schema import Catalog, Item, Model

TITLE = frozenset({"id", "title"})
"""A change of these shows wherever a record is named by id. ``id`` stands for a record that came, went or changed its kind."""

_PROSE = (
    "aliases former_ids body confused_with disputes facts allow verified mechanism equations figures use_when avoid_when gains costs "
    "no_tool what symptoms signals measure questions flow situation tiers claim evidence against watch explanation assumptions examples "
    "plot inputs definition pitfalls install repository homepage"
)
NOT_COMPARED = frozenset(_PROSE.split())
"""Fields that no column of a comparison reads."""

_ANY = "*"
INDEXES: Mapping[str, Mapping[str, frozenset[str]]] = {
    name: {kind: frozenset(fields.split()) for kind, fields in kinds.items()}
    for name, kinds in {
        "index": {"technique": "title abbr layer maturity categories", "bottleneck": "title flow"},
        "map": {
            _ANY: "title abbr summary relations",
            "technique": "introduced layer stages maturity categories bottlenecks",
            "tool": "categories",
            "bottleneck": "flow",
        },
        "explore": {_ANY: "title"},
        "diagnose": {
            "bottleneck": "title abbr summary flow measure signals",
            "hardware": "title",
            "model": "title variants config modality type",
            "technique": "layer categories applies_if",
            "tool": "layer categories",
        },
        "calculate": {"formula": "title abbr summary family"},
        "stack": {
            _ANY: "relations sources",
            "hardware": "title abbr summary features",
            "model": "title variants",
            "technique": "title abbr summary aliases applies_if needs_features requires",
            "tool": "title stages",
        },
        "scenarios": {"scenario": "title summary tiers"},
        "bottlenecks": {"bottleneck": "title abbr summary flow"},
        "techniques": {"technique": "title abbr summary layer maturity categories"},
        "tools": {"tool": "title abbr summary categories licence organisation state"},
        "models": {"model": f"title abbr summary active_b total_b organisation released type modality {' '.join(TRAITS)}"},
        "hardware": {"hardware": "title abbr summary features generation interconnect memory released tdp_w throughput variant"},
        "glossary": {_ANY: "title abbr summary", "term": "topic", "technique": "categories maturity", "tool": "categories"},
        "trends": {"trend": "title abbr summary against categories evidence since state"},
        "disputes": {_ANY: "title disputes verified"},
        "data": {},
    }.items()
}
"""Index page → kind → fields that it shows of each record of the kind; ``*`` for every kind. ``compare`` shows all but prose."""

LINKING: Mapping[str, frozenset[str]] = {
    "diagnose": frozenset({"flow", "measure"}),
    "stack": frozenset({"relations", "requires"}),
    "scenarios": frozenset({"tiers"}),
    "bottlenecks": frozenset({"flow"}),
    "models": frozenset(TRAITS),
    "disputes": frozenset({"disputes"}),
}
"""Index page → fields whose texts and ids link other records there. What ``map`` and ``compare`` link is named in closed lists, too."""

COMPUTING: Mapping[str, frozenset[str]] = {
    "model": TITLE | {"total_b", "active_b", "config", "variants", "closed"},
    "hardware": TITLE | {"memory", "interconnect", "throughput"},
    "technique": frozenset({"id", "title", "caches"}),
    "formula": TITLE | {"constants", "expression", "holds_if", "inputs", "plot", "symbol", "tex", "unit"},
}
"""What the pages of formulas show of all records of a kind: values, curves, and for which a formula does not hold."""

REMEDY = frozenset({"layer", "stages", "summary"})
"""What a bottleneck shows of its remedies beside their titles."""

UNSEEN_LISTS = frozenset({"figures"})
"""Closed lists that only rules read."""

_ORIGIN = re.compile("\ue004[^\ue005]*\ue005")
Fields = dict[str, frozenset[str]]


@dataclass(frozen=True)
class Reach:
    """Records whose pages, and index pages by name, that can differ between two states."""

    records: frozenset[str]
    indexes: frozenset[str]


def reach(old: World, new: World) -> Reach | None:
    """The pages that can show what changed; None if it may be all of them, since a closed list changed."""
    if any(old.catalog.lists.get(name) != new.catalog.lists.get(name) for name in {*old.catalog.lists, *new.catalog.lists} - UNSEEN_LISTS):
        return None
    marked = _marked(old.catalog, new.catalog)
    moved = _moved(old.catalog, new.catalog)
    for item in _both(old.catalog, new.catalog) if marked else ():
        if fields := {str(at[0]) for at, _, _, text in item.record.said if text in marked}:
            moved[item.id] = moved.get(item.id, frozenset()) | fields
    if not moved:
        return Reach(frozenset(), frozenset())
    retitled = {name for name, fields in moved.items() if fields & TITLE}
    hits = {(item.id, field) for item in _both(old.catalog, new.catalog) for field, name in _named(item) if name in retitled}
    hits |= {(edge.owner, str(edge.path[0])) for world in (old, new) for edge in world.graph.edges if {edge.source, edge.target} & retitled}
    records = {*moved, *(name for name, _ in hits)}
    for world in (old, new):
        records |= {end for edge in _edges(world, moved, retitled, hits) for end in (edge.source, edge.target)}
    records |= {end for edge in _rewired(old, new, moved) for end in (edge.source, edge.target)}
    kinds = {name: {side.catalog.items[name].kind for side in (old, new) if name in side.catalog.items} for name in moved}
    if any(fields & COMPUTING.get(kind, frozenset()) for name, fields in moved.items() for kind in kinds[name]):
        records |= {item.id for item in _both(old.catalog, new.catalog) if item.kind == "formula"}
    known = old.catalog.items.keys() | new.catalog.items.keys()
    shown = [(fields if _disputed(name, old, new) else fields - {"verified"}, kinds[name]) for name, fields in moved.items()]
    return Reach(frozenset(records & known), frozenset(_indexes(shown, {field for _, field in hits}, bool(retitled or marked or hits))))


def _disputed(name: str, *worlds: World) -> bool:
    """The only index that shows the day of verification shows that of records with disputes."""
    return any(item.record.disputes for world in worlds if (item := world.catalog.items.get(name)))


def _both(old: Catalog, new: Catalog) -> Iterator[Item]:
    """Every record of either side; one that both hold as the same object once."""
    yield from new.items.values()
    yield from (item for name, item in old.items.items() if item is not new.items.get(name))


def _moved(old: Catalog, new: Catalog) -> Fields:
    """Fields with another value, by record, facts told."""
    found: Fields = {}
    for name in old.items.keys() | new.items.keys():
        was, now = old.items.get(name), new.items.get(name)
        if was is None or now is None or was.kind != now.kind:
            found[name] = frozenset({"id"}).union(*(type(item.record).model_fields for item in (was, now) if item))
        elif was is not now and (fields := {field for field in type(now.record).model_fields if _differ(was, now, field)}):
            found[name] = frozenset(fields)
    return found


def _differ(was: Item, now: Item, field: str) -> bool:
    before, after = getattr(was.record, field), getattr(now.record, field)
    return before is not after and bool(before != after)


def _marked(old: Catalog, new: Catalog) -> set[str]:
    """Texts in which the same words are a fact on one side only: the page sets facts apart."""
    texts = {text for text in old.marked.keys() | new.marked.keys() if old.marked.get(text) != new.marked.get(text)}
    return {text for text in texts if _ORIGIN.sub("", old.marked.get(text, text)) != _ORIGIN.sub("", new.marked.get(text, text))}


def _named(item: Item) -> Iterator[tuple[str, str]]:
    """(field, id) of what a page names although it is no edge."""
    for path, name in references(item.record):
        yield str(path[0]), name
    if isinstance(item.record, Model):
        configs = [("config", item.record.config), *(("variants", size.config) for size in item.record.variants)]
        yield from ((field, str(config.attention)) for field, config in configs if config and config.attention)


def _edges(world: World, moved: Fields, retitled: set[str], hits: set[tuple[str, str]]) -> Iterator[Edge]:
    """Edges over which a page shows what changed at the other end, or their own note with other links."""
    for edge in world.graph.edges:
        remedy = edge.relation == "relieves" and moved.get(edge.source, frozenset()) & REMEDY
        if remedy or edge.source in retitled or edge.target in retitled or (edge.owner, edge.path[0]) in hits:
            yield edge


def _rewired(old: World, new: World, moved: Fields) -> Iterator[Edge]:
    """Edges that came, went, or say something else; where two join the same ends, their order counts."""
    before, after = (_said(world, moved) for world in (old, new))
    for ends in before.keys() | after.keys():
        was, now = before.get(ends, []), after.get(ends, [])
        if [said for said, _ in was] != [said for said, _ in now]:
            yield from (edge for _, edge in (*was, *now))


def _said(world: World, moved: Fields) -> dict[tuple[str, str, str], list[tuple[object, Edge]]]:
    found: dict[tuple[str, str, str], list[tuple[object, Edge]]] = {}
    for edge in world.graph.edges:
        if edge.owner in moved:
            said = (edge.owner, edge.note, edge.since, edge.status, edge.cited, edge.strength, edge.tier, edge.how)
            found.setdefault((edge.source, edge.relation, edge.target), []).append((said, edge))
    return found


def _indexes(shown: Iterable[tuple[frozenset[str], set[str]]], linking: set[str], relinked: bool) -> Iterator[str]:
    """Names of index pages. ``shown`` are changed fields with the kinds of their record, ``linking`` fields whose links changed."""
    by_kind = [(fields, kind) for fields, kinds in shown for kind in kinds]
    for name, table in INDEXES.items():
        everywhere = table.get(_ANY, frozenset()) | {"id"}
        seen = (fields & (everywhere | table.get(kind, frozenset())) for fields, kind in by_kind)
        if linking & LINKING.get(name, frozenset()) or any(seen):
            yield name
    if relinked or any(fields - NOT_COMPARED - {"verified"} for fields, _ in by_kind):
        yield "compare"
