"""The closed lists under taxonomy/: one file a list, one entry a key."""

from typing import Literal

from pydantic import Field

from .parts import Part, Source, Text, Title
from .scalars import Count, Id, Line, Truth


class Entry(Part):
    """A member of a closed list."""

    title: Title = Field(description="Name.")
    abbr: Line | None = Field(None, description="Abbreviation.")
    summary: Text = Field(description="What it means, in one or two sentences.")


class Stage(Entry):
    """A phase of a model's life."""

    order: Count = Field(description="Place in the list, from 1.")
    goal: Text = Field(description="What is optimised in it.")


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
