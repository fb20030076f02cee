"""Edges, readable from both ends."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ..schema import Catalog, RelationType
from .edges import Edge, edges_of


@dataclass(frozen=True)
class Neighbour:
    """What a record sees along one edge. ``forward`` is false when the other side states it."""

    id: str
    relation: str
    forward: bool
    edge: Edge


@dataclass(frozen=True)
class Graph:
    """All edges and, for each id, those that leave it and those that reach it."""

    edges: tuple[Edge, ...]
    leaving: Mapping[str, tuple[Edge, ...]]
    reaching: Mapping[str, tuple[Edge, ...]]
    types: Mapping[str, RelationType]

    def targets(self, record_id: str, relation: str) -> list[Edge]:
        """Edges of one relation that leave a record."""
        return [edge for edge in self.leaving.get(record_id, ()) if edge.relation == relation]

    def sources(self, record_id: str, relation: str) -> list[Edge]:
        """Edges of one relation that reach a record."""
        return [edge for edge in self.reaching.get(record_id, ()) if edge.relation == relation]

    def neighbours(self, record_id: str) -> dict[tuple[str, bool], list[Neighbour]]:
        """All neighbours by (relation, direction). Symmetric relations have one direction; doubles are dropped."""
        found: dict[tuple[str, bool], dict[str, Neighbour]] = defaultdict(dict)
        for edge in self.leaving.get(record_id, ()):
            found[edge.relation, True].setdefault(edge.target, Neighbour(edge.target, edge.relation, True, edge))
        for edge in self.reaching.get(record_id, ()):
            forward = edge.relation in self.types and self.types[edge.relation].symmetric
            found[edge.relation, forward].setdefault(edge.source, Neighbour(edge.source, edge.relation, forward, edge))
        return {key: sorted(group.values(), key=lambda n: n.id) for key, group in sorted(found.items())}


def connect(catalog: Catalog) -> Graph:
    """The graph of a catalog whose references all resolve (the checks see to that)."""
    edges = tuple(edges_of(catalog))
    types = {name: entry for name, entry in catalog.lists["relations"].items() if isinstance(entry, RelationType)}
    return Graph(edges, _group(edges, "source"), _group(edges, "target"), MappingProxyType(types))


def _group(edges: Iterable[Edge], end: str) -> Mapping[str, tuple[Edge, ...]]:
    groups: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        groups[getattr(edge, end)].append(edge)
    return MappingProxyType({name: tuple(group) for name, group in groups.items()})


def required(graph: Graph, record_id: str) -> dict[str, tuple[Edge, ...]]:
    """What a record requires, also through others, nearest first, with the shortest chain of edges that leads there."""
    found: dict[str, tuple[Edge, ...]] = {}
    waiting: list[tuple[str, tuple[Edge, ...]]] = [(record_id, ())]
    for at, chain in waiting:
        for edge in graph.leaving.get(at, ()):
            if edge.relation == "requires" and edge.status != "no" and edge.target not in found and edge.target != record_id:
                found[edge.target] = (*chain, edge)
                waiting.append((edge.target, found[edge.target]))
    return found


def cycles(edges: Iterable[Edge], relation: str) -> list[list[Edge]]:
    """Circles along one relation, each once, as the edges that close them."""
    onward: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.relation == relation:
            onward[edge.source].append(edge)
    done: set[str] = set()
    found: list[list[Edge]] = []
    for start in sorted(onward):
        _walk(start, onward, done, found)
    return found


def _walk(start: str, onward: Mapping[str, list[Edge]], done: set[str], found: list[list[Edge]]) -> None:
    """Depth-first without recursion: long chains must not exhaust the stack."""
    trail: list[Edge] = []
    at: dict[str, int] = {start: 0}
    stack = [iter(onward.get(start, ()) if start not in done else ())]
    while stack:
        edge = next(stack[-1], None)
        if edge is None:
            stack.pop()
            done.add(trail[-1].target if trail else start)
            if trail:
                at.pop(trail.pop().target, None)
        elif edge.target in at:
            found.append([*trail[at[edge.target] :], edge])
        elif edge.target not in done:
            trail.append(edge)
            at[edge.target] = len(trail)
            stack.append(iter(onward.get(edge.target, ())))
