"""Catalog and graph → data files of the site."""

from .tables import VERSION, dump, exports

__all__ = ["VERSION", "dump", "exports"]
