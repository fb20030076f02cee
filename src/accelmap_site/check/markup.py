"""Rules about the Markdown of texts: what would be lost on the page is refused, and both languages have the same shape."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..facts import hidden
from ..schema import aloud, pairs, texts
from .rule import Said, Subject, rule

_LOST = (
    ("a heading", re.compile(r"^ {0,3}#+(?= |\w)[^\n]*|^[^\n]+\n {0,3}(?:=+|-+) *$", re.M), "make it a field of its own, or bold text"),
    ("an image", re.compile(r"!\["), "describe it; diagrams are drawn from records"),
    (
        "a table",
        re.compile(r"^ *\|[^\n]*\|[^\n]*$|^ *:?-{3,}:? *\|[^\n]*$", re.M),
        "write a list, or fill a comparison table",
    ),
    ("a definition of an address", re.compile(r"^ {0,3}\[[^\]\n]+\]: *\S*", re.M), "put the address under sources"),
    (
        "a rule",
        re.compile(r"(?<!\S\n)^ {0,3}(?:(?:\* ?){3,}|(?:_ ?){3,}|(?:- ?){3,})$", re.M),
        "delete it",
    ),
)
_SIGN = re.compile(r"!\[|[|#=]|\]:|---|\*\*\*|___|- - -|\* \* \*")
_SIGNS = ("![", "|", "#", "=", "]:", "---", "***", "___", "- - -", "* * *")
_STARTS = (*" #|[*-_:", "")
"""How a single line begins that may be more than a sentence."""

_ITEM = re.compile(r"^ *(?:[-*+]|\d+\.) ", re.M)


@rule(
    "Headings, images, tables and addresses are not shown in the text of a record; they would be lost without a word.",
    bad="mechanism:\n  zh: |\n    ## 步骤\n    先切块。",
    good="mechanism:\n  zh: |\n    **步骤**：先切块。",
    single=True,
)
def markup_lost(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for path, field, locale, text in texts(item.record) if any(sign in text for text in aloud(item.record) for sign in _SIGNS) else ():
            one_line = "\n" not in text and text[:1] not in _STARTS and "![" not in text
            if one_line or not _SIGN.search(text):
                continue
            said = Said(item, path, field, locale, text)
            bare = hidden(said.text)
            for what, pattern, hint in _LOST:
                for match in pattern.finditer(bare):
                    words = said.text[match.start() : match.end()].strip().split("\n")[0]
                    start = said.text.find(words, match.start())
                    yield subject.within(said, start, words, f"{what} in the text of a record: {words[:30]}", hint)


@rule(
    "A list with a step more in one language is a translation gone stale.",
    bad="zh: |\n  1. 切块\n  2. 归约\nen: |\n  1. Cut into blocks",
    good="zh: |\n  1. 切块\n  2. 归约\nen: |\n  1. Cut into blocks\n  2. Reduce",
    allowable=True,
    single=True,
)
def lists_differ(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for at, zh, en in pairs(item.record):
            if "\n" in zh or "\n" in en:
                left, right = len(_ITEM.findall(hidden(zh))), len(_ITEM.findall(hidden(en)))
                if left != right:
                    message = f"zh lists {left} items, en {right}"
                    yield subject.at(item, at, message, "both languages have the same items")
