"""What changed between two states of the records, record by record and page by page."""

from .changes import Changes, Entry, EntryChange, FactChange, FieldChange, PageChange, Side, Told, compare, differences, words
from .markdown import markdown, word_diff
from .whole import changes_since

__all__ = [
    "Changes",
    "Entry",
    "EntryChange",
    "FactChange",
    "FieldChange",
    "PageChange",
    "Side",
    "Told",
    "changes_since",
    "compare",
    "differences",
    "markdown",
    "word_diff",
    "words",
]
