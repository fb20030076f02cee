"""Page → Markdown: templates, references, first mentions, maths."""

from .autolink import Names, autolink, names
from .choices import choice_files
from .diagnosis import Wording, diagnosis_files, model_title
from .plaintext import unmarked
from .prose import rich
from .render import render, templates
from .view import View, World

__all__ = [
    "Names",
    "View",
    "Wording",
    "World",
    "autolink",
    "choice_files",
    "diagnosis_files",
    "model_title",
    "names",
    "render",
    "rich",
    "templates",
    "unmarked",
]
