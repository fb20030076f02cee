"""Columns by name: a property of taxonomy/properties.yml, or a field that records have anyway."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ..formula import cached_values
from ..graph import TRAITS, Graph
from ..schema import Catalog, Config, Hardware, Item, Model, Title, Variant
from .cell import EMPTY, Cell, from_mark, from_number, from_property, from_trait, keyed


@dataclass(frozen=True)
class Subject:
    """What a row is about: a record, or one size of a model."""

    item: Item
    size: Variant | None = None

    @property
    def config(self) -> Config | None:
        """Architecture of the size, or of the only size."""
        return self.size.config if self.size else getattr(self.item.record, "config", None)


Fill = Callable[[Subject, Catalog, Graph], Cell]


@dataclass(frozen=True)
class Column:
    """A column with its heading, and how a row fills it."""

    name: str
    title: Title
    note: Any
    fill: Fill


def _listed(field: str, name: str) -> Fill:
    """Titles of members of a closed list."""

    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        value = getattr(subject.item.record, field, ())
        keys = value if isinstance(value, tuple) else (value,)
        return Cell(words=tuple(getattr(catalog.lists[name][key], "title") for key in keys if key in catalog.lists[name]))

    return fill


def _worded(field: str, prefix: str) -> Fill:
    """Words of the interface for the values of a field."""

    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        value = getattr(subject.item.record, field, ())
        keys = value if isinstance(value, tuple) else (value,)
        return Cell(words=tuple(catalog.lists["labels"][f"{prefix}-{key}"] for key in keys if key))

    return fill


def _marked(field: str) -> Fill:
    return lambda subject, catalog, graph: from_mark(getattr(subject.item.record, field, None))


def _edges(relation: str, forward: bool, kind: str = "") -> Fill:
    """Records at the other end of a relation."""

    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        own = subject.item.id
        edges = graph.targets(own, relation) if forward else graph.sources(own, relation)
        ends = sorted({edge.target if forward else edge.source for edge in edges if edge.status == "yes"})
        return Cell(ids=tuple(end for end in ends if end in catalog.items and kind in ("", catalog.items[end].kind)))

    return fill


def _parameters(field: str) -> Fill:
    return lambda subject, catalog, graph: from_number(getattr(subject.size or subject.item.record, field, None), "B")


def _active_share(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
    holder = subject.size or subject.item.record
    total, active = getattr(holder, "total_b", None), getattr(holder, "active_b", None)
    return from_number(round(active / total * 100, 1), "%") if total and active else EMPTY


def _cache(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
    """Elements that a token adds to the cache of a layer, where the record of its attention kind says how to count them."""
    cached = cached_values(catalog, subject.config) if subject.config else None
    return from_number(cached) if cached else EMPTY


def _per_link(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
    link = getattr(subject.item.record, "interconnect", None)
    if link is None or not link.nvlink_gbs or not link.nvlink_links:
        return EMPTY
    return from_number(link.nvlink_gbs / link.nvlink_links, "GB/s", keyed(subject.item, link.source))


def _inner(part: str, field: str, unit: str = "") -> Fill:
    """A field of memory or interconnect, with the source of the part."""

    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        holder = getattr(subject.item.record, part, None)
        value = getattr(holder, field, None)
        source = keyed(subject.item, getattr(holder, "source", None))
        return from_mark(value, source) if isinstance(value, str) else from_number(value, unit, source)

    return fill


def _tdp(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
    return from_number(getattr(subject.item.record, "tdp_w", None), "W")


FIELDS: Mapping[str, tuple[str, Fill]] = MappingProxyType(
    {
        "introduced": ("introduced", _marked("introduced")),
        "maturity": ("maturity", _worded("maturity", "maturity")),
        "categories": ("categories", _listed("categories", "categories")),
        "stages": ("stages", _listed("stages", "stages")),
        "layer": ("layer", _listed("layer", "layers")),
        "topic": ("topic", _listed("topic", "topics")),
        "bottlenecks": ("relieves", _edges("relieves", True)),
        "requires": ("requires", _edges("requires", True)),
        "needs_features": ("needs-hardware", _listed("needs_features", "features")),
        "applies_if": ("applies-if", _marked("applies_if")),
        "tools": ("tools", _edges("implemented_by", True)),
        "models": ("used-in-models", _edges("used_by", True, "model")),
        "techniques": ("implements", _edges("implemented_by", False)),
        "organisation": ("organisation", _marked("organisation")),
        "licence": ("licence", _marked("licence")),
        "state": ("state", _worded("state", "state")),
        "released": ("released", _marked("released")),
        "total_b": ("total", _parameters("total_b")),
        "active_b": ("active", _parameters("active_b")),
        "active_share": ("active-share", _active_share),
        "cache_elements": ("cache-elements", _cache),
        "modality": ("modality", _worded("modality", "modality")),
        "vendor": ("vendor", _marked("vendor")),
        "generation": ("generation", _marked("generation")),
        "variant": ("variant", _marked("variant")),
        "compute_capability": ("capability", _marked("compute_capability")),
        "features": ("features", _listed("features", "features")),
        "tdp_w": ("power", _tdp),
        "memory.type": ("memory-type", _inner("memory", "type")),
        "memory.capacity_gb": ("memory-capacity", _inner("memory", "capacity_gb", "GB")),
        "memory.bandwidth_gbs": ("bandwidth", _inner("memory", "bandwidth_gbs", "GB/s")),
        "interconnect.nvlink_generation": ("nvlink-generation", _inner("interconnect", "nvlink_generation")),
        "interconnect.nvlink_links": ("nvlink-links", _inner("interconnect", "nvlink_links")),
        "interconnect.per_link": ("nvlink-per-link", _per_link),
        "interconnect.nvlink_gbs": ("nvlink-total", _inner("interconnect", "nvlink_gbs", "GB/s")),
        "interconnect.pcie": ("pcie", _inner("interconnect", "pcie")),
    }
)
"""Fields by name: key of the heading in labels.yml, and how a row fills it."""


def column(name: str, catalog: Catalog) -> Column | None:
    """The column of a name; None if there is no such property, field, format or technique."""
    properties = catalog.lists["properties"]
    head, _, rest = name.partition(".")
    if name in properties:
        entry = properties[name]
        return Column(name, getattr(entry, "title"), getattr(entry, "summary"), _property(name))
    if name in FIELDS:
        key, fill = FIELDS[name]
        return _labelled(name, key, fill, catalog)
    if name in TRAITS:
        return _labelled(name, name, _trait(name), catalog)
    if head == "config" and rest in Config.model_fields:
        return _labelled(name, f"config-{rest}", _config(rest), catalog)
    if head == "throughput" and rest in catalog.lists["formats"]:
        return Column(name, getattr(catalog.lists["formats"][rest], "title"), None, _throughput(rest))
    if head == "offers" and rest in catalog.items:
        return Column(name, catalog.items[rest].record.title, None, _offers(rest))
    return None


def known(catalog: Catalog) -> Iterable[str]:
    """Names of all columns, for suggestions."""
    yield from catalog.lists["properties"]
    yield from FIELDS
    yield from TRAITS
    yield from (f"config.{name}" for name in Config.model_fields)
    yield from (f"throughput.{name}" for name in catalog.lists["formats"])
    yield from (f"offers.{item.id}" for item in catalog.of("technique"))


def _labelled(name: str, key: str, fill: Fill, catalog: Catalog) -> Column:
    title = catalog.lists["labels"].get(key, Title(zh=key, en=key))
    assert isinstance(title, Title)
    return Column(name, title, None, fill)


def _property(name: str) -> Fill:
    return lambda subject, catalog, graph: from_property(subject.item.record.properties.get(name), subject.item.record.sources)


def _trait(name: str) -> Fill:
    return lambda subject, catalog, graph: from_trait(getattr(subject.item.record, name, None), catalog.lists["labels"].get("undisclosed"))


def _config(field: str) -> Fill:
    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        value = getattr(subject.config, field, None)
        if isinstance(value, str):
            return Cell(ids=(value,)) if value in catalog.items else from_mark(value)
        return from_number(value)

    return fill


def _throughput(name: str) -> Fill:
    """Dense peak of a format; of the Tensor Cores where both kinds of unit have one."""

    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        record = subject.item.record
        rows = [row for row in record.throughput if row.format == name] if isinstance(record, Hardware) else []
        best = next((row for row in rows if row.core == "tensor"), rows[0] if rows else None)
        if best is None:
            return EMPTY
        words = (catalog.lists["labels"]["core-cuda"],) if best.core == "cuda" else ()
        return Cell(number=best.dense, unit=best.unit, words=words, source=keyed(subject.item, best.source))

    return fill


def _offers(technique: str) -> Fill:
    """Whether a tool offers a technique, as the records say."""

    def fill(subject: Subject, catalog: Catalog, graph: Graph) -> Cell:
        found = [edge for edge in graph.targets(technique, "implemented_by") if edge.target == subject.item.id]
        if not found:
            return EMPTY
        return Cell(words=(catalog.lists["labels"][f"truth-{found[0].status}"],), source=keyed(catalog.items[technique], found[0].cited))

    return fill


def sizes(item: Item) -> list[Subject]:
    """The rows of a model family: each of its sizes, or the model itself if it has one."""
    record = item.record
    variants = record.variants if isinstance(record, Model) else ()
    return [Subject(item, variant) for variant in variants] or [Subject(item)]
