"""What a page is, and where pages live."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LOCALES = ("zh", "en")
FOLDER = {
    "technique": "techniques",
    "tool": "tools",
    "model": "models",
    "hardware": "hardware",
    "bottleneck": "bottlenecks",
    "scenario": "scenarios",
    "term": "glossary",
}


@dataclass(frozen=True)
class Page:
    """A page to be rendered. ``path`` is the Markdown file, ``template`` the one that fills it.

    ``edit`` is the file that a correction would change, relative to the project's folder. ``menu`` is the
    name in the menu, empty for pages that are not in it; ``wide`` pages have no table of contents beside them.
    """

    path: str
    locale: str
    title: str
    summary: str
    template: str
    edit: str
    context: Mapping[str, Any] = field(default_factory=dict, repr=False)
    menu: str = ""
    wide: bool = False

    @property
    def url(self) -> str:
        """Address relative to the root of the site: '' for the home page, else with a final slash."""
        return url_of(self.path)

    @property
    def twin(self) -> str:
        """Path of the same page in the other language."""
        return self.path.removeprefix("en/") if self.locale == "en" else f"en/{self.path}"


def url_of(path: str) -> str:
    """``techniques/lora.md`` → ``techniques/lora/``; ``map/index.md`` → ``map/``."""
    stem = path.removesuffix(".md")
    if stem == "index":
        return ""
    return stem.removesuffix("/index") + "/"


def prefixed(locale: str, path: str) -> str:
    """``path`` in the tree of a language."""
    return path if locale == "zh" else f"{locale}/{path}"


def record_path(locale: str, kind: str, record_id: str) -> str:
    """Markdown path of the page of a record."""
    return prefixed(locale, f"{FOLDER[kind]}/{record_id}.md")


def relative(target: str, base: str) -> str:
    """Address of the page ``target`` seen from the page ``base`` (both as in :attr:`Page.url`)."""
    path = posixpath.relpath("/" + target, "/" + base)
    return path if target and not target.endswith("/") else "./" if path == "." else path + "/"


def plural(kind: str) -> str:
    """Name of the list of a kind in the data API: hardware stays as it is."""
    return kind if kind == "hardware" else f"{kind}s"
