"""Figures in prose: numbers with a unit, percentages and factors, and which of them may stand without a source.

What may stand is data: ``taxonomy/figures.yml``, and the names of all records.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..schema import Allowance, Catalog, Item, Model, Path, counted, field_at
from .references import REFERENCE, hidden

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_FIRST = r"\d(?<![A-Za-z0-9_^§\\]\d)(?<!\d[.,]\d)(?:\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d*(?:\.\d+)?)"
"""A number that begins here. What may not stand before it is asked after its first digit: only digits are looked at then."""

_BYTES = r"[KMGTPE]i?B|[KMGT]b|[KMGT]bit|kbit"
_LATIN = (
    rf"(?:{_BYTES}|GT|[KMGTPE]?FLOPs?|[KMGTPE]?FLOPS|[TP]?OPs?|TOPS|tokens?|toks?|requests?|images?|frames?|steps?|samples?|words?|bytes?|B)"
    r"/(?:s|ms|h|d|day|GPU|token|sec|second|GPU/s|s/GPU|\$|W|param|parameter|step|layer|flop|FLOP)(?:/(?:GPU|user|s|W))?"
    rf"|{_BYTES}ps|{_BYTES}"
    r"|[KMGTPEZ]?FLOPs|[KMGTPE]?FLOPS|[KMGTPEZ]FLOP|[TP]OPS|[kMG]?Hz|kW|MW|GW|kWh|MWh|[µμu]s|ns|ms|min|h|s|W|V|px|fps|FPS|pt|pp|dB"
    r"|milliseconds?|microseconds?|nanoseconds?|seconds?|minutes?|hours?|days?|weeks?|months|GPU[ -]hours?|GPU[ -]days?"
    r"|percentage points?|percent|per cent|points?|fold|times|orders of magnitude|bytes?|bits?|tokens?|toks|parameters?|params"
    r"|GPUs?|NPUs?|TPUs?|nodes?|layers?|B|x"
)
_GLUED = r"[KMGTB]"
_CJK = (
    r"字节|比特|位|倍|折|毫秒|微秒|纳秒|秒|分钟|小时|卡时|天|周|个月|个百分点|百分点|个数量级|数量级|"
    r"(?:个[ \u00a0]?)?(?:token|节点|GPU|参数)|张卡|卡|张|块(?:GPU|卡)|节点|层|台|元|美元|瓦"
)
_MAGNITUDE = r"万亿|千亿|百亿|十亿|亿|千万|百万|万|千|thousand|million|billion|trillion"
_UNIT = rf"(?:[%‰×](?!\s*\d)|(?:(?:{_MAGNITUDE})[ \u00a0]?)?(?:(?:{_LATIN})(?![A-Za-z0-9])|{_CJK})|(?:{_MAGNITUDE})(?![A-Za-z]))"
_FIGURE = re.compile(
    rf"(?P<low>{_FIRST})"
    rf"(?:(?:(?:[ \u00a0]?(?:[%×x]|{_BYTES}|ms|倍|{_GLUED}))?[ \u00a0]?[–~—-][ \u00a0]?|[ \u00a0]?(?:到|至|to)[ \u00a0]?)"
    rf"(?P<high>{_NUMBER}))?"
    rf"(?:(?P<glued>{_GLUED})(?![A-Za-z0-9])|[ \u00a0\n-]{{0,1}}(?P<unit>{_UNIT}))"
)
_SMALL = re.compile(r"[×倍卡层张台x]|times|fold|GPUs?|NPUs?|TPUs?|nodes?|layers?|steps?|张卡|(?:个 ?)?(?:节点|GPU)|块(?:GPU|卡)")
_MATHS = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]|\]\[[^\]]*\]", re.S)
_WORD = re.compile(_NUMBER)
_DIGIT = re.compile(r"\d")
_LARGEST_WORD = 12


@dataclass(frozen=True)
class Figure:
    """A figure in a text: its place, the number in plain digits (a range with an en dash) and the unit as written."""

    start: int
    end: int
    text: str
    value: str
    unit: str


@dataclass(frozen=True)
class Allowed:
    """What may stand: patterns, and names of records by each number in them with its offset there."""

    pattern: re.Pattern[str]
    names: Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True)
class Reading:
    """The rule as ``taxonomy/figures.yml`` states it."""

    fields: frozenset[str]
    exempt: frozenset[str]
    pending: tuple[str, ...]
    allowed: Allowed

    def prose(self, item: Item) -> Iterator[tuple[Path, str, tuple[Figure, ...]]]:
        """(path, text, naked figures) of every text of the record that has some."""
        for at, zh, en in counted(item.record):
            field = field_at(at)
            if field in self.fields and at[0] not in self.exempt and not (at[0] == "disputes" and field == "claim"):
                for locale, text in (("zh", zh), ("en", en)):
                    if found := tuple(figures(text, self.allowed)):
                        yield (*at, locale), text, found


def reading(catalog: Catalog) -> Reading:
    """The rule, ready to be applied."""
    entries = {name: one for name, one in catalog.lists["figures"].items() if isinstance(one, Allowance)}
    plain = {name: entries[name].members if name in entries else () for name in ("fields", "exempt", "pending")}
    patterns = [f"(?:{pattern})" for one in entries.values() for pattern in one.patterns]
    allowed = Allowed(re.compile("|".join(patterns) or r"(?!)"), _names(catalog))
    return Reading(frozenset(plain["fields"]), frozenset(plain["exempt"]), plain["pending"], allowed)


def _names(catalog: Catalog) -> dict[str, tuple[tuple[str, int], ...]]:
    found: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for item in catalog.items.values():
        for name in _spelled(item):
            for match in _WORD.finditer(name):
                found[match[0]].add((name.casefold(), match.start()))
    return {number: tuple(sorted(names)) for number, names in found.items()}


def _spelled(item: Item) -> Iterator[str]:
    record = item.record
    own = [record.title.zh, record.title.en, record.abbr or "", *(alias.text for alias in record.aliases)]
    yield from own
    if isinstance(record, Model):
        for variant in record.variants:
            yield from (f"{name}{glue}{variant.name}" for name in own if name for glue in (" ", "-"))
            if not re.fullmatch(r"\d+(?:\.\d+)?[BM]", variant.name):
                yield variant.name


def figures(text: str, allowed: Allowed) -> Iterator[Figure]:
    """Naked figures of a text: neither facts, code, maths, nor allowed."""
    if not _DIGIT.search(text):
        return
    bare = hidden(text)
    for pattern in (REFERENCE, _MATHS) if "]" in bare or "\\" in bare or "{{" in bare else ():
        bare = pattern.sub(lambda match: "\ue000" * len(match[0]), bare)
    spans: list[tuple[int, int]] | None = None
    for match in _FIGURE.finditer(bare):
        if _small(match) or _in_name(bare, match, allowed):
            continue
        spans = [found.span() for found in allowed.pattern.finditer(bare)] if spans is None else spans
        start, end = match.span()
        if not any(a <= start and end <= b for a, b in spans):
            yield _figure(match)


def _figure(match: re.Match[str]) -> Figure:
    value = match["low"].replace(",", "") + (f"–{match['high'].replace(',', '')}" if match["high"] else "")
    return Figure(*match.span(), match[0], value, " ".join((match["glued"] or match["unit"]).split()))


def _small(match: re.Match[str]) -> bool:
    """Whole numbers up to 12 are words, also as counts and factors."""
    numbers = [number for number in (match["low"], match["high"]) if number]
    small = all(number.isdigit() and int(number) <= _LARGEST_WORD for number in numbers)
    return small and bool(_SMALL.fullmatch(match["unit"] or ""))


def _in_name(text: str, match: re.Match[str], allowed: Allowed) -> bool:
    """Whether the figure lies within the name of a record."""
    for name, offset in allowed.names.get(match["low"], ()):
        begin = match.start() - offset
        if begin >= 0 and begin + len(name) >= match.end() and text[begin : begin + len(name)].casefold() == name:
            return True
    return False
