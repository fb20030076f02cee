"""What changed between two states of the records, record by record and page by page."""

from .changes import Changes, Entry, EntryChange, FactChange, FieldChange, PageChange, Side, Told, compare, differences, words
from .history import commit, unpack
from .markdown import markdown, word_diff
from .reach import Reach, reach
from .texts import Texts, all_texts, same_templates, some_texts, text_of

__all__ = [
    "Changes",
    "Entry",
    "EntryChange",
    "FactChange",
    "FieldChange",
    "PageChange",
    "Reach",
    "Side",
    "Texts",
    "Told",
    "all_texts",
    "commit",
    "compare",
    "differences",
    "markdown",
    "reach",
    "same_templates",
    "some_texts",
    "text_of",
    "unpack",
    "word_diff",
    "words",
]
