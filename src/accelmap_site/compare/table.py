"""An entry of taxonomy/comparisons.yml → a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..graph import Graph
from ..schema import Catalog, Comparison, OwnRow, Selection, Source
from .cell import Cell, from_property
from .columns import Column, Subject, column, sizes


@dataclass(frozen=True)
class Row:
    """A row: its name, the record it links ('' for none), the size of a family ('' for none) and a cell a column.

    ``own`` rows are no records; ``record`` then is the one that they belong to.
    """

    title: Any
    record: str
    size: str
    cells: tuple[Cell, ...]
    own: bool = False


@dataclass(frozen=True)
class Table:
    """A comparison with its columns and rows. ``sources`` are those of its cells, each once."""

    id: str
    entry: Comparison
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sources: tuple[Source, ...]

    def cite(self, cell: Cell) -> int:
        """Number of the source of a cell below the table; 0 if it has none."""
        mark = _mark(cell.source)
        return next((place for place, one in enumerate(self.sources, 1) if cell.source and _mark(one) == mark), 0)


def compared(catalog: Catalog, graph: Graph) -> list[Table]:
    """All tables in their order."""
    return [table(name, entry, catalog, graph) for name, entry in catalog.ordered("comparisons") if isinstance(entry, Comparison)]


def table(name: str, entry: Comparison, catalog: Catalog, graph: Graph) -> Table:
    """One table. Its columns and records exist; the checks see to that."""
    columns = tuple(found for one in entry.columns if (found := column(one, catalog)))
    rows = [_row(subject, columns, catalog, graph) for subject in _subjects(entry, catalog, graph)]
    rows += [_own(row, entry, columns) for row in entry.rows]
    sources: dict[str, Source] = {}
    for cell in (cell for row in rows for cell in row.cells):
        if cell.source:
            sources.setdefault(_mark(cell.source), cell.source)
    return Table(name, entry, columns, tuple(rows), tuple(sources.values()))


def _mark(source: Source | None) -> str:
    return f"{source.address} {source.locator}" if source else ""


def _row(subject: Subject, columns: tuple[Column, ...], catalog: Catalog, graph: Graph) -> Row:
    cells = tuple(one.fill(subject, catalog, graph) for one in columns)
    return Row(subject.item.record.title, subject.item.id, subject.size.name if subject.size else "", cells)


def _own(row: OwnRow, entry: Comparison, columns: tuple[Column, ...]) -> Row:
    return Row(row.title, row.record or "", "", tuple(from_property(row.cells.get(one.name), entry.sources) for one in columns), own=True)


def _subjects(entry: Comparison, catalog: Catalog, graph: Graph) -> Iterator[Subject]:
    yield from (Subject(catalog.items[name]) for name in entry.records if name in catalog.items)
    if entry.select:
        yield from (one for one in _selected(entry.select, catalog, graph) if one.size or one.item.id not in entry.records)


def _selected(select: Selection, catalog: Catalog, graph: Graph) -> Iterator[Subject]:
    having = column(select.having, catalog) if select.having else None
    for item in sorted(catalog.of(select.kind), key=lambda item: (_date(item.record), item.id)):
        record = item.record
        if select.category and select.category not in getattr(record, "categories", ()):
            continue
        if select.topic and select.topic != getattr(record, "topic", None):
            continue
        for subject in sizes(item) if select.sizes else [Subject(item)]:
            cell = having.fill(subject, catalog, graph) if having else None
            if cell is None or (not cell.empty and cell.number != 0):
                yield subject


def _date(record: Any) -> str:
    """Rows stand in order of time: what came later is read against what came before."""
    return str(getattr(record, "introduced", None) or getattr(record, "released", None) or "")
