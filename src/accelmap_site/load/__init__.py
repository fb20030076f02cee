"""YAML files → Catalog, with the place of every field."""

from .folder import closed_lists, load, name_problems, record_files
from .nodes import Node, Uneditable, nodes
from .text import decode
from .tree import dotted, parse

__all__ = ["Node", "Uneditable", "closed_lists", "decode", "dotted", "load", "name_problems", "nodes", "parse", "record_files"]
