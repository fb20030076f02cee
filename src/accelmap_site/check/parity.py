"""Rules about the two languages of a text: they count the same, measure in the same units, have the same shape, and are what they say."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..facts import REFERENCE as FACT_REFERENCE
from ..facts import hidden
from ..schema import Item, Path, Title, counted, is_plain, pairs, parts_of
from .rule import Subject, rule

_CJK = re.compile(r"[\u3400-\u9fff]")
_MATHS = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", re.S)
_TARGET = re.compile(r"\]\[[^\]]*\]")
_STEP = re.compile(r"(?m)^ *\d+[.)] ")
_SMALL = re.compile(r"\d(?<![A-Za-z0-9.,]\d)(?<![A-Za-z]-\d)(?:(?<=1)[0-2])?(?![\d])(?![.,]\d)")
_ANY = re.compile(r"\d+")
_WORD = re.compile(r"[a-z]+")
_COUNTED = (
    ("jan feb mar apr may jun jul aug sep oct nov dec", 1),
    ("january february march april may june july august september october november december", 1),
    ("zero one two three four five six seven eight nine ten eleven twelve", 0),
    ("first second third fourth fifth sixth seventh eighth ninth tenth", 1),
)
_ENGLISH = {word: number for words, start in _COUNTED for number, word in enumerate(words.split(" "), start)} | {
    "a": 1, "an": 1, "each": 1, "every": 1, "single": 1, "once": 1, "only": 1, "alone": 1, "unit": 1, "twice": 2, "double": 2, "doubles": 2,
    "doubled": 2, "both": 2, "pair": 2, "pairs": 2, "half": 2, "halves": 2, "halved": 2, "thirds": 3, "quarter": 4, "quarters": 4,
    "zeros": 0, "no": 0, "none": 0, "without": 0, "byte": 8, "bytes": 8,
}  # fmt: skip
_CHINESE = dict(zip("零一二三四五六七八九十", range(11), strict=True)) | {"两": 2, "半": 2, "单": 1, "双": 2, "首": 1, "倍": 2, "无": 0}
_TEENS = {"十一": 11, "十二": 12}
_UNITS = r"%|[KMGTP]i?B(?:/s)?|[kMG]?Hz|[mµn]s|[TP]?FLOP/s|[TP]?OP/s|[KMG]bit/s"
_MEASURE = re.compile(rf"(\d(?<![A-Za-z0-9.]\d)[\d.,]*)(?:%?[–~](\d[\d.,]*))? ?({_UNITS})(?![A-Za-z/])")
_LOWER_WORDS = re.compile(r"(?:\b[a-z]{2,}\b[ ,]+){2,}[a-z]{2,}\b")
_SHORT = 40
_QUOTED = re.compile(r"“[^”]*”|\"[^\"\n]*\"|「[^」]*」|（[^）]*）|\([^)]*\)")
_SHAPE = re.compile(r"\n|`|\\[(\[]|\*\*")
_FENCE = re.compile(r"```.*?```", re.S)
_SPAN = re.compile(r"`([^`]+)`")
_COMMENT = re.compile(r"(?m)(?:^|\s+)#.*$")
_MATHS_WORDS = re.compile(r"\s|\\(?:text|mathrm|operatorname)\{[^}]*\}|_\{?[A-Za-z\u3400-\u9fff]+\}?")


def _pairs(subject: Subject) -> Iterator[tuple[Item, Path, str, str]]:
    """(record, path, zh, en) of every bilingual text."""
    return ((item, *pair) for item in subject.judged for pair in pairs(item.record))


def _counted(subject: Subject) -> Iterator[tuple[Item, Path, str, str]]:
    """The same of those with a digit."""
    return ((item, *pair) for item in subject.judged for pair in counted(item.record))


@rule(
    "A small number that the other language lacks, in digits or in words, is a translation gone stale.",
    bad="zh: 每 5 层共用一份\nen: Shared by four layers",
    good="zh: 每 4 层共用一份\nen: Shared by four layers",
    allowable=True,
    single=True,
)
def small_numbers_differ(subject: Subject) -> Iterator[Problem]:
    """Larger numbers and decimals are compared by :func:`languages_differ`."""
    for item, at, zh, en in _counted(subject):
        if (left := _ANY.findall(zh)) == (right := _ANY.findall(en)) or set(left) == set(right):
            continue
        small_zh, small_en = _small(zh), _small(en)
        known_zh = _numbers(zh) | {_CHINESE[one] for one in zh if one in _CHINESE} | {n for word, n in _TEENS.items() if word in zh}
        known_en = _numbers(en) | {_ENGLISH[word] for word in _WORD.findall(en.lower()) if word in _ENGLISH}
        lost = sorted((small_zh - known_en) | (small_en - known_zh))
        if lost:
            only = ", ".join(map(str, lost))
            yield subject.at(item, at, f"zh and en differ in small numbers: {only}", "both languages count the same")


def _small(text: str) -> set[int]:
    """Numbers up to 12 in digits, outside code, maths, references and the marks of a list."""
    text = FACT_REFERENCE.sub(" ", text) if "{{" in text else text
    return {int(one) for one in _SMALL.findall(_STEP.sub(" ", _TARGET.sub("]", _MATHS.sub(" ", hidden(text)))))}


def _numbers(text: str) -> set[int]:
    return {int(one) for one in _ANY.findall(text) if len(one) <= 2}


@rule(
    "A figure in two units is two figures: 64 GB and 64 GiB differ by seven percent.",
    bad="zh: 显存 64 GiB\nen: 64 GB of memory",
    good="zh: 显存 64 GB\nen: 64 GB of memory",
    allowable=True,
    single=True,
)
def units_differ(subject: Subject) -> Iterator[Problem]:
    for item, at, zh, en in _counted(subject):
        left, right = _measures(zh), _measures(en)
        if left != right and (apart := [one for one in sorted(left ^ right) if _states(zh, one[0]) and _states(en, one[0])]):
            only = ", ".join(" ".join(one) for one in apart)
            yield subject.at(item, at, f"zh and en differ in units: {only}", "both languages measure in the same units")


def _states(text: str, number: str) -> bool:
    """Whether a text holds a number at all; one that is missing is reported as a number."""
    return number in text.replace(",", "")


def _measures(text: str) -> set[tuple[str, str]]:
    """Numbers with their units; both ends of a range have the unit of the upper."""
    found = _MEASURE.findall(hidden(text))
    return {(number.replace(",", "").rstrip("."), unit) for low, high, unit in found for number in (low, high) if number}


@rule(
    "A paragraph, an emphasis, a formula or a piece of code in one language only is a translation gone stale.",
    bad="zh: |\n  先切块。\n\n  再归约。\nen: |\n  Cut into blocks.",
    good="zh: |\n  先切块。\n\n  再归约。\nen: |\n  Cut into blocks.\n\n  Then reduce.",
    allowable=True,
    single=True,
)
def shape_differs(subject: Subject) -> Iterator[Problem]:
    """Items of lists are counted by :func:`lists_differ`; tables and headings are refused altogether."""
    for item, at, zh, en in _pairs(subject):
        if (_SHAPE.search(zh) or _SHAPE.search(en)) and not is_plain(str(at[-1])):
            for what, left, right in zip(_SHAPES, _shape(zh), _shape(en), strict=True):
                if left != right:
                    said = f"zh has {left}, en {right}" if isinstance(left, int) else f"only one has {_first(left, right)}"
                    yield subject.at(item, at, f"zh and en differ in {what}: {said}", "both languages have the same shape")
                    break


_SHAPES = ("blocks of code", "paragraphs", "code", "maths", "bold words", "quotations")


def _shape(text: str) -> tuple[int | set[str], ...]:
    blocks = {_COMMENT.sub("", block).strip() for block in _FENCE.findall(text)} if "```" in text else set()
    bare = _FENCE.sub("\n", text) if blocks else text
    code = set(_SPAN.findall(bare)) if "`" in bare else set()
    plain = hidden(bare)
    maths = {_MATHS_WORDS.sub("", one or other) for one, other in _MATHS.findall(plain)} if "\\" in plain else set()
    paragraphs = len([one for one in bare.split("\n\n") if one.strip()]) if "\n" in bare else 1
    return blocks, paragraphs, code, maths, plain.count("**"), plain.count("\n> ")


def _first(left: int | set[str], right: int | set[str]) -> str:
    assert isinstance(left, set)
    assert isinstance(right, set)
    return f"'{sorted(left ^ right)[0][:40]}'"


@rule(
    "A text in the place of the other language is shown to readers who cannot read it.",
    bad="title: {zh: Paged cache, en: 分页缓存}",
    good="title: {zh: 分页缓存, en: Paged cache}",
    allowable=True,
    single=True,
)
def other_language(subject: Subject) -> Iterator[Problem]:
    """Names may be Latin in Chinese; Chinese stands in English only where it is quoted, or in brackets beside its translation.

    Longer texts without a Chinese character and mostly Chinese ones are seen by :func:`not_chinese`.
    """
    for item in subject.judged:
        for at, part in parts_of(item.record, Title):
            if _CJK.search(part.en):
                hint = "write the English name; the Chinese one belongs under zh"
                yield subject.at(item, (*at, "en"), "Chinese in the English name", hint)
    for item, at, zh, en in _pairs(subject):
        if not en.isascii() and 0 < len(_CJK.findall(en)) <= len(en) / 5 and _CJK.search(_QUOTED.sub(" ", hidden(en))):
            yield subject.at(item, (*at, "en"), "Chinese in the English text", "translate it, or quote it: “…”")
        if len(zh) <= _SHORT and not _CJK.search(zh) and (match := _LOWER_WORDS.search(hidden(zh))):
            yield subject.at(item, (*at, "zh"), f"an English sentence in the zh text: {match[0][:30]}", "write it in Chinese")
