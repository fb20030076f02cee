"""The parts that records of every kind are made of."""

import re
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from .fact import Fact
from .part import Part, Text, Title, field_at, is_text, walk
from .scalars import Arxiv, Day, Decimal, Doi, Id, Line, Prose, Truth, Url, Year

_DIGIT = re.compile(r"\d")


class Alias(Part):
    """Another spelling under which people look for the record."""

    text: Line = Field(description="The spelling.")
    autolink: Truth = Field(True, description="false: findable, but never linked automatically in prose.")


class Ref(Part):
    """A reference to a record, with what qualifies it."""

    id: Id = Field(description="Id of the other record.")
    note: Text | None = Field(None, description="What the connection consists in.")
    since: Line | None = Field(None, description="From which version or under which condition it holds.")
    status: Literal["yes", "no", "untested"] = Field("yes", description="Whether the connection is known to hold.")
    source: Line | None = Field(None, description="Key of the source that states it.")


class Confusion(Part):
    """A record that readers take for this one, and how to tell them apart."""

    id: Id = Field(description="Id of the record it is taken for.")
    zh: Prose = Field(description="The difference, in Chinese.")
    en: Prose = Field(description="The difference, in English.")


class Source(Part):
    """A document that was opened to write the record. Exactly one address."""

    key: Id = Field(description="Short name, unique in the record, used by other fields.")
    kind: Literal["paper", "code", "docs", "blog"] = Field(description="What it is.")
    title: Line = Field(description="Title as printed there.")
    url: Url | None = Field(None, description="Web address.")
    arxiv: Arxiv | None = Field(None, description="arXiv number without version.")
    doi: Doi | None = Field(None, description="DOI.")
    hf: Line | None = Field(None, description="Hugging Face repository, owner/name.")
    year: Year | None = Field(None, description="Year of publication.")
    locator: Line = Field(description="Where in the document: '§3.2, Table 2', a file and line, a heading.")
    supports: tuple[Line, ...] = Field(min_length=1, description="Fields of this record that it was opened for.")
    unverified: Truth = Field(False, description="true: could not be opened when the record was written.")

    @model_validator(mode="after")
    def _one_address(self) -> "Source":
        given = [name for name in ("url", "arxiv", "doi", "hf") if getattr(self, name)]
        if len(given) != 1:
            said = " and ".join(given) if given else "none"
            raise ValueError(f"a source has exactly one of url, arxiv, doi, hf; this one has {said}")
        return self

    @property
    def address(self) -> str:
        """The web address, whichever way it was written."""
        if self.arxiv:
            return f"https://arxiv.org/abs/{self.arxiv}"
        if self.doi:
            return f"https://doi.org/{self.doi}"
        return f"https://huggingface.co/{self.hf}" if self.hf else str(self.url)


class Dispute(Part):
    """A widespread statement that is wrong or contested, with the verdict and its proof."""

    claim: Text = Field(description="The statement as it goes round.")
    said_by: tuple[Line, ...] = Field((), description="Who says so, where that is known.")
    verdict: Literal["wrong", "misleading", "outdated", "contested", "unverifiable"] = Field(description="Our finding.")
    because: Text = Field(description="Why, with the right statement.")
    sources: tuple[Id, ...] = Field(min_length=1, description="Keys of the sources that prove it.")


class Equation(Part):
    """A formula in LaTeX, shown as MathML."""

    tex: Line = Field(description="LaTeX without delimiters.")
    note: Text | None = Field(None, description="What the symbols are, with units.")
    source: Id | None = Field(None, description="Key of the source.")


class Figure(Part):
    """A number worth knowing, with the conditions under which it holds."""

    what: Text = Field(description="What is counted or measured.")
    value: Line = Field(description="The number, plain digits: '131072', '2.2–2.6'.")
    unit: Line | None = Field(None, description="Unit: KiB, GB/s, TFLOP/s, ×, %.")
    given: Text | None = Field(None, description="Conditions: model, context length, precision, hardware.")
    derivation: Line | None = Field(None, description="Arithmetic that yields the value: 2*32*8*128*2.")
    source: Id | None = Field(None, description="Key of the source; may be absent for a derived value.")

    @model_validator(mode="after")
    def _has_origin(self) -> "Figure":
        if not self.source and not self.derivation:
            raise ValueError("a figure needs a source or a derivation")
        return self


