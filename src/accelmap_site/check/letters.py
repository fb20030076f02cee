"""Rules about characters: letters of another alphabet that look like Latin ones, and Chinese of another script."""

import re
import unicodedata
from collections.abc import Iterator

from ..errors import Problem
from ..schema import Item, aloud, parts, texts
from .rule import Subject, rule

_LOOK_ALIKE = re.compile(
    "[\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\ua4d0-\ua4ff\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03bf\u0131\u2170-\u217f\u2160-\u216f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]"
)
_ESCAPE = re.compile(r"\\[uxU]")
_ADOPTED = frozenset("昇")
"""Simplified characters that the old national set lacks: 昇腾 (Ascend)."""

_CJK_RUN = re.compile("[\u4e00-\u9fff]+")


@rule(
    "A letter that only looks Latin makes a name that search, links and copied commands do not find.",
    bad="aliases: [РagedAttention]   # the first letter is Cyrillic",
    good="aliases: [PagedAttention]",
    single=True,
)
def look_alike_letter(subject: Subject) -> Iterator[Problem]:
    """Cyrillic, Armenian, Cherokee and Lisu letters, Greek ones of Latin shape, full-width letters and digits, letters of formulas."""
    for item in subject.judged:
        if item.written and not _LOOK_ALIKE.search(item.written) and not _ESCAPE.search(item.written):
            continue
        for at, part in parts(item.record):
            for name in part.model_fields_set:
                value = getattr(part, name)
                for i, text in enumerate(value) if isinstance(value, tuple) else [(None, value)]:
                    if isinstance(text, str) and (match := _LOOK_ALIKE.search(text)):
                        path = (*at, name) if i is None else (*at, name, i)
                        yield subject.at(item, path, f"'{match[0]}' is {_called(match[0])}", f"write {_latin(match[0])}")


def _called(letter: str) -> str:
    return unicodedata.name(letter, f"U+{ord(letter):04X}").capitalize()


def _latin(letter: str) -> str:
    plain = unicodedata.normalize("NFKC", letter)
    return f"'{plain}'" if plain.isascii() else "the Latin letter"


@rule(
    "Traditional characters in a site in simplified Chinese are found by no search for the simplified word.",
    bad="zh: 記憶體頻寬",
    good="zh: 显存带宽",
    allowable=True,
    single=True,
)
def traditional_script(subject: Subject) -> Iterator[Problem]:
    """What GB 2312, the national set of simplified characters, does not hold."""
    for item in subject.judged:
        if not _outside(aloud(item.record)[0]) and not _outside(item.record.title.zh):
            continue
        for path, text in _chinese(item):
            if odd := _outside(text):
                yield subject.at(item, path, f"'{odd}' is no simplified character in common use", "write simplified Chinese")


def _chinese(item: Item) -> Iterator[tuple[tuple[str | int, ...], str]]:
    yield ("title", "zh"), item.record.title.zh
    yield from ((path, text) for path, _, locale, text in texts(item.record) if locale == "zh")


def _outside(text: str) -> str:
    """The first Chinese character outside the set, or nothing."""
    chinese = "".join(_CJK_RUN.findall(text))
    kept = chinese.encode("gb2312", "ignore").decode("gb2312")
    if len(kept) == len(chinese):
        return ""
    known = set(kept) | _ADOPTED
    return next((one for one in chinese if one not in known), "")
