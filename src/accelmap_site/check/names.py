"""Rules about names: each leads to one record, each is short enough for a tile."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ..errors import Problem
from ..schema import Item, Path
from .rule import Subject, rule

_WIDEST = {"zh": 44, "en": 52}
_SENTENCES = frozenset({"trend"})
"""Kinds whose title is a claim: they stand in lists, never on tiles."""
_SEPARATORS = str.maketrans("", "", " -_/·.")


@lru_cache(maxsize=65536)
def folded(name: str) -> str:
    """Case, width, spaces and hyphens removed: what a reader would call the same name."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_SEPARATORS)


def names_of(item: Item) -> Iterator[tuple[Path, str]]:
    """Every name of a record with the path of its field."""
    yield ("title", "zh"), item.record.title.zh
    yield ("title", "en"), item.record.title.en
    if item.record.abbr:
        yield ("abbr",), item.record.abbr
    for i, alias in enumerate(item.record.aliases):
        yield ("aliases", i), alias.text


@rule(
    "A name that two records claim links readers to the wrong one.",
    bad="aliases: [FA]   # another record has it",
    good="aliases: [FA (feature alignment)]",
)
def name_taken(subject: Subject) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    for item in subject.catalog.items.values():
        for key in {folded(item.record.title.zh), folded(item.record.title.en)}:
            owners.setdefault(key, item.id)
    for item in subject.catalog.items.values():
        for path, name in names_of(item):
            owner = owners.setdefault(folded(name), item.id)
            if owner != item.id:
                yield subject.at(item, path, f'"{name}" also names {owner}', "keep it on one record, or say (…) which is meant")


@rule(
    "An old id must lead to one place.",
    bad="former_ids: [lora]   # lora is a record",
    good="former_ids: [low-rank-adapters]",
)
def former_id_taken(subject: Subject) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    for item in subject.catalog.items.values():
        for i, old in enumerate(item.record.former_ids):
            taken = old if old in subject.catalog.items else owners.get(old)
            if taken:
                yield subject.at(item, ("former_ids", i), f'"{old}" is an id of {taken}', "remove it")
            owners.setdefault(old, item.id)


@rule(
    "A title that does not fit a tile or the node of a diagram is a summary.",
    bad="title: {zh: 把优化器状态梯度和参数分到所有显卡上的数据并行训练方法, en: …}",
    good="title: {zh: ZeRO-3, en: ZeRO-3}",
    allowable=True,
    single=True,
)
def title_too_long(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for locale, most in _WIDEST.items() if item.kind not in _SENTENCES else ():
            title = getattr(item.record.title, locale)
            wide = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in title) if len(title) * 2 > most else 0
            if wide > most:
                hint = f"at most {most} columns; a Chinese character takes two"
                yield subject.at(item, ("title", locale), f"{wide} columns wide", hint)
