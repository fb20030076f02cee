"""Two states of the records → what changed between them. Pure: no git, no files."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

EdgeName = tuple[str, str, str]
KEYS = ("key", "id", "tool", "text", "metric")
"""Fields that name an entry of a list, so that an entry put first does not change all others."""


@dataclass(frozen=True)
class Entry:
    """A record, or an entry of a closed list, as plain data. ``unread`` says that its file could not be typed."""

    id: str
    kind: str
    file: str
    data: Mapping[str, Any]
    unread: bool = False


@dataclass(frozen=True)
class Told:
    """What pages print of a fact in each language, and the other records whose prose quotes it."""

    words: Mapping[str, str]
    quoted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One state of the project. ``facts`` stand under record and key; ``pages`` are the texts of its pages by path, None if not made."""

    entries: Mapping[str, Entry]
    edges: frozenset[EdgeName]
    pages: Mapping[str, str] | None = None
    facts: Mapping[tuple[str, str], Told] = field(default_factory=dict)


@dataclass(frozen=True)
class FieldChange:
    """One value that changed; None on the side where it does not exist."""

    path: str
    old: Any
    new: Any


@dataclass(frozen=True)
class EntryChange:
    """One record that changed. ``what`` is added, removed, renamed or changed; ``former`` its old id if renamed."""

    id: str
    kind: str
    file: str
    what: str
    fields: tuple[FieldChange, ...] = ()
    former: str = ""


@dataclass(frozen=True)
class FactChange:
    """A fact whose printed value or unit moved, or that came or went; ``quoted`` names the other records that print it."""

    name: str
    old: str | None
    new: str | None
    quoted: tuple[str, ...] = ()


@dataclass(frozen=True)
class PageChange:
    """One page whose text changed: words that came and words that went; both 0 if words only moved."""

    path: str
    what: str
    words_added: int = 0
    words_removed: int = 0


@dataclass(frozen=True)
class Changes:
    """Everything that changed, sorted. ``pages`` is None if they were not compared."""

    entries: tuple[EntryChange, ...]
    edges_added: tuple[EdgeName, ...]
    edges_removed: tuple[EdgeName, ...]
    pages: tuple[PageChange, ...] | None
    notes: tuple[str, ...] = field(default=())
    facts: tuple[FactChange, ...] = field(default=())


def compare(old: Side, new: Side, notes: tuple[str, ...] = ()) -> Changes:
    """What leads from one side to the other."""
    names = renames(old, new)
    moved_edges = {(names.get(a, a), relation, names.get(b, b)) for a, relation, b in old.edges}
    pages = None if old.pages is None or new.pages is None else tuple(_pages(old.pages, new.pages))
    entries = sorted(_entries(old, new, names), key=lambda change: (change.kind, change.id))
    come, gone = tuple(sorted(new.edges - moved_edges)), tuple(sorted(moved_edges - new.edges))
    return Changes(tuple(entries), come, gone, pages, notes, tuple(_facts(old, new, names)))


