"""The glossary's three orders: Latin letter, pinyin, topic. The one door of pypinyin."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from ..schema import Catalog, Item

OTHER = "#"


@dataclass(frozen=True)
class Glossary:
    """Items under their letter by English title, by pinyin of the Chinese title, and by topic."""

    letters: tuple[tuple[str, tuple[Item, ...]], ...]
    pinyin: tuple[tuple[str, tuple[Item, ...]], ...]
    topics: tuple[tuple[str, tuple[Item, ...]], ...]


def glossary(catalog: Catalog) -> Glossary:
    """All records in each order."""
    items = list(catalog.items.values())
    return Glossary(_grouped(items, "en"), _grouped(items, "zh"), _topics(catalog))


@lru_cache(maxsize=65_536)
def sort_key(name: str) -> str:
    """Letters by which a name is found: pinyin for Chinese, itself for Latin."""
    from pypinyin import lazy_pinyin  # its dictionaries take 0.2 s to load, which `accelmap check` need not wait for

    return "".join(lazy_pinyin(name)).casefold()


def _grouped(items: list[Item], locale: str) -> tuple[tuple[str, tuple[Item, ...]], ...]:
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in sorted(items, key=lambda item: (sort_key(getattr(item.record.title, locale)), item.id)):
        first = sort_key(getattr(item.record.title, locale))[:1].upper()
        groups[first if first.isascii() and first.isalpha() else OTHER].append(item)
    return tuple((letter, tuple(groups[letter])) for letter in sorted(groups, key=lambda letter: (letter == OTHER, letter)))


def _topics(catalog: Catalog) -> tuple[tuple[str, tuple[Item, ...]], ...]:
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in catalog.of("term"):
        groups[getattr(item.record, "topic")].append(item)
    return tuple((name, tuple(groups[name])) for name, _ in catalog.ordered("topics") if groups[name])
