"""The shape of records: in which order fields are written, what stands inside them, what their ids name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_args, get_origin

from .part import Part
from .parts import Record

RECORD = "record"
VARIANT = "record/variant"
KEY = "key"
COLUMN = "column"
FIELD = "field"
PRESET = "preset"
RULE = "rule"
OFFERS = "offers."
TARGETS: Mapping[str, str] = MappingProxyType(
    {
        "Record.properties": "properties", "Source.supports": FIELD, "Input.preset": PRESET,
        "Record.former_ids": KEY, "Allow.rule": RULE, "Source.key": KEY, "Metric.values": KEY,
        "Ref.id": RECORD, "Confusion.id": RECORD, "Trait.ids": RECORD, "Leaf.picks": RECORD, "Choice.picks": RECORD,
        "Config.attention": RECORD, "ModelKind.without": RECORD, "Family.roots": RECORD,
        "Switch.tool": "tool", "Technique.bottlenecks": "bottleneck", "Tool.bottlenecks": "bottleneck",
        "Technique.categories": "categories", "Tool.categories": "categories", "Term.categories": "categories",
        "Trend.categories": "categories", "Evidence.records": RECORD,
        "Category.next": "categories", "ModelKind.without_categories": "categories",
        "Technique.stages": "stages", "Tool.stages": "stages", "Scenario.stages": "stages", "Signal.stages": "stages",
        "Technique.layer": "layers", "Tool.layer": "layers", "Technique.needs_features": "features", "Hardware.features": "features",
        "Throughput.format": "formats", "Signal.metric": "metrics", "Measurement.metrics": "metrics", "Term.topic": "topics",
        "RelationType.from_kinds": KEY, "RelationType.to_kinds": KEY, "Selection.kind": KEY, "Formula.family": "formula_families",
        "Model.type": "model-kinds",
        "Formula.about": RECORD, "Example.model": VARIANT, "Example.hardware": VARIANT, "Curve.model": VARIANT, "Curve.hardware": VARIANT,
        "Mark.formula": "formula", "Plot.also": "formula",
        "OwnRow.record": RECORD, "Computed.id": "formula", "Comparison.records": RECORD,
        "Comparison.columns": COLUMN, "Selection.having": COLUMN, "OwnRow.cells": COLUMN,
    }
)  # fmt: skip
"""What the id in a field names: a record, one of a kind, one with its variants, an entry of a list, a column (which may end in the id
of a technique: ``offers.lora``), a field of the record, a field that fills inputs of formulas, a rule of the check, or nothing
outside the record."""

UNORDERED = frozenset({"categories", "stages", "features"})
"""Closed lists that a record quotes as a set: their order in the record says nothing."""


def target(kind: type[Part], field: str) -> str:
    """What the ids of a field name, as in TARGETS; empty for a field without ids."""
    for base in kind.__mro__:
        if base is Part:
            break
        if found := TARGETS.get(f"{base.__name__}.{field}"):
            return found
    return KEY if field in ("source", "sources") and field in kind.model_fields and part_in(kind, field) is None else ""


@lru_cache(maxsize=512)
def field_order(kind: type[Part]) -> tuple[str, ...]:
    """Fields as they are written: of a record first its name and summary, then what is particular to the kind, then its evidence."""
    names = list(kind.model_fields)
    if not issubclass(kind, Record):
        return tuple(names)
    shared = list(Record.model_fields)
    head = shared[: shared.index("summary") + 1]
    return (*head, *(name for name in names if name not in shared), *shared[len(head) :])


@lru_cache(maxsize=1024)
def part_in(kind: type[Part], field: str) -> type[Part] | None:
    """The class of the part, or of the parts in the list, that a field holds."""
    return _part(kind.model_fields[field].annotation) if field in kind.model_fields else None


@lru_cache(maxsize=1024)
def parts_in(kind: type[Part], field: str) -> tuple[type[Part], ...]:
    """All classes of parts that a field may hold: more than one where it is a choice."""
    return tuple(dict.fromkeys(_every(kind.model_fields[field].annotation)))


@dataclass(frozen=True)
class Keyed:
    """A mapping from words to parts of one class, or to plain values."""

    inner: type[Part] | None


Kind = type[Part] | Keyed | None


def inside(kind: Kind, field: str) -> tuple[Kind, str]:
    """The class of what a field or a key holds, and what the ids in it name."""
    if kind is None:
        return None, ""
    if isinstance(kind, Keyed):
        return kind.inner, ""
    return _inside(kind, field)


@lru_cache(maxsize=1024)
def _inside(kind: type[Part], field: str) -> tuple[Kind, str]:
    part = part_in(kind, field)
    return (Keyed(part) if _is_keyed(kind, field) else part), target(kind, field)


def _is_keyed(kind: type[Part], field: str) -> bool:
    annotation = kind.model_fields[field].annotation if field in kind.model_fields else None
    return dict in (get_origin(one) for one in (annotation, *get_args(annotation)))


def _every(annotation: Any) -> Iterator[type[Part]]:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    else:
        for inner in get_args(annotation):
            yield from _every(inner)


def _part(annotation: Any) -> type[Part] | None:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation
    return next((part for inner in get_args(annotation) if (part := _part(inner))), None)
