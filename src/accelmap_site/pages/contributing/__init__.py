"""Pages for contributors: tutorial, rules, fields, style, truth, code. Rules and fields come from the registry and the classes."""

from .manual import PROSE, Law, Manual, contributing, manual

__all__ = ["PROSE", "Law", "Manual", "contributing", "manual"]
