"""The closed lists under taxonomy/: one file a list, one entry a key."""

import re
from typing import Any, Literal

from pydantic import Field, model_validator

from .kinds import Config
from .part import Part, Text, Title
from .parts import PropertyValue, Source
from .scalars import Amount, Count, Id, Line, Truth


class Entry(Part):
    """A member of a closed list."""

    title: Title = Field(description="Name.")
    abbr: Line | None = Field(None, description="Abbreviation.")
    summary: Text = Field(description="What it means, in one or two sentences.")


class Stage(Entry):
    """A phase of a model's life."""

    order: Count = Field(description="Place in the list, from 1.")
    goal: Text = Field(description="What is optimised in it.")
    structural: Truth = Field(False, description="true: the architecture of the model is still open in it.")


class Layer(Entry):
    """A level of the stack, from application down to hardware."""

    order: Count = Field(description="Place in the list, from 1, top first.")
    tone: Literal["yellow", "blue", "green", "pink", "grey"] = Field(description="Colour of its tiles.")
    examples: tuple[Line, ...] = Field((), description="What is found there.")


class Category(Entry):
    """A row of the landscape."""

    order: Count = Field(description="Place in the list, from 1.")
    applies_to: Literal["train", "infer", "both"] = Field(description="Training, inference or both.")
    tone: Literal["yellow", "blue", "green", "pink"] = Field(description="Colour on maps.")
    scenario: Text = Field(description="Typical scenario.")
    next: tuple[Id, ...] = Field((), description="Categories that follow on the rollout path.")
    path_note: Text | None = Field(None, description="What to do at this step of the rollout path.")
    structural: Truth = Field(False, description="true: what belongs here is fixed once the model is trained.")


class RelationType(Part):
    """A kind of edge."""

    label: Title = Field(description="Read from source to target.")
    inverse: Title = Field(description="Read from target to source.")
    summary: Text = Field(description="When to use it.")
    from_kinds: tuple[Id, ...] = Field(min_length=1, description="Kinds allowed at the source.")
    to_kinds: tuple[Id, ...] = Field(min_length=1, description="Kinds allowed at the target.")
    symmetric: Truth = Field(False, description="true: reads the same both ways.")
    acyclic: Truth = Field(False, description="true: must not run in a circle.")


class Metric(Entry):
    """An observation that a profiler or server reports."""

    unit: Line | None = Field(None, description="Unit of thresholds.")
    most: Amount | None = Field(None, description="Largest value that makes sense.")
    values: dict[Id, Title] = Field(default_factory=dict, description="The words it takes, for a metric that is no number.")


class ModelKind(Entry):
    """A kind of model, for readers whose model has no record, and for what all records of that kind share."""

    order: Count = Field(description="Place in lists, from 1.")
    config: Config = Field(default_factory=lambda: Config.model_validate({}), description="Values that every such model has.")
    modality: tuple[Line, ...] = Field(
        (), description="Modalities of the records that belong to it without naming it as their type; none: no such record."
    )
    holds_if: Line | None = Field(None, description="Predicate over the config of the records that belong to it.")
    without: tuple[Id, ...] = Field((), description="Records that make no sense for it, nor does what requires them.")
    without_categories: tuple[Id, ...] = Field((), description="Techniques in no other category make no sense for it.")


class Format(Entry):
    """A number format."""

    bits: Count = Field(description="Bits a value.")
    order: Count = Field(description="Place in tables, from 1.")


class Topic(Entry):
    """A group of glossary terms."""

    order: Count = Field(description="Place in the list, from 1.")


class Feature(Entry):
    """A capability of hardware that software can require."""

    order: Count = Field(description="Place in tables, from 1.")
    source: Source | None = Field(None, description="Where it is documented.")


class Family(Entry):
    """A tree on the map: what descends from some records by variant, evolution or membership."""

    order: Count = Field(description="Place on the page, from 1.")
    roots: tuple[Id, ...] = Field(min_length=1, description="Records at the top.")


class Property(Entry):
    """A column of comparison tables that records fill under ``properties``."""

    order: Count = Field(description="Place in tables, from 1.")
    kinds: tuple[Id, ...] = Field(min_length=1, description="Kinds of record that may carry it.")


class Selection(Part):
    """Which records of a kind are rows. All conditions must hold."""

    kind: Id = Field(description="Kind of record.")
    category: Id | None = Field(None, description="Only those in this category.")
    topic: Id | None = Field(None, description="Only terms of this topic.")
    having: Line | None = Field(None, description="Only rows in which this column is neither empty nor 0.")
    sizes: Truth = Field(False, description="true: a model family has a row for each of its sizes.")


class OwnRow(Part):
    """A row that is no record: a level, a generation, a thing not yet described on a page of its own."""

    title: Title = Field(description="Name.")
    record: Id | None = Field(None, description="Record that describes it, or the one it is a part of.")
    cells: dict[Line, PropertyValue] = Field(min_length=1, description="Cells by column.")


class Comparison(Entry):
    """A comparison table. Rows come from records; what no record holds stands under ``rows``, with sources."""

    order: Count = Field(description="Place on the page, from 1.")
    covers: tuple[Line, ...] = Field(min_length=1, description="Tables of the subject that it stands for.")
    records: tuple[Id, ...] = Field((), description="Records that are rows, in this order.")
    select: Selection | None = Field(None, description="Further records that are rows.")
    columns: tuple[Line, ...] = Field(min_length=1, description="Ids of properties, or fields of records such as introduced.")
    rows: tuple[OwnRow, ...] = Field((), description="Rows that are no records.")
    sources: tuple[Source, ...] = Field((), description="Documents opened for these rows.")

    @model_validator(mode="after")
    def _has_rows(self) -> "Comparison":
        if not self.records and not self.rows and self.select is None:
            raise ValueError("a comparison takes its rows from records, select or rows")
        return self


class Allowance(Part):
    """Part of the rule about figures in prose: patterns that may stand, with the reason, or a plain list of names."""

    reason: Line | None = Field(None, description="Why such a figure needs no source.")
    patterns: tuple[Line, ...] = Field((), description="Regular expressions; what one covers is no figure.")
    members: tuple[Line, ...] = Field((), description="Names, for the plain lists `fields`, `exempt` and `pending`.")

    @model_validator(mode="before")
    @classmethod
    def _plain_list(cls, value: Any) -> Any:
        return {"members": value} if isinstance(value, list) else value

    @model_validator(mode="after")
    def _is_reasoned(self) -> "Allowance":
        for pattern in self.patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"'{pattern}' is not a regular expression: {error}") from None
        if self.patterns and not self.reason:
            raise ValueError("patterns need a reason")
        return self
