"""Family trees: what descends from a record by variant, evolution or membership."""

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
        return 1 + sum(child.size() for child in self.children)


def tree(graph: Graph, catalog: Catalog, roots: tuple[str, ...]) -> tuple[Branch, ...]:
    """Trees below ``roots``. A record with several parents hangs on the one met first, breadth first."""
    taken = dict.fromkeys(roots, "")
    parent: dict[str, str] = {}
    queue = [root for root in roots if root in catalog.items]
    for record_id in queue:
        for relation in DESCENT:
            for edge in graph.sources(record_id, relation):
                if edge.source not in taken and catalog.items[edge.source].kind == "technique":
                    taken[edge.source], parent[edge.source] = relation, record_id
                    queue.append(edge.source)
    return tuple(_branch(root, taken, parent) for root in roots if root in catalog.items)


def _branch(record_id: str, relations: dict[str, str], parent: dict[str, str]) -> Branch:
    children = [child for child, above in parent.items() if above == record_id]
    return Branch(record_id, relations[record_id], tuple(_branch(child, relations, parent) for child in children))
