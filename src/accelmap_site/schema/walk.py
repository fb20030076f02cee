"""Walking through a record: every part, every text, with its path. A record is walked once for all rules."""

from collections.abc import Iterator

from .catalog import Path
from .part import Part
from .parts import Record


def parts(record: Record) -> list[tuple[Path, Part]]:
    """The record and every part inside it, outermost first."""
    return record.walked


def texts(record: Record) -> list[tuple[Path, str, str, str]]:
    """(path, field, locale, text) of every bilingual text; titles are not prose and are left out."""
    return record.said


def pairs(record: Record) -> Iterator[tuple[Path, str, str]]:
    """(path, zh, en) of every bilingual text."""
    said = record.said
    return ((zh[0][:-1], zh[3], en[3]) for zh, en in zip(said[0::2], said[1::2], strict=True))


def aloud(record: Record) -> tuple[str, str]:
    """All texts of a record one after the other, in zh and in en, for a first look."""
    return record.aloud


def is_plain(field: str) -> bool:
    """Whether a text field is shown as it stands, without Markdown."""
    return field in ("summary", "goal", "scenario", "path_note")