class Gain(Part):
    """A measured benefit and the envelope in which it was measured."""

    metric: Text = Field(description="What improved.")
    value: tuple[Decimal, Decimal] = Field(description="Lowest and highest reported value.")
    unit: Literal["×", "%", "pt", "GiB", "GB", "ms"] = Field(description="Unit of the value.")
    baseline: Text = Field(description="Compared with what.")
    model: Line | None = Field(None, description="Model or workload measured.")
    hardware: Line | None = Field(None, description="Hardware, with count: '8× H100 SXM'.")
    setting: Text | None = Field(None, description="Batch, lengths, precision, dataset.")
    source: Id = Field(description="Key of the source.")

    @model_validator(mode="after")
    def _in_order(self) -> "Gain":
        if self.value[0] > self.value[1]:
            raise ValueError(f"the lowest value comes first; {self.value[0]:g} is above {self.value[1]:g}")
        return self


class Switch(Part):
    """How a tool turns a technique on."""

    tool: Id = Field(description="Id of the tool.")
    how: Line | None = Field(None, description="Flag, call or setting, as typed.")
    since: Line | None = Field(None, description="First version or date that has it.")
    note: Text | None = Field(None, description="Default, limits, what to watch.")
    source: Id | None = Field(None, description="Key of the source.")


class PropertyText(Text):
    """What a comparison says of a record in words."""

    source: Id = Field(description="Key of the source.")


class PropertyNumber(Part):
    """What a comparison says of a record as a number."""

    value: Decimal = Field(description="The number, or the lower end of a range.")
    upto: Decimal | None = Field(None, description="Upper end, where it is a range.")
    unit: Line | None = Field(None, description="Unit: bit, %, Hz, kbit/s.")
    source: Id = Field(description="Key of the source.")

    @model_validator(mode="after")
    def _in_order(self) -> "PropertyNumber":
        if self.upto is not None and self.upto <= self.value:
            raise ValueError(f"upto is the upper end of a range; {self.upto:g} is not above {self.value:g}")
        return self


def _property_kind(value: Any) -> str:
    numeric = "value" in value if isinstance(value, dict) else isinstance(value, PropertyNumber)
    return "[number]" if numeric else "[text]"


PropertyValue = Annotated[
    Annotated[PropertyText, Tag("[text]")] | Annotated[PropertyNumber, Tag("[number]")], Discriminator(_property_kind)
]


def _as_ref(value: Any) -> Any:
    return {"id": value} if isinstance(value, str) else value


def _as_alias(value: Any) -> Any:
    return {"text": value} if isinstance(value, str) else value


RefLike = Annotated[Ref, BeforeValidator(_as_ref, json_schema_input_type=Id | Ref)]
AliasLike = Annotated[Alias, BeforeValidator(_as_alias, json_schema_input_type=Line | Alias)]
Refs = tuple[RefLike, ...]


class Relations(Part):
    """Typed edges to other records. Each is written on one side and read on both."""

    variant_of: Refs = Field((), description="A form of the other that changes its design.")
    evolves_from: Refs = Field((), description="Successor of the other.")
    part_of: Refs = Field((), description="A component or step of the other.")
    requires: Refs = Field((), description="Does not work without the other.")
    combines_with: Refs = Field((), description="Used together to effect.")
    alternative_to: Refs = Field((), description="Solves the same problem another way.")
    incompatible_with: Refs = Field((), description="Cannot be used together.")
    contrasts_with: Refs = Field((), description="Best understood against the other.")
    implemented_by: Refs = Field((), description="The tool that provides it.")
    used_by: Refs = Field((), description="The model, tool or technique that uses it.")
    equivalent_to: Refs = Field((), description="Another name or form of the same thing.")


