"""Loading and checking a folder: as far as commands go that make no pages."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .check import check
from .errors import Problem
from .facts import told
from .graph import Graph, connect
from .load import load
from .schema import LISTS, Catalog


def inspect(root: Path, today: str | None = None, only: frozenset[str] | None = None) -> tuple[Catalog, Graph, list[Problem]]:
    """Load and check a folder. Problems are sorted; nothing is raised for bad content. Facts in texts are told.

    With ``only``, rules that judge each record by itself look at these records alone, and only their texts are told.
    """
    with _kept():
        catalog, problems = load(root)
        spoken = told(catalog, only)
        graph = connect(spoken)
        if all(catalog.list_places.get(name) for name in LISTS):
            problems += check(catalog, graph, today, only)
    return spoken, graph, sorted(set(problems))


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