def _facts(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[FactChange]:
    """Facts that print something else than before, whether their record changed or what they are computed from."""
    before = {(names.get(owner, owner), key): told for (owner, key), told in old.facts.items()}
    for name in sorted(before.keys() | new.facts.keys()):
        was, now = before.get(name), new.facts.get(name)
        if was is None or now is None or was.words != now.words:
            quoted = (now or was or Told({})).quoted
            yield FactChange(".".join(name), _both(was) if was else None, _both(now) if now else None, quoted)


def _both(told: Told) -> str:
    """What is printed, once if both languages print the same."""
    return " / ".join(dict.fromkeys(told.words.values()))


def renames(old: Side, new: Side) -> dict[str, str]:
    """Old id → new id, for records that say under ``former_ids`` what they were called."""
    found = {}
    for entry in new.entries.values():
        for former in entry.data.get("former_ids") or ():
            gone = former in old.entries and former not in new.entries and entry.id not in old.entries
            if gone and old.entries[former].kind == entry.kind:
                found[str(former)] = entry.id
    return found


def _entries(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[EntryChange]:
    former = {after: before for before, after in names.items()}
    for name in sorted(old.entries.keys() - new.entries.keys() - names.keys()):
        yield EntryChange(name, old.entries[name].kind, old.entries[name].file, "removed")
    for name, entry in new.entries.items():
        before = old.entries.get(former.get(name, name))
        if before is None:
            yield EntryChange(name, entry.kind, entry.file, "added", tuple(_summary(entry)))
            continue
        same = not names and before.data == entry.data  # what most records are, and found so in no time
        fields = () if same else tuple(differences(before.data, entry.data, names=names))
        if name in former or fields:
            yield EntryChange(name, entry.kind, entry.file, "renamed" if name in former else "changed", fields, former.get(name, ""))


def _summary(entry: Entry) -> Iterator[FieldChange]:
    """Of a new record, what it is; the rest is on its page."""
    for name in ("title", "summary"):
        value = entry.data.get(name)
        for locale, text in value.items() if isinstance(value, Mapping) else ():
            yield FieldChange(f"{name}.{locale}", None, text)


def differences(old: Any, new: Any, at: str = "", names: Mapping[str, str] | None = None) -> Iterator[FieldChange]:
    """Every value that differs, by its path. Entries of lists are matched by their key, else by likeness."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), f"{at}.{key}" if at else str(key), names)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _lists(old, new, at, names or {})
    elif old != new:
        yield FieldChange(at, old, new)


def _lists(old: list[Any], new: list[Any], at: str, names: Mapping[str, str]) -> Iterator[FieldChange]:
    key = next((key for key in KEYS if _keyed(old, key) and _keyed(new, key)), None)
    if key:
        before = {names.get(str(one[key]), str(one[key])): one for one in old}
        after = {str(one[key]): one for one in new}
        for name in [*before, *(name for name in after if name not in before)]:
            yield from differences(before.get(name), after.get(name), f"{at}[{name}]", names)
        if [name for name in before if name in after] != [name for name in after if name in before]:
            yield FieldChange(f"{at} (order)", list(before), list(after))
    elif not any(isinstance(one, dict | list) for one in (*old, *new)):
        yield from _values(old, new, at)
    else:
        yield from _aligned(old, new, at, names)


def _keyed(values: list[Any], key: str) -> bool:
    found = [one.get(key) if isinstance(one, dict) else None for one in values]
    return all(isinstance(name, str) for name in found) and len(set(found)) == len(found)


def _values(old: list[Any], new: list[Any], at: str) -> Iterator[FieldChange]:
    gone, come = Counter(map(str, old)) - Counter(map(str, new)), Counter(map(str, new)) - Counter(map(str, old))
    yield from (FieldChange(at, one, None) for one in gone.elements())
    yield from (FieldChange(at, None, one) for one in come.elements())
    if old != new and not gone and not come:
        yield FieldChange(f"{at} (order)", old, new)


def _aligned(old: list[Any], new: list[Any], at: str, names: Mapping[str, str]) -> Iterator[FieldChange]:
    before, after = ([json.dumps(one, sort_keys=True, ensure_ascii=False) for one in side] for side in (old, new))
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            pairs = max(j - i, m - k)
            for n in range(pairs):
                was, now = old[i + n] if i + n < j else None, new[k + n] if k + n < m else None
                yield from differences(was, now, f"{at}[{k + n if k + n < m else i + n}]", names)


def _pages(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[PageChange]:
    for path in sorted(old.keys() | new.keys()):
        if path not in new or path not in old:
            yield PageChange(path, "added" if path in new else "removed")
        elif old[path] != new[path]:
            before, after = Counter(words(old[path])), Counter(words(new[path]))
            yield PageChange(path, "changed", (after - before).total(), (before - after).total())


_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+(?:[.'’-]\w+)*|[^\w\s]")


def words(text: str) -> list[str]:
    """Words of Latin text, single signs of Chinese text, and punctuation; blanks are dropped."""
    return _WORD.findall(text)
