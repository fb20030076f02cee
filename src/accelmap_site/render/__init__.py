"""Page → Markdown: templates, references, first mentions, maths."""

from .autolink import Names, autolink, names
from .prose import rich
from .render import render, templates
from .view import View, World

__all__ = ["Names", "View", "World", "autolink", "names", "render", "rich", "templates"]
