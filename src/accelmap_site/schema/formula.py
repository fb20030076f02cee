"""The kind ``formula``: one expression with its inputs, its limits and its worked examples."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from .part import Part, Text, Title
from .parts import Record
from .scalars import Count, Decimal, Id, Line, Prose, Truth
from .taxonomy import Entry

_SYMBOL = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_PRESET = re.compile(r"(?:model|hardware)(?:\.[a-z0-9_]+)+")
_RECORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:/[A-Za-z0-9 .+-]+)?")


def _matches(pattern: re.Pattern[str], what: str) -> AfterValidator:
    def read(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError(f"'{text}' is not {what}")
        return text

    return AfterValidator(read)


Symbol = Annotated[str, _matches(_SYMBOL, "a symbol: a letter, then letters, digits or _")]
Number = Annotated[str, _matches(_NUMBER, "a number in plain digits"), WithJsonSchema({"type": ["number", "string"]})]
"""Digits as written: how many there are says how exact the number is."""
Preset = Annotated[str, _matches(_PRESET, "a preset such as model.config.layers or hardware.throughput.bf16")]
RecordName = Annotated[str, _matches(_RECORD, "a record such as deepseek-v3, or record/variant such as llama-3/8B")]


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

    @model_validator(mode="after")
    def _symbols_differ(self) -> "Formula":
        seen: set[str] = set()
        for symbol in [*(part.symbol for part in self.inputs), *(part.symbol for part in self.constants)]:
            if symbol in seen:
                raise ValueError(f"the symbol '{symbol}' stands twice")
            seen.add(symbol)
        return self
