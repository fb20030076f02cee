"""Walking through a record: every part, every text, with its path. A record is walked once for all rules."""

from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

from .catalog import Path
from .part import Part
from .parts import Record

P = TypeVar("P", bound=Part)


def parts(record: Record) -> list[tuple[Path, Part]]:
    """The record and every part inside it, outermost first."""
    return record.walked


def parts_of(record: Record, kind: type[P]) -> Iterator[tuple[Path, P]]:
    """The parts of a class, with their paths."""
    return (cast(tuple[Path, P], one) for own, found in record.by_class.items() if issubclass(own, kind) for one in found)


def parts_by_class(record: Record) -> Mapping[type[Part], list[tuple[Path, Part]]]:
    """The parts by their exact classes: what holds for a class is looked up once for all parts of it."""
    return record.by_class


def texts(record: Record) -> list[tuple[Path, str, str, str]]:
    """(path, field, locale, text) of every bilingual text; titles are not prose and are left out."""
    return record.said


def pairs(record: Record) -> Iterator[tuple[Path, str, str]]:
    """(path, zh, en) of every bilingual text."""
    said = record.said
    return ((zh[0][:-1], zh[3], en[3]) for zh, en in zip(said[0::2], said[1::2], strict=True))


def counted(record: Record) -> list[tuple[Path, str, str]]:
    """(path, zh, en) of every bilingual text with a digit in either language."""
    return record.counted


def aloud(record: Record) -> tuple[str, str]:
    """All texts of a record one after the other, in zh and in en, for a first look."""
    return record.aloud


def is_plain(field: str) -> bool:
    """Whether a text field is shown as it stands, without Markdown."""
    return field in ("summary", "goal", "scenario", "path_note")
