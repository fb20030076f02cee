"""Which pages exist: path, title, template, what they show."""

from .explorer import explorer
from .glossary import sort_key
from .landscape import bottlenecks
from .models import model_groups
from .page import Page
from .site import INDEXES, pages, redirects, some_pages

__all__ = ["INDEXES", "Page", "bottlenecks", "explorer", "model_groups", "pages", "redirects", "some_pages", "sort_key"]
