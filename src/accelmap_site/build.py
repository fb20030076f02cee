"""The pipeline on one screen: folder → Site."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from .check import check
from .errors import AccelmapError, ContentError, Problem
from .export import calculators, exports
from .graph import Graph, connect
from .load import load
from .pages import Page, pages, redirects
from .render import World, names, render, templates
from .schema import Catalog, relative, url_of


@dataclass(frozen=True)
class Site:
    """Everything that a site consists of, before any site generator has seen it."""

    catalog: Catalog
    graph: Graph
    pages: tuple[Page, ...]
    markdown: Mapping[str, str]
    data: Mapping[str, str]


def inspect(root: Path, today: str | None = None) -> tuple[Catalog, Graph, list[Problem]]:
    """Load and check a folder. Problems are sorted; nothing is raised for bad content."""
    catalog, problems = load(root)
    graph = connect(catalog)
    if not problems:
        problems = check(catalog, graph, today)
    return catalog, graph, sorted(set(problems))


def build(root: Path) -> Site:
    """Build a folder. Raises ContentError with every problem if there is one."""
    catalog, graph, problems = inspect(root)
    if problems:
        raise ContentError(problems)
    found = pages(catalog, graph)
    world = World(catalog, graph, names(catalog))
    environment = templates(root / "templates")
    markdown = {page.path: render(page, world, environment) for page in found}
    data = dict(exports(catalog, graph)) | dict(calculators(catalog)) | _redirects(catalog)
    _refuse_doubles([*(page.path for page in found), *data])
    return Site(catalog, graph, tuple(found), MappingProxyType(markdown), MappingProxyType(data))


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


def _refuse_doubles(paths: list[str]) -> None:
    seen: set[str] = set()
    for path in paths:
        key = path.casefold().replace("/index.md", ".md")
        if key in seen:
            raise AccelmapError(f"two pages would be written to {path}")
        seen.add(key)
