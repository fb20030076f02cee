"""Rules about words: one wording a concept, one spelling a name, nothing that is true of anything. taxonomy/style.yml holds the words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import cast

from ..errors import Problem
from ..facts import REFERENCE as FACT_REFERENCE
from ..facts import hidden
from ..schema import Catalog, Item, Path, Title, Wording, aloud, parts_of, texts
from .phrases import Finder, Ways, beginning, pattern, ways_of
from .rule import Said, Subject, rule

_LEFT_ALONE = (
    FACT_REFERENCE,
    re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.S),
    re.compile(r"(?<=\])\[[^\[\]]*\]"),
    re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|《[^》]*》|\"[^\"\n]*\""),
)


def _entries(catalog: Catalog) -> dict[str, Wording]:
    return {name: entry for name, entry in catalog.lists["style"].items() if isinstance(entry, Wording)}


def bare(text: str) -> str:
    """The text with code, maths, facts, ids of references and quotations blanked out, every other character in its place."""
    text = hidden(text)
    for alone in _LEFT_ALONE:
        text = alone.sub(lambda match: " " * len(match[0]), text)
    return text


def _prose(item: Item) -> Iterator[tuple[Path, str, str, str]]:
    """What a record says in its own words: its names and texts, but not the claims that it quotes to judge them."""
    for at, part in parts_of(item.record, Title):
        yield (*at, "zh"), "title", "zh", part.zh
        yield (*at, "en"), "title", "en", part.en
    yield from (one for one in texts(item.record) if one[1] != "claim")


def _finder(catalog: Catalog) -> Finder:
    entries = _entries(catalog).values()
    return Finder(
        {
            "never": {word: ways_of(word) for entry in entries for word in entry.never},
            "spellings": {word: _ways_of_name(word) for entry in entries for word in entry.spellings},
            "fillers": {word: ways_of(word) for entry in entries for word in entry.fillers},
        }
    )


def _suspects(subject: Subject) -> dict[str, list[tuple[Item, frozenset[str]]]]:
    """Records that may hold a refused variant, a misspelled name or filler, with the words in question: one look for all three rules."""
    if "wording" not in subject.memo:
        finder = subject.once(_finder)
        found: dict[str, list[tuple[Item, frozenset[str]]]] = defaultdict(list)
        for item in subject.judged:
            titles = [part for _, part in parts_of(item.record, Title)]
            zh, en = aloud(item.record)
            held = finder.held("\n".join([*(title.zh for title in titles), zh]), "\n".join([*(title.en for title in titles), en]))
            for name, words in held.items():
                found[name].append((item, words))
        subject.memo["wording"] = found
    return cast(dict[str, list[tuple[Item, frozenset[str]]]], subject.memo["wording"])


def _found(subject: Subject, name: str, longer: tuple[str, ...] = ()) -> Iterator[tuple[Said, re.Match[str]]]:
    """Where words of a list stand; a text is taken apart only once one of them may be in it."""
    hiding = {word: tuple(one for one in longer if word.casefold() in one) for _, words in _suspects(subject)[name] for word in words}
    for item, words in _suspects(subject)[name]:
        for said, word in _likely(subject, item, {word: beginning(word) for word in words}):
            looked_for = pattern(word, hiding[word])
            if looked_for.search(said.text):
                found = looked_for.finditer(bare(said.text))
                yield from ((said, match) for match in found if match[0].casefold() not in longer)


def _likely(subject: Subject, item: Item, beginnings: dict[str, str]) -> Iterator[tuple[Said, str]]:
    """Texts of a record with a word whose beginning they hold: comparing plain text costs a tenth of looking for a pattern."""
    known = cast(dict[str, list[tuple[tuple[Path, str, str, str], str]]], subject.memo.setdefault("lowered", {}))
    if item.id not in known:
        known[item.id] = [(one, one[3].casefold()) for one in _prose(item)]
    for one, lowered in known[item.id]:
        for word, start in beginnings.items():
            if start in lowered:
                yield Said(item, *one), word


def _longer(entries: Iterable[Wording]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.casefold() for entry in entries for word in entry.unless))


@rule(
    "One concept under two names reads like two concepts, and search finds half of it.",
    bad="zh: 吞吐量提高，时延不变",
    good="zh: 吞吐提高，延迟不变",
    allowable=True,
    single=True,
)
def word_not_approved(subject: Subject) -> Iterator[Problem]:
    entries = _entries(subject.catalog)
    approved = {word.casefold(): entry for entry in entries.values() for word in entry.never}
    for said, match in _found(subject, "never", _longer(entries.values())):
        entry = approved[match[0].casefold()]
        wanted = getattr(entry.use, said.locale)
        yield subject.within(said, match.start(), match[0], f"'{match[0]}' is not the word in use here", entry.hint or f"write {wanted}")


@rule(
    "A name in several spellings looks careless and is not linked.",
    bad="zh: 用 Vllm 或 Hugging face 的实现",
    good="zh: 用 vLLM 或 Hugging Face 的实现",
    allowable=True,
    single=True,
)
def name_misspelled(subject: Subject) -> Iterator[Problem]:
    entries = _entries(subject.catalog).values()
    hints = {word: entry.hint or "" for entry in entries for word in entry.spellings}
    for item, words in _suspects(subject)["spellings"]:
        for said, word in _likely(subject, item, {word: _chunks(word)[0].casefold() for word in words}):
            names = _as_name(word)
            if not _as_it_should_be(said.text, word) and any(match[0] != word for match in names.finditer(said.text)):
                for match in names.finditer(bare(said.text)):
                    if match[0] != word:
                        yield subject.within(said, match.start(), match[0], f"'{match[0]}' is written {word}", hints[word])


def _chunks(word: str) -> list[str]:
    """``TensorRT-LLM`` → Tensor, RT, LLM: where a space or hyphen may come in."""
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z0-9 -]", word)


def _as_it_should_be(text: str, word: str) -> bool:
    """Whether wherever the name begins, in any case, it goes on as it should; counting is faster than looking at each place."""
    start, count = _countable(word)
    return count and text.casefold().count(start) == text.count(word)


@lru_cache(maxsize=4096)
def _countable(word: str) -> tuple[str, bool]:
    """The beginning of a name, and whether it can be counted: it stands in the name once and overlaps with nothing like it."""
    start = _chunks(word)[0].casefold()
    return start, word.casefold().count(start) == 1 and start[0] not in start[1:]


def _ways_of_name(word: str) -> Ways:
    """The first and the last word of a name, however many of its parts are written together in each."""
    parts = [part.casefold().encode("ascii", "ignore") for part in _chunks(word) if part.isalnum()]
    firsts = [b"".join(parts[:i]) for i in range(1, len(parts) + 1)]
    lasts = [b"".join(parts[i:]) for i in range(len(parts))]
    return {frozenset((first, last)) for first in firsts for last in lasts if first == lasts[0] or last != lasts[0]}


@lru_cache(maxsize=4096)
def _as_name(word: str) -> re.Pattern[str]:
    """The name in any case, with or without spaces and hyphens between its parts; not inside paths, options and identifiers."""
    return re.compile(rf"(?<![\w./-])(?:{r'[ -]?'.join(map(re.escape, _chunks(word)))})(?![\w/-]|\.\w)", re.I)


@rule(
    "A sentence that is true of any technique tells nothing about this one.",
    bad="zh: 显著提升训练效率",
    good='zh: 单步时间从 {{ fact("before") }} 降到 {{ fact("after") }}',
    allowable=True,
    single=True,
)
def filler(subject: Subject) -> Iterator[Problem]:
    hint = next((entry.hint for entry in _entries(subject.catalog).values() if entry.fillers and entry.hint), "")
    for said, match in _found(subject, "fillers"):
        yield subject.within(said, match.start(), match[0], f"'{match[0]}' is true of anything", hint)


@rule(
    "A word that is both refused and in use cannot be written rightly.",
    bad="throughput:\n  use: {zh: 吞吐, en: throughput}\n  never: [吞吐, thruput]",
    good="throughput:\n  use: {zh: 吞吐, en: throughput}\n  never: [吞吐量, thruput]",
)
def wording_contested(subject: Subject) -> Iterator[Problem]:
    entries = _entries(subject.catalog)
    owners: dict[str, tuple[str, int]] = {}
    for name, entry in entries.items():
        for i, word in enumerate(entry.never):
            owner = owners.setdefault(word.casefold(), (name, i))
            if owner[0] != name:
                yield subject.entry("style", (name, "never", i), f"'{word}' is also refused by {owner[0]}", "keep it in one place")
    longer = _longer(entries.values())
    for name, entry in entries.items():
        for used in (entry.use.zh, entry.use.en) if entry.use else ():
            for word, owner in owners.items() if used else ():
                if word in used.casefold() and any(one[0].casefold() == word for one in pattern(word, longer).finditer(used)):
                    message = f"'{word}' stands in the approved '{used}' of {name}"
                    yield subject.entry("style", (owner[0], "never", owner[1]), message, "refuse something longer")
