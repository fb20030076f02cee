"""Rules about text: both languages say the same, nothing in it is code, nothing is too long."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..facts import REFERENCE as FACT_REFERENCE
from ..facts import Ledger, mentions, replaced
from ..schema import aloud, counted, is_plain, pairs, texts
from .references import REFERENCE
from .rule import Subject, rule

_CJK = re.compile(r"[\u3400-\u9fff]")
_CARRIES = re.compile(r"\d(?:\d|\.\d)")
"""What a text without a figure above 12 has nothing of."""

_NUMBER = re.compile(r"\d(?<![A-Za-z0-9.]\d)\d*(?:\.\d+)?(?!\.?\d)")
_SEPARATOR = re.compile(r"(?<=\d),(?=\d{3})")
_TARGET = re.compile(r"\]\[[^\]]*\]|\]\([^)]*\)")
_HTML = re.compile(r"<[A-Za-z/!?][^>\n]*>?")
_LINK = re.compile(r"\[[^\]]*\]\(\s*([^)\s]*)")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.S)
_SENTENCE = {"zh": re.compile(r"[。！？]"), "en": re.compile(r"[.!?](?=\s|$)")}
_LENGTH = {"zh": 150, "en": 330}


@rule(
    "A figure or reference in one language only is a translation gone stale.",
    bad="zh: 由 1024 个块组成\nen: It has many blocks",
    good="zh: 由 1024 个块组成\nen: It has 1,024 blocks",
    allowable=True,
    single=True,
)
def languages_differ(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        said = "".join(aloud(item.record))
        for what, sign, carried, in_texts in _CARRIED:
            for at, zh, en in in_texts(item.record) if sign in said else ():
                if (left := carried(zh)) != (right := carried(en)):
                    only = ", ".join(sorted(left ^ right))
                    yield subject.at(item, at, f"zh and en differ in {what}: {only}", "both languages carry the same facts")


_NOTHING: frozenset[str] = frozenset()


def _targets(text: str) -> frozenset[str]:
    return frozenset(target for _, target in REFERENCE.findall(text)) if "][" in text else _NOTHING


def _facts(text: str) -> frozenset[str]:
    return frozenset(one.name for one in mentions(text)) if "{{" in text else _NOTHING


def _figures(text: str) -> frozenset[str]:
    """Numbers that carry information: whole numbers up to 12 are words as often as figures."""
    if not _CARRIES.search(text):
        return _NOTHING
    text = FACT_REFERENCE.sub(" ", text) if "{{" in text else text
    bare = _CODE.sub(" ", text) if "`" in text else text
    bare = _SEPARATOR.sub("", _TARGET.sub("] ", bare) if "]" in bare else bare)
    return frozenset(number for number in _NUMBER.findall(bare) if "." in number or int(number) > 12)


_CARRIED = (("references", "][", _targets, pairs), ("facts", "{{", _facts, pairs), ("figures", "", _figures, counted))


@rule(
    "A zh text without a Chinese character was not written.",
    bad="zh: The cache is split into blocks of equal size on every GPU",
    good="zh: 每张卡上的缓存切成等长的块",
    allowable=True,
    single=True,
)
def not_chinese(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for path, _, locale, text in texts(item.record):
            if locale == "zh" and len(text) > 40 and not _CJK.search(text):
                yield subject.at(item, path, "no Chinese in the zh text", "write it in Chinese")
            if locale == "en" and not text.isascii() and len(_CJK.findall(text)) > len(text) / 5:
                yield subject.at(item, path, "the en text is mostly Chinese", "write it in English")


@rule(
    "A summary fills a hover card: two sentences that stand alone.",
    bad="en: One sentence. Another one. And a third.",
    good="en: One sentence. Another one.",
    allowable=True,
    single=True,
)
def summary_too_long(subject: Subject) -> Iterator[Problem]:
    ledger = subject.once(Ledger)
    for item in subject.judged:
        for locale, end in _SENTENCE.items():
            text = _told(ledger, item.id, getattr(item.record.summary, locale), locale)
            if len(end.findall(text)) > 2 or len(text) > _LENGTH[locale]:
                message = f"{len(end.findall(text))} sentences, {len(text)} characters"
                yield subject.at(item, ("summary", locale), message, f"at most 2 sentences and {_LENGTH[locale]} characters")


def _told(ledger: Ledger, record_id: str, text: str, locale: str) -> str:
    def words(name: str) -> str:
        found = ledger.printed(record_id, name, locale)
        return found.words if found else name

    return replaced(text, words)


@rule(
    "HTML in a record could run in the reader's browser or swallow the rest of the page.",
    bad="zh: 每步 <b>一次</b>",
    good="zh: 每步**一次**",
    single=True,
)
def html_in_text(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        if not any("<" in text or "`" in text for text in aloud(item.record)):
            continue
        for path, field, _, text in texts(item.record):
            if "<" in text and (match := _HTML.search(_CODE.sub(" ", text))):
                yield subject.at(item, path, f"HTML: {match.group()[:30]}", "write Markdown; put code between backticks")
            if is_plain(field) and "`" in text:
                yield subject.at(item, path, "code marks in plain text", "write the name without backticks")


@rule(
    "A link in prose leads to a record; addresses belong under sources.",
    bad="zh: 见[这里](https://example.org/)",
    good="zh: 见[分页注意力][paged-attention]",
    single=True,
)
def link_in_text(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        if not any("](" in text for text in aloud(item.record)):
            continue
        for path, _, _, text in texts(item.record):
            for match in _LINK.finditer(_CODE.sub(" ", text) if "](" in text else ""):
                yield subject.at(item, path, f"a link to '{match[1][:60]}'", "write [text][id], and put outside addresses under sources")
