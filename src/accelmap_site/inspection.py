"""Loading and checking a folder: as far as commands go that make no pages."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .errors import Problem
from .facts import told
from .graph import Graph, connect
from .load import load, record_files
from .schema import LISTS, Catalog


@dataclass(frozen=True)
class Opened:
    """A folder as it was loaded: records as written, the same with their facts told, and their edges. Nothing is checked."""

    written: Catalog
    catalog: Catalog
    graph: Graph
    problems: tuple[Problem, ...]


def opened(root: Path, like: Opened | None = None, only: frozenset[str] | None = None) -> Opened:
    """Load a folder; what ``like`` holds in files with the same text is not read again. Facts are told in texts of ``only``, or in all."""
    with _kept():
        known = {item.file: item for item in like.written.items.values()} if like else None
        written, problems = load(root, known)
        if like and _same(written, like.written):
            return Opened(written, like.catalog, like.graph, tuple(problems))
        spoken = told(written, only)
        return Opened(written, spoken, connect(spoken), tuple(problems))


def reopened(now: Opened, before: Path, names: frozenset[str]) -> Opened:
    """The folder that was opened as it was when the files ``names`` were those of the folder ``before``, or did not exist.

    Records that ``before`` holds and that cannot be read are ``unread``; other problems are not looked for.
    """
    with _kept():
        few, _ = load(before, {item.file: item for item in now.written.items.values()})
        kept = {name: item for name, item in now.written.items.items() if item.file not in names}
        lists = {name: (few if f"taxonomy/{name}.yml" in names else now.written).lists[name] for name in LISTS}
        unread = frozenset(file.stem for file in record_files(before)) - few.items.keys()
        written = Catalog(dict(sorted({**kept, **few.items}.items())), lists, unread=unread)
        spoken = told(written, like=(now.written, now.catalog))
        return Opened(written, spoken, connect(spoken), ())


def _same(one: Catalog, other: Catalog) -> bool:
    alike = one.items.keys() == other.items.keys() and all(item is other.items[name] for name, item in one.items.items())
    return alike and one.lists == other.lists and one.unread == other.unread


def inspect(root: Path, today: str | None = None, only: frozenset[str] | None = None) -> tuple[Catalog, Graph, list[Problem]]:
    """Load and check a folder. Problems are sorted; nothing is raised for bad content. Facts in texts are told.

    With ``only``, rules that judge each record by itself look at these records alone, and only their texts are told.
    """
    with _kept():
        return _judged(opened(root, only=only), today, only)


def joined(root: Path) -> tuple[Catalog, Graph, list[Problem]]:
    """The same, but only the tree as a whole is checked: that references lead somewhere, names are not taken twice, and so on."""
    with _kept():
        return _judged(opened(root), None, frozenset())


def _judged(found: Opened, today: str | None, only: frozenset[str] | None) -> tuple[Catalog, Graph, list[Problem]]:
    from .check import check  # whoever only opens a folder does not wait for all rules

    problems = list(found.problems)
    if all(found.written.list_places.get(name) for name in LISTS):
        problems += check(found.written, found.graph, today, only)
    return found.catalog, found.graph, sorted(set(problems))


@contextmanager
def _kept() -> Iterator[None]:
    """Records live until the process ends and hold no circles; a collector that visits them again and again costs a quarter of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
