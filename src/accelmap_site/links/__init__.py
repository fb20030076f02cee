"""Links of a built site: inside it, and out into the world."""

from .cache import Cache, read_cache, write_cache
from .canonical import canonical
from .external import Manners, probe
from .fix import Rewrite, fix
from .internal import Fault, Survey, survey
from .report import counts, rows, table
from .verdict import Answer, Verdict, judge, patience

__all__ = [
    "Answer",
    "Cache",
    "Fault",
    "Manners",
    "Rewrite",
    "Survey",
    "Verdict",
    "canonical",
    "counts",
    "fix",
    "judge",
    "patience",
    "probe",
    "read_cache",
    "rows",
    "survey",
    "table",
    "write_cache",
]
