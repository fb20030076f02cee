"""Which pages exist: path, title, template, what they show."""

from .glossary import sort_key
from .landscape import bottlenecks
from .page import FOLDER, LOCALES, Page, plural, prefixed, record_path, relative, url_of
from .site import INDEXES, by_kind, pages, redirects

__all__ = [
    "FOLDER",
    "INDEXES",
    "LOCALES",
    "Page",
    "bottlenecks",
    "by_kind",
    "pages",
    "plural",
    "prefixed",
    "record_path",
    "redirects",
    "relative",
    "sort_key",
    "url_of",
]
