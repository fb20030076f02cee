"""Numbers in prose: references to facts, their values, and figures that are no reference."""

from .figures import Allowed, Figure, Reading, figures, reading
from .ledger import Ledger, Printed, moved
from .references import MARKED, REFERENCE, Reference, broken, hidden, mentions, named, replaced
from .told import told

__all__ = [
    "MARKED",
    "REFERENCE",
    "Allowed",
    "Figure",
    "Ledger",
    "Printed",
    "Reading",
    "Reference",
    "broken",
    "figures",
    "hidden",
    "mentions",
    "moved",
    "named",
    "reading",
    "replaced",
    "told",
]
