"""What the engine reads: signals, remedies, features and predicates, taken from the records once.

The same tables are published as ``diagnose/rules.json``, where a script evaluates them by the same algorithm.
Nothing here is about a particular bottleneck; that stands in the records.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ..graph import Graph, required
from ..schema import Bottleneck, Catalog, Hardware, Metric, ModelKind, Part, Stage, Technique, Tool
from .subject import Subject, subjects

LAYERS = ("model", "kernel", "system", "application", "hardware")
MATURITIES = ("default", "available", "research", "declining")


@dataclass(frozen=True)
class Clue:
    """A signal of a bottleneck, ready to be compared: ``speaks`` is 1 for it, -1 against it."""

    metric: str
    op: str
    threshold: float | str
    stages: tuple[str, ...]
    speaks: int
    weight: int


@dataclass(frozen=True)
class Probe:
    """A way to take observations, as the record of the bottleneck states it."""

    metrics: tuple[str, ...]
    tool: str
    command: str


@dataclass(frozen=True)
class Limit:
    """A bottleneck. ``clues`` stand in the order of its ``signals``."""

    id: str
    clues: tuple[Clue, ...]
    probes: tuple[Probe, ...]


@dataclass(frozen=True)
class Candidate:
    """A technique or tool that relieves something.

    ``requires`` holds the techniques it needs, directly and through others; ``conflicts`` what it is joined to by
    incompatible_with, of any kind; ``clashes`` the candidates with which it or its requirements cannot be combined.
    ``structural``: fixed once a model is trained. ``switched``: some tool states how to turn it on. ``special``: it makes no
    sense for any language model.
    """

    kind: str
    stages: tuple[str, ...]
    layer: str
    maturity: str
    costs: int
    relieves: Mapping[str, int]
    needs: tuple[str, ...]
    requires: tuple[str, ...]
    conflicts: tuple[str, ...]
    clashes: tuple[str, ...]
    structural: bool
    switched: bool
    special: bool


@dataclass(frozen=True)
class Scale:
    """A metric: a number up to ``most`` in ``unit``, or one of ``values``."""

    unit: str
    most: float | None
    values: tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """All tables. ``stages`` maps a stage to whether the architecture is still open in it."""

    stages: Mapping[str, bool]
    layers: tuple[str, ...]
    maturities: tuple[str, ...]
    metrics: Mapping[str, Scale]
    limits: tuple[Limit, ...]
    candidates: Mapping[str, Candidate]
    hardware: Mapping[str, tuple[str, ...]]
    models: Mapping[str, Subject]


def rules(catalog: Catalog, graph: Graph) -> Rules:
    """The tables of a catalog that has passed the checks."""
    stages = {name: isinstance(entry, Stage) and entry.structural for name, entry in catalog.ordered("stages")}
    hardware = {item.id: item.record.features for item in catalog.of("hardware") if isinstance(item.record, Hardware)}
    models = subjects(catalog, graph)
    candidates = _candidates(catalog, graph, _special(catalog, models))
    return Rules(
        MappingProxyType(stages), LAYERS, MATURITIES, scales(catalog.lists["metrics"]), tuple(_limits(catalog)),
        MappingProxyType(candidates), MappingProxyType(hardware), MappingProxyType(models),
    )  # fmt: skip


def scales(metrics: Mapping[str, Part]) -> Mapping[str, Scale]:
    """The metrics by name, from their closed list."""
    return MappingProxyType(
        {name: Scale(one.unit or "", one.most, tuple(one.values)) for name, one in metrics.items() if isinstance(one, Metric)}
    )


def _limits(catalog: Catalog) -> Iterator[Limit]:
    records = [(item.id, item.record) for item in catalog.of("bottleneck") if isinstance(item.record, Bottleneck)]
    for name, record in sorted(records, key=lambda pair: (pair[1].flow.order, pair[0])):
        clues = tuple(
            Clue(s.metric, s.op, s.threshold if s.op == "is" else float(s.threshold), s.stages, 1 if s.speaks == "for" else -1, s.weight)
            for s in record.signals
        )
        yield Limit(name, clues, tuple(Probe(m.metrics, m.tool, m.command) for m in record.measure))


def _special(catalog: Catalog, models: Mapping[str, Subject]) -> frozenset[str]:
    """What every kind of model that only reads and writes text leaves out."""
    kinds = [name for name, kind in catalog.ordered("model-kinds") if isinstance(kind, ModelKind) and kind.modality == ("text",)]
    return frozenset.intersection(*(frozenset(models[name].never) for name in kinds)) if kinds else frozenset()


def _candidates(catalog: Catalog, graph: Graph, special: frozenset[str]) -> dict[str, Candidate]:
    closures = {item.id: tuple(required(graph, item.id)) for item in catalog.items.values() if item.kind in ("technique", "tool")}
    conflicts = {name: _conflicts(name, graph) for name in closures}
    relieving = {edge.source for edge in graph.edges if edge.relation == "relieves"}
    found = {}
    for name in sorted(relieving):
        record = catalog.items[name].record
        assert isinstance(record, (Technique, Tool))
        clashes = {other for part in (name, *closures[name]) for other in conflicts.get(part, ())}
        clashing = [other for other in sorted(relieving - {name}) if clashes & {other, *closures[other]}]
        structural = any(getattr(catalog.lists["categories"].get(category), "structural", False) for category in record.categories)
        found[name] = Candidate(
            catalog.items[name].kind, record.stages, record.layer, getattr(record, "maturity", ""), len(getattr(record, "costs", ())),
            MappingProxyType({edge.target: edge.strength or 1 for edge in graph.targets(name, "relieves")}),
            getattr(record, "needs_features", ()), tuple(r for r in closures[name] if catalog.items[r].kind == "technique"),
            conflicts[name], tuple(clashing), structural and isinstance(record, Technique),
            any(switch.how for switch in getattr(record, "tools", ())), name in special,
        )  # fmt: skip
    return found


def _conflicts(name: str, graph: Graph) -> tuple[str, ...]:
    relation = "incompatible_with"
    ends = [(edge.target, edge.status) for edge in graph.targets(name, relation)]
    ends += [(edge.source, edge.status) for edge in graph.sources(name, relation)]
    return tuple(sorted({other for other, status in ends if status == "yes"}))


def exported(tables: Rules) -> dict[str, Any]:
    """The tables as plain data for ``diagnose/rules.json``; keys that sort differently stand in lists."""
    return {
        "stages": dict(tables.stages),
        "layers": list(tables.layers),
        "maturities": list(tables.maturities),
        "metrics": [{"id": name, "unit": s.unit, "most": s.most, "values": list(s.values)} for name, s in tables.metrics.items()],
        "limits": [
            {"id": limit.id, "clues": [vars(clue) for clue in limit.clues], "probes": [vars(probe) for probe in limit.probes]}
            for limit in tables.limits
        ],
        "candidates": {name: vars(one) | {"relieves": dict(one.relieves)} for name, one in tables.candidates.items()},
        "hardware": {name: list(features) for name, features in tables.hardware.items()},
        "models": {name: vars(subject) for name, subject in tables.models.items()},
    }
