"""Changes to the files themselves: one layout, mechanical repairs, other ids, new records."""

from .fmt import WIDTH, formatted

__all__ = ["WIDTH", "formatted"]