class Allow(Part):
    """An exception from a rule of the check. It silences the rule in this record while it is needed, until a day."""

    rule: Id = Field(description="Name of the rule, as under contributing/rules/.")
    reason: Line = Field(description="Why the rule is wrong here, in a sentence.")
    until: Day = Field(description="Last day on which the exception holds; then somebody looks again.")


class Record(Part):
    """What every record has. Its id is the file name, its kind the folder."""

    title: Title = Field(description="Name of the thing.")
    abbr: Line | None = Field(None, description="Abbreviation, if one is in use.")
    aliases: tuple[AliasLike, ...] = Field((), description="Other spellings, in either language.")
    former_ids: tuple[Id, ...] = Field((), description="Ids the record had before; they redirect here.")
    summary: Text = Field(description="At most two sentences that stand alone in a hover card. Plain text.")
    body: Text | None = Field(None, description="Further sections in Markdown.")
    relations: Relations = Field(default_factory=lambda: Relations(), description="Edges to other records.")
    confused_with: tuple[Confusion, ...] = Field((), description="Records it is taken for.")
    disputes: tuple[Dispute, ...] = Field((), description="Wrong or contested statements about it.")
    properties: dict[Id, PropertyValue] = Field(
        default_factory=dict, description="Cells of comparison tables, by id from taxonomy/properties.yml."
    )
    facts: dict[Id, Fact] = Field(default_factory=dict, description='Numbers that prose refers to as {{ fact("key") }}, by key.')
    sources: tuple[Source, ...] = Field(min_length=1, description="Documents opened to write the record.")
    allow: tuple[Allow, ...] = Field((), description="Exceptions from rules of the check, each with a reason and a last day.")
    verified: Day = Field(description="Day on which the record was compared with its sources.")

    def __copy__(self) -> Self:
        """A copy that is about to get other values must not remember the walk of the original."""
        copied = super().__copy__()
        for name in ("walked", "by_class", "said", "counted", "aloud"):
            copied.__dict__.pop(name, None)
        return copied

    @cached_property
    def walked(self) -> list[tuple[tuple[str | int, ...], Part]]:
        """The record and every part inside it with its path, outermost first. Nothing in it changes, so all rules share one walk."""
        found: list[tuple[tuple[str | int, ...], Part]] = []
        walk(self, (), found)
        return found

    @cached_property
    def by_class(self) -> dict[type[Part], list[tuple[tuple[str | int, ...], Part]]]:
        """The same by their classes: most rules look for a few parts among dozens."""
        found: dict[type[Part], list[tuple[tuple[str | int, ...], Part]]] = {}
        for one in self.walked:
            found.setdefault(type(one[1]), []).append(one)
        return found

    @cached_property
    def said(self) -> list[tuple[tuple[str | int, ...], str, str, str]]:
        """(path, field, locale, text) of every bilingual text; titles are not prose and are left out."""
        found: list[tuple[tuple[str | int, ...], str, str, str]] = []
        for at, part in self.walked:
            if isinstance(part, Text) or is_text(type(part)):
                field = field_at(at)
                found.append(((*at, "zh"), field, "zh", getattr(part, "zh")))
                found.append(((*at, "en"), field, "en", getattr(part, "en")))
        return found

    @cached_property
    def counted(self) -> list[tuple[tuple[str | int, ...], str, str]]:
        """(path, zh, en) of every bilingual text with a digit in either language: most texts hold none."""
        said = self.said
        both = zip(said[0::2], said[1::2], strict=True)
        return [(zh[0][:-1], zh[3], en[3]) for zh, en in both if _DIGIT.search(zh[3]) or _DIGIT.search(en[3])]

    @cached_property
    def aloud(self) -> tuple[str, str]:
        """All texts one after the other, in zh and in en: what is not in these is in none, and most of what rules look for is not."""
        texts = [text for _, _, _, text in self.said]
        return "\n\n".join(texts[0::2]), "\n\n".join(texts[1::2])
