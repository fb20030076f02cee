"""Catalog and graph → data files of the site."""

from .calculators import calculators, named, refusals
from .tables import VERSION, dump, exports

__all__ = ["VERSION", "calculators", "dump", "exports", "named", "refusals"]
