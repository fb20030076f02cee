"""The pipeline on one screen: folder → Site."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from .check import EXCEPTIONS
from .errors import ContentError, SetupError
from .export import calculators, exports, plots
from .graph import Graph
from .inspection import inspect
from .pages import Page, explorer, pages, redirects
from .render import World, choice_files, diagnosis_files, names, render, templates
from .schema import Catalog, relative, url_of

__all__ = ["Site", "build", "inspect", "refuse_doubles", "texts"]


@dataclass(frozen=True)
class Site:
    """Everything that a site consists of, before any site generator has seen it."""

    catalog: Catalog
    graph: Graph
    pages: tuple[Page, ...]
    markdown: Mapping[str, str]
    data: Mapping[str, str]

    def origins(self) -> list[tuple[str, str]]:
        """Path and origin of everything that is generated."""
        return [*((page.path, page.edit) for page in self.pages), *((path, "the records as data") for path in self.data)]


def build(root: Path) -> Site:
    """Build a folder. Raises ContentError with every problem if there is one."""
    catalog, graph, problems = inspect(root)
    if problems:
        raise ContentError(problems)
    found = pages(catalog, graph)
    markdown = texts(root, catalog, graph, found)
    data = dict(exports(catalog, graph, EXCEPTIONS)) | _redirects(catalog)
    for files in (explorer(catalog), diagnosis_files(catalog, graph), calculators(catalog), plots(catalog), choice_files(catalog, graph)):
        data |= dict(files)
    site = Site(catalog, graph, tuple(found), MappingProxyType(markdown), MappingProxyType(data))
    refuse_doubles(site.origins())
    return site


def texts(root: Path, catalog: Catalog, graph: Graph, found: Iterable[Page]) -> dict[str, str]:
    """Markdown of pages by path, from the templates of a folder. Records with problems may make a template fail."""
    world = World(catalog, graph, names(catalog))
    environment = templates(root / "templates")
    return {page.path: render(page, world, environment) for page in found}


def _redirects(catalog: Catalog) -> dict[str, str]:
    """A page for each former address that sends the reader on."""
    found = {}
    for old, new in redirects(catalog).items():
        target = relative(url_of(new), url_of(old))
        found[f"{url_of(old)}index.html"] = (
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={target}">'
            f'<link rel="canonical" href="{target}"><a href="{target}">{target}</a>\n'
        )
    return found


def refuse_doubles(origins: Iterable[tuple[str, str]]) -> None:
    """Two origins of one address would overwrite each other without a word."""
    seen: dict[str, str] = {}
    for path, origin in origins:
        address = url_of(path.casefold().replace("readme.md", "index.md")).removesuffix("index.html/")
        if address in seen:
            raise SetupError(f"{path} would be written twice: from {seen[address]} and from {origin}")
        seen[address] = origin
