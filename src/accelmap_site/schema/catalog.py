"""All records by kind and id, and all closed lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .formula import Formula, FormulaFamily
from .kinds import Bottleneck, Hardware, Model, Scenario, Technique, Term, Tool, Trend
from .part import Part, Title
from .parts import Record
from .style import Wording
from .taxonomy import (
    Allowance,
    Category,
    Comparison,
    Family,
    Feature,
    Format,
    Layer,
    Metric,
    ModelKind,
    Property,
    RelationType,
    Stage,
    Topic,
)

KINDS: Mapping[str, type[Record]] = MappingProxyType(
    {
        "technique": Technique,
        "tool": Tool,
        "model": Model,
        "hardware": Hardware,
        "bottleneck": Bottleneck,
        "scenario": Scenario,
        "trend": Trend,
        "formula": Formula,
        "term": Term,
    }
)
FOLDERS: Mapping[str, str] = MappingProxyType(
    {
        "technique": "content/techniques",
        "tool": "content/tools",
        "model": "content/models",
        "hardware": "content/hardware",
        "bottleneck": "content/bottlenecks",
        "scenario": "content/scenarios",
        "trend": "content/trends",
        "formula": "content/formulas",
        "term": "glossary",
    }
)
LISTS: Mapping[str, type[Part]] = MappingProxyType(
    {
        "stages": Stage,
        "layers": Layer,
        "categories": Category,
        "relations": RelationType,
        "metrics": Metric,
        "model-kinds": ModelKind,
        "formats": Format,
        "topics": Topic,
        "features": Feature,
        "families": Family,
        "formula_families": FormulaFamily,
        "properties": Property,
        "comparisons": Comparison,
        "figures": Allowance,
        "style": Wording,
        "labels": Title,
    }
)
Position = tuple[int, int]
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Item:
    """A record with its id, kind, file and the place of each of its fields."""

    id: str
    kind: str
    record: Record
    file: str
    places: Mapping[Path, Position] = field(default_factory=dict, repr=False, compare=False)
    written: str = field(default="", repr=False, compare=False)
    """The file as it is written, so that a problem inside a text can be shown in its place."""

    def place(self, path: Path) -> Position:
        """Line and column of a field, or of the nearest field around it."""
        return nearest(self.places, path)


def nearest(places: Mapping[Path, Position], path: Path) -> Position:
    """The place of ``path`` or of its longest known prefix; (1, 1) for an empty file."""
    while path and path not in places:
        path = path[:-1]
    return places.get(path, (1, 1))


@dataclass(frozen=True)
class Catalog:
    """Everything that was loaded. Ids are unique over all kinds."""

    items: Mapping[str, Item]
    lists: Mapping[str, Mapping[str, Part]]
    list_places: Mapping[str, Mapping[Path, Position]] = field(default_factory=dict, repr=False, compare=False)
    unread: frozenset[str] = frozenset()
    """Ids whose files exist but could not be read: references to them are not mistakes."""
    marked: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Texts in which facts are printed → the same with marks around each, for rich text (see ``facts``)."""

    def of(self, kind: str) -> Iterator[Item]:
        """Items of a kind, by id."""
        return (item for item in self.items.values() if item.kind == kind)

    def ordered(self, name: str) -> list[tuple[str, Part]]:
        """Entries of a closed list by their ``order``, then as written."""
        return sorted(self.lists[name].items(), key=lambda pair: getattr(pair[1], "order", 0))
