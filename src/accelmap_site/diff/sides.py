"""A folder of records as one side of a comparison: entries, edges, and what its facts print."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..facts import Ledger, mentions
from ..inspection import Opened
from ..load import decode, parse
from ..schema import FOLDERS, LOCALES, Catalog
from .changes import Entry, Side, Told


def side_of(found: Opened, root: Path, other: Opened) -> Side:
    """Records, entries of closed lists, and edges of a tree, whether or not it passes every check.

    What the other side holds as the same object is left out of both: it takes a tenth of a second to look at as data.
    """
    catalog = found.catalog
    entries = {entry.id: entry for entry in (*_records(catalog, other.catalog), *_lists(catalog, other.catalog), *_unread(catalog, root))}
    edges = frozenset((edge.source, edge.relation, edge.target) for edge in found.graph.edges)
    return Side(entries, edges, facts=dict(_facts(catalog)))


def _facts(catalog: Catalog) -> Iterator[tuple[tuple[str, str], Told]]:
    """What every fact prints, and which other records print it."""
    ledger = Ledger(catalog)
    quoted: dict[str, set[str]] = {}
    for item in catalog.items.values():
        for one in mentions(item.written):
            quoted.setdefault(one.name, set()).add(item.id)
    for item in catalog.items.values():
        for key in item.record.facts:
            printed = {locale: ledger.printed(item.id, key, locale) for locale in LOCALES}
            others = quoted.get(f"{item.id}.{key}", set()) - {item.id}
            yield (item.id, key), Told({locale: found.words for locale, found in printed.items() if found}, tuple(sorted(others)))


def alike(side: Side, other: Side, root: Path) -> Side:
    """A record that the other side holds as it is written is taken as written here, too: short forms stay short."""
    unread = {name for name, entry in other.entries.items() if entry.unread and name in side.entries}
    written = {name: replace(side.entries[name], data=_written(root, side.entries[name].file)) for name in unread}
    return replace(side, entries={**side.entries, **written})


def _records(catalog: Catalog, other: Catalog) -> Iterator[Entry]:
    for item in catalog.items.values():
        if item is not other.items.get(item.id):
            yield Entry(item.id, item.kind, item.file, item.record.model_dump(mode="json", exclude_none=True, exclude_defaults=True))


def _lists(catalog: Catalog, other: Catalog) -> Iterator[Entry]:
    for name, found in catalog.lists.items():
        for key, part in found.items() if found is not other.lists[name] else ():
            data = part.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
            yield Entry(f"{name}/{key}", "taxonomy", f"taxonomy/{name}.yml", data)


def _unread(catalog: Catalog, root: Path) -> Iterator[Entry]:
    """Records that the schema of today refuses, as they are written."""
    for kind, folder in FOLDERS.items():
        for file in sorted((root / folder).glob("*.yml")):
            if file.stem not in catalog.items:
                name = f"{folder}/{file.name}"
                yield Entry(file.stem, kind, name, _written(root, name), unread=True)


def _written(root: Path, name: str) -> dict[str, Any]:
    """A file as plain data; nothing if it is not even YAML."""
    text, problems = decode((root / name).read_bytes(), name)
    return (parse(text, name)[0] if not problems else None) or {}
