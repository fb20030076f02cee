"""The models that a diagnosis can be asked about, and what each of them rules out.

A choice is a kind of model, a model record, or one size of a family: ``moe-llm``, ``qwen3``, ``qwen3/30b-a3b``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..formula import true_of
from ..graph import Graph
from ..schema import Catalog, Config, Model, ModelKind, Record, Technique, Tool

Configs = Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class Subject:
    """A choice of model. ``record``: the model record, '' for a kind; ``variant``: name of the size.

    ``never`` holds what the predicates or the kind exclude; ``has`` what the model is built with.
    """

    record: str
    variant: str
    never: tuple[str, ...]
    has: tuple[str, ...]


def subjects(catalog: Catalog, graph: Graph) -> dict[str, Subject]:
    """All choices: kinds in their order, then records by id, each followed by its sizes."""
    found = {}
    for name, kind in catalog.ordered("model-kinds"):
        assert isinstance(kind, ModelKind)
        found[name] = Subject("", "", _never(catalog, _plain([kind.config]), [kind]), ())
    for item in catalog.of("model"):
        record = item.record
        assert isinstance(record, Model)
        has = tuple(sorted({edge.source for edge in graph.sources(item.id, "used_by")}))
        configs = [record.config] if record.config else [variant.config for variant in record.variants]
        found[item.id] = Subject(item.id, "", _without(catalog, record, configs, has), has)
        for variant in record.variants:
            found[f"{item.id}/{slug(variant.name)}"] = Subject(item.id, variant.name, _without(catalog, record, [variant.config], has), has)
    return found


def slug(name: str) -> str:
    """The part of a choice that stands for a size: ``30B-A3B`` → ``30b-a3b``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _plain(configs: Sequence[Config]) -> Configs:
    """Configurations as predicates read them, made plain once: every technique and tool is held against each."""
    return [dict(config) for config in configs]


def _without(catalog: Catalog, record: Model, configs: Sequence[Config], has: tuple[str, ...]) -> tuple[str, ...]:
    plain = _plain(configs)
    kinds = [kind for name, kind in catalog.ordered("model-kinds") if isinstance(kind, ModelKind) and _belongs(name, kind, record, plain)]
    return tuple(name for name in _never(catalog, plain, kinds) if name not in has)


def _belongs(name: str, kind: ModelKind, record: Model, configs: Configs) -> bool:
    if record.type:
        return record.type == name
    if not configs or set(kind.modality) != set(record.modality):
        return False
    return kind.holds_if is None or all(true_of(kind.holds_if, config) for config in configs)


def _never(catalog: Catalog, configs: Configs, kinds: Sequence[ModelKind]) -> tuple[str, ...]:
    """Records that no configuration admits. What is not published excludes nothing."""
    return tuple(
        item.id
        for item in catalog.items.values()
        if isinstance(item.record, (Technique, Tool))
        and (_unfit(item.record, configs) or any(_outside(item.id, item.record, k) for k in kinds))
    )


def _unfit(record: Record, configs: Configs) -> bool:
    predicate = record.applies_if if isinstance(record, Technique) else None
    return bool(predicate and configs) and all(true_of(predicate or "", config) is False for config in configs)


def _outside(name: str, record: Record, kind: ModelKind) -> bool:
    return name in kind.without or all(category in kind.without_categories for category in getattr(record, "categories"))
