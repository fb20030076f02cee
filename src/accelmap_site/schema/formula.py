"""The kind ``formula``: one expression with its inputs, its limits and its worked examples."""

import re
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema, model_validator

from .part import Part, Text, Title
from .parts import Record
from .scalars import Count, Decimal, Id, Line, Prose, Truth, matching
from .taxonomy import Entry

_SYMBOL = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_PRESET = re.compile(r"(?:model|hardware)(?:\.[a-z0-9_]+)+")
_RECORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:/[A-Za-z0-9 .+()-]+)?")


Symbol = Annotated[str, matching(_SYMBOL, "a symbol: a letter, then letters, digits or _")]
Number = Annotated[str, matching(_NUMBER, "a number in plain digits"), WithJsonSchema({"type": ["number", "string"]})]
"""Digits as written: how many there are says how exact the number is."""
Preset = Annotated[str, matching(_PRESET, "a preset such as model.config.layers or hardware.throughput.bf16")]
RecordName = Annotated[str, matching(_RECORD, "a record such as deepseek-v3, or record/variant such as llama-3/8B")]


class FormulaFamily(Entry):
    """A group of formulas on the index of calculators."""

    order: Count = Field(description="Place on the page, from 1.")


class Input(Part):
    """A quantity that the reader supplies."""

    symbol: Symbol = Field(description="Name in the expression.")
    title: Title = Field(description="What it is.")
    unit: Line = Field(description="Unit in which it is typed: GB/s, token, Gparam, 1 for a plain number.")
    range: tuple[Decimal, Decimal] = Field(description="Smallest and largest sensible value, in that unit.")
    default: Decimal = Field(description="Value in an empty form, in that unit.")
    integer: Truth = Field(False, description="true: whole numbers only.")
    preset: Preset | None = Field(None, description="Field of a record that fills it: model.config.layers, hardware.memory.bandwidth_gbs.")
    tex: Line | None = Field(None, description="Its symbol in LaTeX, where the name is not enough.")

    @model_validator(mode="after")
    def _default_fits(self) -> "Input":
        low, high = self.range
        if low > high:
            raise ValueError(f"the range runs from {low:g} down to {high:g}")
        if not low <= self.default <= high:
            raise ValueError(f"the default {self.default:g} is outside the range {low:g} to {high:g}")
        if self.integer and self.default != int(self.default):
            raise ValueError(f"the default {self.default:g} is not a whole number")
        return self


class Constant(Part):
    """A fixed quantity with a unit: 2 FLOP a parameter and token."""

    symbol: Symbol = Field(description="Name in the expression.")
    title: Title = Field(description="What it is and why it has this value.")
    value: Number = Field(description="Its value, plain digits.")
    unit: Line = Field(description="Its unit.")
    tex: Line | None = Field(None, description="Its symbol in LaTeX; absent: the number is printed.")


class Condition(Part):
    """A predicate over the config of a model without which the formula is wrong for it."""

    predicate: Line = Field(description="attention in ('mha', 'gqa') and not known(window)")
    reason: Text = Field(description="Shown when it does not hold: why the formula would be wrong, and what to use instead.")


class Example(Part):
    """A worked value. Every input is given here or comes from the named records, never from a default."""

    what: Text = Field(description="Which case it is.")
    model: RecordName | None = Field(None, description="Record that fills presets: deepseek-v3, llama-3/8B.")
    hardware: RecordName | None = Field(None, description="Record that fills presets: h100.")
    values: dict[Symbol, Number] = Field(default_factory=dict, description="Inputs, in their units; they win over presets.")
    expected: Number = Field(description="The value, exact or with ten digits or more; a value that the source rounds has a tolerance.")
    tolerance: Decimal | None = Field(None, description="Relative tolerance, where the source rounds.")
    derivation: Line | None = Field(None, description="Plain arithmetic that yields the value without the expression.")
    source: Id | None = Field(None, description="Key of the source that states the value.")

    @model_validator(mode="after")
    def _has_origin(self) -> "Example":
        if not self.source and not self.derivation:
            raise ValueError("an example needs a source or a derivation")
        return self


