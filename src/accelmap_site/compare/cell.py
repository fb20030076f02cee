"""What stands in a cell, before it is in any language."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..schema import Catalog, Item, PropertyNumber, PropertyText, Source, Trait

_REFERENCE = re.compile(r"\[((?:[^\[\]]|\\[\[\]])+)\]\[[^\[\]]*\]")
_MARKS = re.compile(r"\*\*|`|\\\(|\\\)")


@dataclass(frozen=True)
class Cell:
    """At most one of number, mark, words and ids leads; words may follow ids. All empty: the records do not say.

    ``words`` are bilingual texts, ``ids`` records to link, ``mark`` stands in every language, ``upto`` ends a range.
    """

    number: float | None = None
    upto: float | None = None
    unit: str = ""
    mark: str = ""
    ids: tuple[str, ...] = ()
    words: tuple[Any, ...] = ()
    source: Source | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return self.number is None and not self.mark and not self.ids and not self.words

    @property
    def shown(self) -> str:
        """The number with its unit, or the mark."""
        if self.number is None:
            return self.mark
        ends = figure(self.number) if self.upto is None else f"{figure(self.number)}–{figure(self.upto)}"
        return f"{ends} {self.unit}".rstrip()


EMPTY = Cell()


def figure(number: float) -> str:
    """A number as readers write it: thousands apart, no needless zeros, four decimals at most."""
    text = f"{number:,.4f}"
    return text.rstrip("0").rstrip(".")


def said(cell: Cell, catalog: Catalog, locale: str) -> str:
    """The cell as plain text in a language; '' if it is empty."""
    comma, joint = ("、", "；") if locale == "zh" else (", ", "; ")
    titles = comma.join(str(getattr(catalog.items[one].record.title, locale)) for one in cell.ids)
    words = comma.join(unmarked(str(getattr(one, locale))) for one in cell.words)
    return joint.join(part for part in (cell.shown, titles, words) if part)


def unmarked(text: str) -> str:
    """Markdown as plain words on one line."""
    return " ".join(_MARKS.sub("", _REFERENCE.sub(r"\1", text)).split())


def from_property(value: PropertyText | PropertyNumber | None, sources: Iterable[Source]) -> Cell:
    """The cell of a property, with the source that its key names."""
    if value is None:
        return EMPTY
    source = next((one for one in sources if one.key == value.source), None)
    if isinstance(value, PropertyNumber):
        return Cell(number=value.value, upto=value.upto, unit=value.unit or "", source=source)
    return Cell(words=(value,), source=source)


def from_number(value: float | None, unit: str = "", source: Source | None = None) -> Cell:
    """A number with its unit; empty for None."""
    return EMPTY if value is None else Cell(number=float(value), unit=unit, source=source)


def from_mark(value: str | None, source: Source | None = None) -> Cell:
    """Text that stands in every language; empty for None."""
    return Cell(mark=value, source=source) if value else EMPTY


def from_trait(trait: Trait | None, undisclosed: Any) -> Cell:
    """A cell of the model × technique table."""
    if trait is None:
        return EMPTY
    words = (trait.note,) if trait.note else ()
    return Cell(ids=trait.ids, words=words or ((undisclosed,) if trait.undisclosed and not trait.ids else ()))


def keyed(item: Item, key: str | None) -> Source | None:
    """A source of a record by its key."""
    return next((source for source in item.record.sources if source.key == key), None)
