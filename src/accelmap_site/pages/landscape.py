"""The landscape as rows: board of categories, matrix, timeline, disputes."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from ..graph import Graph
from ..schema import Bottleneck, Catalog, Category, Item, Technique


@dataclass(frozen=True)
class Row:
    """A category with what belongs to it, in the order readers expect: settled things first."""

    id: str
    category: Category
    techniques: tuple[Item, ...]
    tools: tuple[Item, ...]
    terms: tuple[Item, ...]


_RANK = {"default": 0, "available": 1, "research": 2, "declining": 3}


def board(catalog: Catalog, graph: Graph) -> list[Row]:
    """One row a category, in the order of the list."""
    rows = []
    for name, entry in catalog.ordered("categories"):
        assert isinstance(entry, Category)
        members = [catalog.items[edge.source] for edge in graph.sources(f"cat-{name}", "in_category")]
        kinds: dict[str, list[Item]] = defaultdict(list)
        for item in members:
            kinds[item.kind].append(item)
        techniques = sorted(kinds["technique"], key=lambda item: (_RANK[getattr(item.record, "maturity")], item.id))
        rows.append(Row(name, entry, tuple(techniques), tuple(kinds["tool"]), tuple(kinds["term"])))
    return rows


def rollout_order(rows: list[Row]) -> list[Row]:
    """Rows on the rollout path, each after all that lead to it; where several may come, the shorter way first."""
    by_id = {row.id: row for row in rows}
    before: dict[str, set[str]] = {row.id: set() for row in rows}
    for row in rows:
        for after in row.category.next:
            before[after].add(row.id)
    open_ids = {row.id for row in rows if row.category.next} | {after for row in rows for after in row.category.next}
    ordered: list[Row] = []
    while ready := [row for row in rows if row.id in open_ids and not before[row.id] & open_ids]:
        last = ordered[-1].category.next if ordered else ()
        chosen = next((row for row in ready if row.id in last), ready[0])
        open_ids.discard(chosen.id)
        ordered.append(by_id[chosen.id])
    return ordered


def matrix(catalog: Catalog, graph: Graph) -> list[tuple[str, dict[str, Counter[str]]]]:
    """For each bottleneck (in flow order) and stage: how many techniques relieve it, by layer."""
    rows = []
    for item in bottlenecks(catalog):
        cells: dict[str, Counter[str]] = {stage: Counter() for stage, _ in catalog.ordered("stages")}
        for edge in graph.sources(item.id, "relieves"):
            record = catalog.items[edge.source].record
            if isinstance(record, Technique):
                for stage in record.stages:
                    cells[stage][record.layer] += 1
        rows.append((item.id, cells))
    return rows


def bottlenecks(catalog: Catalog) -> list[Item]:
    """Bottlenecks in the order of the decision flow."""
    found = [item for item in catalog.of("bottleneck") if isinstance(item.record, Bottleneck)]
    return sorted(found, key=lambda item: (getattr(item.record, "flow").order, item.id))


def timeline(catalog: Catalog) -> list[tuple[str, list[Item]]]:
    """Techniques by year of first publication, newest year first."""
    years: dict[str, list[Item]] = defaultdict(list)
    for item in catalog.of("technique"):
        years[getattr(item.record, "introduced")[:4]].append(item)
    return [
        (year, sorted(years[year], key=lambda item: (getattr(item.record, "introduced"), item.id))) for year in sorted(years, reverse=True)
    ]


STATES = ("rising", "settled", "contradicted")


def trends(catalog: Catalog) -> list[tuple[str, list[Item]]]:
    """Trends by state, in each the one with the newest evidence first."""

    def newest(item: Item) -> str:
        return max(str(one.when) for one in (*getattr(item.record, "evidence"), *getattr(item.record, "against")))

    found = list(catalog.of("trend"))
    by_state = [(state, [item for item in found if getattr(item.record, "state") == state]) for state in STATES]
    return [(state, sorted(items, key=lambda item: (newest(item), item.id), reverse=True)) for state, items in by_state if items]


def dispute_rows(catalog: Catalog) -> list[tuple[Item, int]]:
    """Every dispute with the record that holds it."""
    return [(item, i) for item in catalog.items.values() for i in range(len(item.record.disputes))]
