"""Page → Markdown: templates, references, first mentions, maths."""

from .autolink import Names, autolink, names
from .choices import choice_files
from .prose import rich
from .render import render, templates
from .view import View, World

__all__ = ["Names", "View", "World", "autolink", "choice_files", "names", "render", "rich", "templates"]
