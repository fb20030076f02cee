"""``accelmap diff``: what the working tree changes against a revision."""

import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from .diff import (
    Changes,
    Entry,
    Side,
    Texts,
    Told,
    all_texts,
    commit,
    compare,
    markdown,
    reach,
    same_templates,
    some_texts,
    unpack,
)
from .errors import AccelmapError
from .export import dump
from .facts import Ledger, mentions
from .inspection import Opened, opened
from .load import decode, parse
from .render import World, names
from .schema import FOLDERS, LOCALES, Catalog

VERSION = 1
SHARE = 0.5
"""Share of the records above which all pages are made, each side in a process of its own."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("revision", metavar="REV")
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", show_default=True, help="Project folder."
)
@click.option("--json", "as_json", is_flag=True, help="Everything as JSON, nothing cut.")
@click.option("--pages/--no-pages", "with_pages", default=True, help="Whether to compare the texts of all pages, too.  [default: pages]")
def diff(revision: str, root: Path, as_json: bool, with_pages: bool) -> None:
    """Say what the working tree changes against the git revision REV, as Markdown for a pull request.

    Records added, removed and renamed (former_ids), fields from old to new, facts that print something else than before with the
    records that quote them, edges, and pages whose text changed. Reads the old tree from the local history; works offline and
    touches nothing.

    Exit codes: 0 the report is complete, 2 no such revision, no git, or no project.

    \b
    Example:
      accelmap diff main
      accelmap diff HEAD~3 --json
    """
    try:
        changes = _changes(root, revision, with_pages)
    except (AccelmapError, OSError) as error:
        click.echo(" ".join(str(error).split()), err=True)
        sys.exit(2)
    click.echo(_json(changes, revision) if as_json else markdown(changes, revision), nl=False)


def _changes(root: Path, revision: str, with_pages: bool) -> Changes:
    sha = commit(root, revision)
    with tempfile.TemporaryDirectory(prefix="accelmap-") as folder:
        before = Path(folder) / "before"
        before.mkdir()
        unpack(root, sha, before)
        now = opened(root)
        was = opened(before, like=now)
        side = _side(now, root)
        same = was.catalog is now.catalog and not was.catalog.unread
        sides = [side if same else _side(was, before), side]
        sides = [_alike(sides[0], sides[1], before), _alike(sides[1], sides[0], root)]
        made = _texts((before, was), (root, now)) if with_pages else []
    notes = [note.replace("%s", name, 1) for (_, note), name in zip(made, (revision, "the working tree"), strict=False) if note]
    for side, name in zip(sides, (revision, "the working tree"), strict=True):
        unread = sorted(entry.file for entry in side.entries.values() if entry.unread)
        if unread:
            shown = ", ".join(unread[:5]) + (f" and {len(unread) - 5} more" if len(unread) > 5 else "")
            notes.append(f"{name}: compared as written, because the schema does not accept {shown}")
    old, new = (replace(side, pages=made[i][0] if made else None) for i, side in enumerate(sides))
    return compare(old, new, tuple(notes))


def _texts(old: tuple[Path, Opened], new: tuple[Path, Opened]) -> list[tuple[Texts | None, str]]:
    """Texts of the pages of both sides, with notes: of those that can differ, if they are few; else of all, in a process a side."""
    if same_templates(old[0], new[0]):
        try:
            if old[1].catalog is new[1].catalog:
                return [({}, ""), ({}, "")]
            known = [names(side.catalog) for _, side in (old, new)]
            known = [known[0]] * 2 if known[0] == known[1] else known  # names that are the same are looked for once in a text
            worlds = [World(side.catalog, side.graph, found) for (_, side), found in zip((old, new), known, strict=True)]
            wanted = reach(*worlds)
            if wanted is not None and len(wanted.records) <= SHARE * len(new[1].catalog.items):
                return [(texts, "") for texts in some_texts(new[0], worlds, wanted)]
        except Exception:  # records with problems may fail in any way; the long way says what fails
            pass
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(all_texts, old[0], new[0]), pool.submit(all_texts, new[0], None)]
        return [job.result() for job in jobs]


def _side(found: Opened, root: Path) -> Side:
    """Records, entries of closed lists, and edges of a tree, whether or not it passes every check."""
    catalog = found.catalog
    entries = {entry.id: entry for entry in (*_records(catalog), *_lists(catalog), *_unread(catalog, root))}
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


def _alike(side: Side, other: Side, root: Path) -> Side:
    """A record that the other side holds as it is written is taken as written here, too: short forms stay short."""
    unread = {name for name, entry in other.entries.items() if entry.unread and name in side.entries}
    written = {name: replace(side.entries[name], data=_written(root, side.entries[name].file)) for name in unread}
    return replace(side, entries={**side.entries, **written})


def _records(catalog: Catalog) -> Iterator[Entry]:
    for item in catalog.items.values():
        yield Entry(item.id, item.kind, item.file, item.record.model_dump(mode="json", exclude_none=True, exclude_defaults=True))


def _lists(catalog: Catalog) -> Iterator[Entry]:
    for name, found in catalog.lists.items():
        for key, part in found.items():
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


def _json(changes: Changes, revision: str) -> str:
    plain: dict[str, Any] = asdict(changes)
    names = ("source", "relation", "target")
    edges = {what: [dict(zip(names, edge, strict=True)) for edge in plain.pop(f"edges_{what}")] for what in ("added", "removed")}
    return dump({"schema_version": VERSION, "revision": revision, "records": plain.pop("entries"), "edges": edges, **plain})
