"""Rules about what writing and pasting leave behind: marks that are opened and not closed, sentences that stand twice."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..schema import aloud, texts
from .rule import Said, Subject, rule

_FENCED = re.compile(r"```.*?```", re.S)
_SPAN = re.compile(r"`[^`]*`")
_MATHS = re.compile(r"\\\((?:(?!\\[(\[]).)*?\\\)|\\\[(?:(?!\\[(\[]).)*?\\\]", re.S)
"""Maths that holds no second opening: that of another formula."""

_SUSPECT = re.compile(r"[`$（）「」《》“”]|\*\*|\\[()\[\]]")
_MARKS = "`$（）「」《》“”*\\"
"""What one of them holds; a plain character is found much faster than a pattern."""

_RULE = re.compile(r"(?m)^[* ]*$")
_PAIRS = (("（", "）"), ("「", "」"), ("《", "》"), ("“", "”"))
_STOP = {"zh": "。", "en": ". "}
_SHORTEST = {"zh": 14, "en": 40}


@rule(
    "A mark that is opened and not closed turns the rest of the text into code, maths or bold words, or is printed as it stands.",
    bad="zh: 用 `--kv-cache-dtype fp8 打开",
    good="zh: 用 `--kv-cache-dtype fp8` 打开",
    single=True,
)
def mark_not_closed(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for path, field, locale, text in texts(item.record) if any(one in text for text in aloud(item.record) for one in _MARKS) else ():
            if _SUSPECT.search(text) and (mark := _unclosed(text)):
                hint = "write maths as \\( … \\)" if mark == "$" else "close it, or delete it"
                said = Said(item, path, field, locale, text)
                yield subject.within(said, text.find(mark), mark, f"'{mark}' is not closed or not opened", hint)


def _unclosed(text: str) -> str:
    """The first kind of mark of which one stands alone, or nothing."""
    bare = _FENCED.sub(" ", text) if "```" in text else text
    if "```" in bare:
        return "```"
    plain = _SPAN.sub(" ", bare) if "`" in bare else bare
    if "`" in plain:
        return "`"
    words = _MATHS.sub(" ", plain) if "\\" in plain else plain
    if "\\" in words or "$" in words:
        escaped = words.replace("\\\\", "")
        if lost := next((mark for mark in ("\\(", "\\)", "\\[", "\\]", "$") if mark in escaped), ""):
            return lost
    if "**" in words and _RULE.sub("", words).count("**") % 2:
        return "**"
    for opening, closing in _PAIRS:
        if words.count(opening) != words.count(closing):
            return opening if opening in words else closing
    return ""


@rule(
    "A sentence that stands twice in a text was pasted, and one of the two was meant to say something else.",
    bad="zh: 先把权重切块再归约到每张卡上去。先把权重切块再归约到每张卡上去。",
    good="zh: 先把权重切块再归约到每张卡上去。",
    single=True,
)
def said_twice(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for path, field, locale, text in texts(item.record):
            if len(text) > 2 * _SHORTEST[locale] and text.count(_STOP[locale].strip()) > 1:
                yield from _repeated(subject, Said(item, path, field, locale, text))


def _repeated(subject: Subject, said: Said) -> Iterator[Problem]:
    sentences = [one.strip(" .") for one in said.text.replace("\n", " ").split(_STOP[said.locale])]
    for i, sentence in enumerate(sentences):
        if len(sentence) >= _SHORTEST[said.locale] and sentence in sentences[:i]:
            start = said.text.rfind(sentence[:12])
            yield subject.within(said, start, sentence, f"stands twice: {sentence[:30]}…", "delete one, or write what was meant")
