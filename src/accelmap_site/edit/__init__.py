"""Changes to the files themselves: one layout, mechanical repairs, other ids, new records."""

from .fix import repaired
from .fmt import WIDTH, formatted
from .rename import Change, Refused, Renaming, renaming
from .skeleton import skeleton

__all__ = ["WIDTH", "Change", "Refused", "Renaming", "formatted", "renaming", "repaired", "skeleton"]
