"""What goes together: a model, hardware, an engine and techniques → verdicts, each with the edge it comes from."""

from .engine import judge
from .tables import Tables, pairs, published, tables
from .verdict import Stack, Verdict, overall, plain

__all__ = ["Stack", "Tables", "Verdict", "judge", "overall", "pairs", "plain", "published", "tables"]