class Curve(Part):
    """A curve that is drawn at first: a record that fills presets, or values of inputs under a title."""

    model: RecordName | None = Field(None, description="Model that fills presets; the reader can choose others.")
    hardware: RecordName | None = Field(None, description="Accelerator that fills presets; the reader can choose others.")
    title: Title | None = Field(None, description="Name of a curve without a record: ZeRO-1.")
    values: dict[Symbol, Number] = Field(default_factory=dict, description="Inputs in which this curve differs from the form.")

    @property
    def record(self) -> str | None:
        """Name of the record that fills it."""
        return self.model or self.hardware

    @model_validator(mode="after")
    def _one_origin(self) -> "Curve":
        if [self.model, self.hardware, self.title].count(None) != 2:
            raise ValueError("a curve has a model, an accelerator or a title, and one of them only")
        if (self.title is None) != (not self.values):
            raise ValueError("values belong to a curve with a title, and such a curve needs them")
        return self


class Mark(Part):
    """An operating point: a value of x worth a line across the plot."""

    title: Title = Field(description="What works at this point.")
    at: Number | None = Field(None, description="The value of x, in its unit.")
    formula: Id | None = Field(None, description="Formula that yields the value instead; inputs not given have their defaults.")
    values: dict[Symbol, Number] = Field(default_factory=dict, description="Inputs of that formula.")

    @model_validator(mode="after")
    def _one_origin(self) -> "Mark":
        if (self.at is None) == (self.formula is None) or (self.values and not self.formula):
            raise ValueError("a mark has either a value or a formula with its values")
        return self


class Plot(Part):
    """Curves of the formula over one input: what is drawn at first, and what the table below it lists."""

    title: Title = Field(description="What the plot shows.")
    x: Symbol = Field(description="Input along the axis.")
    range: tuple[Decimal, Decimal] = Field(description="Ends of the axis, in the unit of that input.")
    scale: Literal["linear", "log2", "log10"] = Field("linear", description="Scale of the axis.")
    y_scale: Literal["linear", "log2", "log10"] = Field("linear", description="Scale of the result.")
    rows: tuple[Number, ...] = Field(min_length=2, max_length=12, description="Values of x in the table.")
    also: tuple[Id, ...] = Field((), description="Formulas of the same quantity; a record gets the first that holds for it.")
    curves: tuple[Curve, ...] = Field(min_length=1, max_length=8, description="Curves drawn at first, all of one kind.")
    marks: tuple[Mark, ...] = Field((), max_length=8, description="Operating points.")
    note: Text | None = Field(None, description="What to see in it.")

    @model_validator(mode="after")
    def _drawable(self) -> "Plot":
        low, high = self.range
        if low >= high:
            raise ValueError(f"the axis runs from {low:g} to {high:g}")
        if self.scale != "linear" and low <= 0:
            raise ValueError("a logarithmic axis starts above 0")
        if outside := [row for row in self.rows if not low <= float(row) <= high]:
            raise ValueError(f"the row {outside[0]} lies outside the axis")
        if len({(c.model is None, c.hardware is None) for c in self.curves}) > 1:
            raise ValueError("the curves are all models, all accelerators or all titled")
        return self


class Formula(Record):
    """A quantity that is computed: from the one expression come the page, the checks and the calculator."""

    family: Id = Field(description="Id from taxonomy/formula_families.yml.")
    about: tuple[Id, ...] = Field((), description="Records whose cost or effect it computes.")
    quantity: Text = Field(description="What is computed, in a phrase.")
    symbol: Symbol = Field(description="Symbol of the result.")
    tex: Line | None = Field(None, description="Symbol of the result in LaTeX.")
    unit: Line = Field(description="Unit of the result.")
    inputs: tuple[Input, ...] = Field(min_length=1, description="Quantities to supply.")
    constants: tuple[Constant, ...] = Field((), description="Fixed quantities.")
    expression: Prose = Field(description="Arithmetic over the symbols, in coherent units.")
    explanation: Text = Field(description="What each term is and where it comes from.")
    assumptions: tuple[Text, ...] = Field(min_length=1, description="What must be so for the value to be right.")
    holds_if: tuple[Condition, ...] = Field((), description="Conditions on the model, all of them needed.")
    examples: tuple[Example, ...] = Field(min_length=1, description="Worked values, recomputed by every check.")
    plot: Plot | None = Field(None, description="A plot, where a curve says more than a number.")

    @model_validator(mode="after")
    def _symbols_differ(self) -> "Formula":
        seen: set[str] = set()
        for symbol in [*(part.symbol for part in self.inputs), *(part.symbol for part in self.constants)]:
            if symbol in seen:
                raise ValueError(f"the symbol '{symbol}' stands twice")
            seen.add(symbol)
        return self
