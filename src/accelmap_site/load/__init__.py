"""YAML files → Catalog, with the place of every field."""

from .folder import load
from .text import decode
from .tree import dotted, parse

__all__ = ["decode", "dotted", "load", "parse"]
