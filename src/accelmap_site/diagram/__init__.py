"""Graph → mermaid text."""

from .maps import decision, family, rollout
from .text import NODE_CAP, TEXT_CAP, Diagram, DiagramTooLarge, label

__all__ = ["NODE_CAP", "TEXT_CAP", "Diagram", "DiagramTooLarge", "decision", "family", "label", "rollout"]
