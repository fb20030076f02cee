"""A number that prose refers to: its value, its unit, and where it comes from."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator

from .part import Part, Text, Title
from .scalars import Id, Line

_DIGITS = r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?"
_VALUE = re.compile(rf"[~><≥≤]?-?{_DIGITS}(?:–{_DIGITS})?")


def _value(text: str) -> str:
    if not _VALUE.fullmatch(text):
        raise ValueError(f"'{text}' is not a value; write plain digits, a range 2.2–2.6 with an en dash, or a leading ~, > or <")
    return text


def _as_unit(value: Any) -> Any:
    return {"zh": value, "en": value} if isinstance(value, str) else value


Value = Annotated[str, AfterValidator(_value), WithJsonSchema({"type": ["number", "string"]})]
Unit = Annotated[Title, BeforeValidator(_as_unit, json_schema_input_type=Line | Title)]


Place = Annotated[Line, WithJsonSchema({"type": ["integer", "string"]})]


class Computed(Part):
    """A worked example of a formula that yields the value of a fact."""

    id: Id = Field(description="Id of the formula.")
    example: Place = Field(description="Its place among the worked examples, from 0, or its text `what` in either language.")
    unit: Line | None = Field(None, description="Unit in which it is printed, where it is not that of the formula: GiB.")


class Fact(Part):
    """A number with its unit, and exactly one origin: a source, a derivation or a formula."""

    value: Value | None = Field(None, description="Plain digits, a range 2.2–2.6, a leading ~, > or <; absent: as the formula gives it.")
    unit: Unit | None = Field(None, description="Unit as printed, one for both languages or {zh, en}: GB, %, ×, {zh: 倍, en: ×}.")
    source: Id | None = Field(None, description="Key of the source of this record that states it.")
    derivation: Line | None = Field(None, description="Arithmetic that yields it: 2*61*576.")
    formula: Computed | None = Field(None, description="Worked example of a formula that yields it.")
    note: Text | None = Field(None, description="Conditions under which it holds.")

    @model_validator(mode="after")
    def _has_origin(self) -> "Fact":
        if not (self.source or self.derivation or self.formula):
            raise ValueError("a fact needs a source, a derivation or a formula")
        if self.derivation and self.formula:
            raise ValueError("a fact is computed once: by a derivation or by a formula")
        if self.value is None and self.formula is None:
            raise ValueError("a fact without a formula needs a value")
        if (self.derivation or self.formula) and "–" in (self.value or ""):
            raise ValueError("what is computed is one number, not a range")
        return self
