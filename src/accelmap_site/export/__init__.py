"""Catalog and graph → data files of the site."""

from .schemas import schemas
from .tables import VERSION, dump, exports

__all__ = ["VERSION", "dump", "exports", "schemas"]
