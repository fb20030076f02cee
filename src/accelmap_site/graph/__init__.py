"""Ids → edges, read from both ends; circles; family trees."""

from .edges import CATEGORY_PREFIX, TIERS, TRAITS, Edge, edges_of, references
from .family import Branch, tree
from .graph import Graph, Neighbour, connect, cycles, required

__all__ = [
    "CATEGORY_PREFIX",
    "TIERS",
    "TRAITS",
    "Branch",
    "Edge",
    "Graph",
    "Neighbour",
    "connect",
    "cycles",
    "edges_of",
    "references",
    "required",
    "tree",
]
