"""What a record is: one pydantic class a kind, and the catalog that holds them all."""

from .catalog import FOLDERS, KINDS, LISTS, Catalog, Item, Path, Position, nearest
from .kinds import (
    Bottleneck,
    Choice,
    Config,
    Hardware,
    Model,
    Scenario,
    Technique,
    Term,
    Tool,
    Trait,
    Variant,
)
from .parts import Part, Record, Ref, Relations, Source, Text, Title
from .scalars import is_id
from .taxonomy import Category, Entry, Family, Feature, Format, Layer, Metric, RelationType, Stage, Topic
from .walk import is_plain, parts, texts

__all__ = [
    "FOLDERS",
    "KINDS",
    "LISTS",
    "Bottleneck",
    "Catalog",
    "Category",
    "Choice",
    "Config",
    "Entry",
    "Family",
    "Feature",
    "Format",
    "Hardware",
    "Item",
    "Layer",
    "Metric",
    "Model",
    "Part",
    "Path",
    "Position",
    "Record",
    "Ref",
    "RelationType",
    "Relations",
    "Scenario",
    "Source",
    "Stage",
    "Technique",
    "Term",
    "Text",
    "Title",
    "Tool",
    "Topic",
    "Trait",
    "Variant",
    "is_id",
    "is_plain",
    "nearest",
    "parts",
    "texts",
]
