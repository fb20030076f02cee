"""Graph → mermaid text; values → plots as SVG."""

from .axis import brief
from .maps import decision, family, rollout
from .plot import LETTERS, Axis, Chart, axis_of, svg, swatch
from .text import EDGE_CAP, NODE_CAP, TEXT_CAP, Diagram, DiagramTooLarge, label

__all__ = [
    "EDGE_CAP", "LETTERS", "NODE_CAP", "TEXT_CAP", "Axis", "Chart", "Diagram", "DiagramTooLarge", "axis_of", "brief", "decision", "family",
    "label", "rollout", "svg", "swatch",
]  # fmt: skip
