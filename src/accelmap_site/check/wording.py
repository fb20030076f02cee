"""Rules about words: one wording a concept, one spelling a name, nothing that is true of anything. taxonomy/style.yml holds the words."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..facts import REFERENCE as FACT_REFERENCE
from ..facts import hidden
from ..schema import Catalog, Item, Title, Wording, parts
from .phrases import Phrases, words_of
from .rule import Said, Subject, rule

_LEFT_ALONE = (
    FACT_REFERENCE,
    re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.S),
    re.compile(r"(?<=\])\[[^\[\]]*\]"),
    re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|《[^》]*》|\"[^\"\n]*\""),
)
_CHUNK = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z0-9 -]")


def _entries(catalog: Catalog) -> dict[str, Wording]:
    return {name: entry for name, entry in catalog.lists["style"].items() if isinstance(entry, Wording)}


def bare(text: str) -> str:
    """The text with code, maths, facts, ids of references and quotations blanked out, every other character in its place."""
    text = hidden(text)
    for pattern in _LEFT_ALONE:
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def _prose(subject: Subject, item: Item) -> Iterator[Said]:
    """What a record says in its own words: its names and texts, but not the claims that it quotes to judge them."""
    for at, part in parts(item.record):
        if isinstance(part, Title):
            yield from (Said(item, (*at, locale), "title", locale, str(getattr(part, locale))) for locale in ("zh", "en"))
    yield from (said for said in subject.said(item) if said.field != "claim")


def _found(subject: Subject, phrases: Phrases) -> Iterator[tuple[Said, re.Match[str]]]:
    for item in subject.catalog.items.values():
        if not item.written or phrases.may_stand_in(item.written, item.written.casefold()):
            for said in _prose(subject, item):
                for match in phrases.within(bare(said.text)):
                    yield said, match


@rule(
    "One concept under two names reads like two concepts, and search finds half of it.",
    bad="zh: 吞吐量提高，时延不变",
    good="zh: 吞吐提高，延迟不变",
    allowable=True,
)
def word_not_approved(subject: Subject) -> Iterator[Problem]:
    entries = _entries(subject.catalog)
    approved = {word.casefold(): entry for entry in entries.values() for word in entry.never}
    phrases = Phrases(words_of(entry.never for entry in entries.values()), words_of(entry.unless for entry in entries.values()))
    for said, match in _found(subject, phrases):
        entry = approved[match[0].casefold()]
        wanted = getattr(entry.use, said.locale)
        yield subject.within(said, match.start(), match[0], f"'{match[0]}' is not the word in use here", entry.hint or f"write {wanted}")


@rule(
    "A name in several spellings looks careless and is not linked.",
    bad="zh: 用 Vllm 或 Hugging face 的实现",
    good="zh: 用 vLLM 或 Hugging Face 的实现",
    allowable=True,
)
def name_misspelled(subject: Subject) -> Iterator[Problem]:
    entries = _entries(subject.catalog).values()
    exact = {_joined(word): (word, entry.hint or "") for entry in entries for word in entry.spellings}
    names = _as_names([word for word, _ in exact.values()])
    heads = tuple({_CHUNK.findall(word)[0].casefold() for word, _ in exact.values()})
    for item in subject.catalog.items.values():
        lowered = item.written.casefold()
        for said in _prose(subject, item) if not lowered or any(head in lowered for head in heads) else ():
            for match in names.finditer(bare(said.text)):
                word, hint = exact[_joined(match[0])]
                if match[0] != word:
                    yield subject.within(said, match.start(), match[0], f"'{match[0]}' is written {word}", hint)


def _joined(word: str) -> str:
    return word.casefold().replace(" ", "").replace("-", "")


def _as_names(words: list[str]) -> re.Pattern[str]:
    """The words in any case, with or without spaces and hyphens between their parts; not inside paths, options and identifiers."""
    ways = [r"[ -]?".join(map(re.escape, _CHUNK.findall(word))) for word in sorted(words, key=len, reverse=True)]
    return re.compile(rf"(?<![\w./-])(?:{'|'.join(ways)})(?![\w/-]|\.\w)" if ways else r"(?!)", re.I)


@rule(
    "A sentence that is true of any technique tells nothing about this one.",
    bad="zh: 显著提升训练效率",
    good='zh: 单步时间从 {{ fact("before") }} 降到 {{ fact("after") }}',
    allowable=True,
)
def filler(subject: Subject) -> Iterator[Problem]:
    entries = [entry for entry in _entries(subject.catalog).values() if entry.fillers]
    hint = next((entry.hint for entry in entries if entry.hint), "")
    for said, match in _found(subject, Phrases(words_of(entry.fillers for entry in entries))):
        yield subject.within(said, match.start(), match[0], f"'{match[0]}' is true of anything", hint)


@rule(
    "A word that is both refused and in use cannot be written rightly.",
    bad="throughput:\n  use: {zh: 吞吐, en: throughput}\n  never: [吞吐, thruput]",
    good="throughput:\n  use: {zh: 吞吐, en: throughput}\n  never: [吞吐量, thruput]",
)
def wording_contested(subject: Subject) -> Iterator[Problem]:
    entries = _entries(subject.catalog)
    owners: dict[str, str] = {}
    for name, entry in entries.items():
        for i, word in enumerate(entry.never):
            path = ("style", (name, "never", i))
            owner = owners.setdefault(word.casefold(), name)
            if owner != name:
                yield subject.entry(*path, f"'{word}' is also refused by {owner}", "keep it in one place")
            phrases = Phrases((word,), words_of(other.unless for other in entries.values()))
            for other, used in ((other, used) for other, one in entries.items() if one.use for used in (one.use.zh, one.use.en)):
                if any(phrases.within(used)):
                    yield subject.entry(*path, f"'{word}' stands in the approved '{used}' of {other}", "refuse something longer")
