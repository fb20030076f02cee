"""Graph → mermaid text."""

from .maps import decision, family, rollout
from .text import EDGE_CAP, NODE_CAP, TEXT_CAP, Diagram, DiagramTooLarge, label

__all__ = ["EDGE_CAP", "NODE_CAP", "TEXT_CAP", "Diagram", "DiagramTooLarge", "decision", "family", "label", "rollout"]
