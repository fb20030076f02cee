"""What the stack checker reads, taken from the records once. The same tables are published and evaluated by a script."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..formula import Predicate, caches, parse_predicate
from ..graph import Edge, Graph
from ..schema import Catalog, Config, Hardware, Item, Model, Source, Technique, Tool, slug

RELATIONS = (
    "incompatible_with", "requires", "combines_with", "part_of", "variant_of", "evolves_from", "equivalent_to", "alternative_to",
    "implemented_by", "used_by",
)  # fmt: skip
"""Relations that say something about use together, in the order in which they are looked up."""


@dataclass(frozen=True)
class Tables:
    """``models``: config by size ('' for a single model, else a slug). ``needs``: features. ``applies``: predicates as trees.

    ``alone`` are the techniques that no tool offers; ``ancestors`` what each technique is a form of.
    """

    models: Mapping[str, Mapping[str, Mapping[str, Any]]]
    hardware: Mapping[str, tuple[str, ...]]
    engines: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, str]
    stages: Mapping[str, tuple[str, ...]]
    needs: Mapping[str, tuple[str, ...]]
    applies: Mapping[str, Predicate]
    alone: tuple[str, ...]
    edges: tuple[Edge, ...]
    ancestors: Mapping[str, tuple[str, ...]]

    @cached_property
    def places(self) -> Mapping[tuple[str, str, str], int]:
        """Place of the first edge by (relation, source, target)."""
        found: dict[tuple[str, str, str], int] = {}
        for place, edge in enumerate(self.edges):
            found.setdefault((edge.relation, edge.source, edge.target), place)
        return found

    @cached_property
    def demands(self) -> Mapping[str, tuple[int, ...]]:
        """Places of the ``requires`` edges that leave a record."""
        found: dict[str, tuple[int, ...]] = {}
        for place, edge in enumerate(self.edges):
            if edge.relation == "requires":
                found[edge.source] = (*found.get(edge.source, ()), place)
        return found


def tables(catalog: Catalog, graph: Graph) -> Tables:
    """The tables of a catalog whose references all resolve."""
    edges = tuple(edge for name in RELATIONS for edge in graph.edges if edge.relation == name)
    records = {item.id: item.record for item in catalog.items.values()}
    techniques = {name: record for name, record in records.items() if isinstance(record, Technique)}
    return Tables(
        models={name: _configs(record, catalog) for name, record in records.items() if isinstance(record, Model)},
        hardware={name: record.features for name, record in records.items() if isinstance(record, Hardware)},
        engines={name: record.stages for name, record in records.items() if isinstance(record, Tool)},
        kinds={name: catalog.items[name].kind for name in sorted({end for edge in edges for end in (edge.source, edge.target)})},
        stages={name: record.stages for name, record in techniques.items()},
        needs={name: record.needs_features for name, record in techniques.items() if record.needs_features},
        applies={name: parse_predicate(record.applies_if) for name, record in techniques.items() if record.applies_if},
        alone=tuple(name for name, record in techniques.items() if record.no_tool),
        edges=edges,
        ancestors=_ancestors(edges, techniques),
    )


def _configs(record: Model, catalog: Catalog) -> dict[str, dict[str, Any]]:
    configs = {slug(variant.name): variant.config for variant in record.variants}
    if record.config:
        configs[""] = record.config
    return {name: _stated(config, catalog) for name, config in configs.items()}


def _stated(config: Config, catalog: Catalog) -> dict[str, Any]:
    """What the config states. Attention that caches its heads has no latent vector: the rank of that is 0 and not unknown."""
    found = config.model_dump(exclude_none=True)
    if caches(catalog, config.attention) == "heads":
        found.setdefault("kv_lora_rank", 0)
    return found


def _ancestors(edges: Iterable[Edge], techniques: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What a technique is a form of, over any number of steps: choosing the form means choosing the thing."""
    up: dict[str, list[str]] = {}
    for edge in edges:
        if edge.relation in ("variant_of", "evolves_from", "equivalent_to") and edge.status == "yes":
            up.setdefault(edge.source, []).append(edge.target)
            if edge.relation == "equivalent_to":
                up.setdefault(edge.target, []).append(edge.source)
    found = {}
    for name in techniques:
        seen: set[str] = set()
        waiting = list(up.get(name, ()))
        while waiting:
            one = waiting.pop()
            if one not in seen and one != name:
                seen.add(one)
                waiting += up.get(one, ())
        if seen:
            found[name] = tuple(sorted(seen))
    return found


def cited(catalog: Catalog, edge: Edge) -> Source | None:
    """The source that an edge names."""
    owner = catalog.items.get(edge.owner)
    return next((source for source in owner.record.sources if source.key == edge.cited), None) if owner else None


def pairs(catalog: Catalog, graph: Graph) -> dict[str, list[tuple[Edge, Item, Item, Source | None]]]:
    """What excludes each other and what needs what, for a page without scripts: relation → rows in order of titles."""
    found: dict[str, list[tuple[Edge, Item, Item, Source | None]]] = {}
    for relation in ("incompatible_with", "requires"):
        rows = [edge for edge in graph.edges if edge.relation == relation and {edge.source, edge.target} <= set(catalog.items)]
        found[relation] = [
            (edge, catalog.items[edge.source], catalog.items[edge.target], cited(catalog, edge))
            for edge in sorted(rows, key=lambda edge: (edge.source, edge.target))
        ]
    return found


def published(found: Tables, catalog: Catalog) -> dict[str, Any]:
    """The tables as plain data for the script; ``cited`` of an edge is a place in ``sources``."""
    sources: dict[Source, int] = {}
    edges = [_edge(edge, catalog, sources) for edge in found.edges]
    return {
        "models": found.models, "hardware": found.hardware, "engines": found.engines, "kinds": found.kinds, "stages": found.stages,
        "needs": found.needs, "applies": found.applies, "alone": found.alone, "ancestors": found.ancestors,
        "edges": edges, "sources": [[source.title, source.locator, source.address] for source in sources],
    }  # fmt: skip


def _edge(edge: Edge, catalog: Catalog, sources: dict[Source, int]) -> dict[str, Any]:
    plain: dict[str, Any] = {"source": edge.source, "relation": edge.relation, "target": edge.target}
    if edge.status != "yes":
        plain["status"] = edge.status
    for name in ("since", "how"):
        if getattr(edge, name):
            plain[name] = getattr(edge, name)
    if edge.owner != edge.source:
        plain["owner"] = edge.owner
    if source := cited(catalog, edge):
        plain["cited"] = sources.setdefault(source, len(sources))
    return plain
