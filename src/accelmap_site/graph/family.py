"""Family trees: what descends from a record by variant, evolution or membership."""

from collections import defaultdict
from dataclasses import dataclass

from ..schema import Catalog
from .graph import Graph

DESCENT = ("variant_of", "evolves_from", "part_of")


@dataclass(frozen=True)
class Branch:
    """A record in a tree and the branches below it. ``relation`` says how it hangs on its parent."""

    id: str
    relation: str
    children: tuple["Branch", ...]

    def size(self) -> int:
        """Number of records in this branch."""
        below = [self]
        for branch in below:
            below += branch.children
        return len(below)


def tree(graph: Graph, catalog: Catalog, roots: tuple[str, ...]) -> tuple[Branch, ...]:
    """Trees below ``roots``. A record with several parents hangs on the one met first, breadth first."""
    taken = dict.fromkeys(roots, "")
    parent: dict[str, str] = {}
    queue = [root for root in taken if root in catalog.items]
    for record_id in queue:
        for relation in DESCENT:
            for edge in graph.sources(record_id, relation):
                if edge.source not in taken and catalog.items[edge.source].kind == "technique":
                    taken[edge.source], parent[edge.source] = relation, record_id
                    queue.append(edge.source)
    return _grown(queue, taken, parent)


def _grown(queue: list[str], relations: dict[str, str], parent: dict[str, str]) -> tuple[Branch, ...]:
    """Branches from the leaves up, so that depth costs no stack. ``queue`` names parents before children."""
    above: dict[str, list[Branch]] = defaultdict(list)
    for record_id in reversed(queue):
        children = tuple(reversed(above.pop(record_id, [])))
        above[parent.get(record_id, "")].append(Branch(record_id, relations[record_id], children))
    return tuple(reversed(above[""]))
