"""YAML files → Catalog, with the place of every field."""

from .folder import load
from .tree import dotted

__all__ = ["dotted", "load"]
