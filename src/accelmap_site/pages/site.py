"""Which pages exist."""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from ..compare import compared
from ..diagnosis import Subject, subjects
from ..graph import Graph
from ..schema import FOLDER, LOCALES, Catalog, Title, prefixed, record_path
from ..stack import pairs
from .contributing import contributing, manual
from .formulas import formula_families, sheets
from .glossary import glossary
from .landscape import board, dispute_rows, matrix, rollout_order, timeline, trends
from .models import model_groups
from .page import Page

INDEXES = (
    "map",
    "explore",
    "diagnose",
    "calculate",
    "stack",
    "compare",
    "scenarios",
    "bottlenecks",
    "techniques",
    "tools",
    "models",
    "hardware",
    "glossary",
    "trends",
    "disputes",
    "data",
)

NARROW = ("calculate", "techniques", "glossary", "scenarios", "trends")


def pages(catalog: Catalog, graph: Graph) -> list[Page]:
    """Every page in both languages: the home page, the indexes in order of the menu, the pages for contributors, a page a record."""
    shared = _shared(catalog, graph)
    extra = {record_id: {"sheet": sheet} for record_id, sheet in sheets(catalog).items()}
    guide = manual(catalog)
    return [
        page
        for locale in LOCALES
        for page in (*_indexes(catalog, locale, shared), *contributing(catalog, guide, locale), *_records(catalog, locale, extra))
    ]


def some_pages(catalog: Catalog, graph: Graph, records: Container[str], indexes: Container[str]) -> list[Page]:
    """The same pages of some records and some indexes alone, by id and by name; "index" is the home page. The others cost nothing."""
    shared = _shared(catalog, graph, indexes)
    items = {name: item for name, item in catalog.items.items() if name in records}
    wanted = {name for name, item in items.items() if item.kind == "formula"}
    extra = {record_id: {"sheet": sheet} for record_id, sheet in sheets(catalog, wanted).items()}
    found = [page for locale in LOCALES for page in _indexes(catalog, locale, shared, indexes)]
    return found + [page for locale in LOCALES for page in _records(replace(catalog, items=items), locale, extra)]


def _shared(catalog: Catalog, graph: Graph, wanted: Container[str] = ("index", *INDEXES)) -> Mapping[str, Mapping[str, Any]]:
    """What each index page shows; the same objects serve both languages."""
    rows = cache(lambda: board(catalog, graph))
    shown: dict[str, Callable[[], Mapping[str, Any]]] = {
        "index": lambda: {"rows": rows()},
        "map": lambda: {
            "rows": rows(), "path": rollout_order(rows()), "matrix": matrix(catalog, graph), "timeline": timeline(catalog),
        },
        "stack": lambda: {"pairs": pairs(catalog, graph)},
        "compare": lambda: {"tables": compared(catalog, graph)},
        "diagnose": lambda: {
            "models": _subjects(catalog, graph),
            "metrics": list(catalog.lists["metrics"].items()),
        },
        "calculate": lambda: {"families": formula_families(catalog)},
        "glossary": lambda: {"glossary": glossary(catalog), "board": rows()},
        "techniques": lambda: {"rows": rows()},
        "models": lambda: {"groups": model_groups(catalog)},
        "trends": lambda: {"trends": trends(catalog)},
        "disputes": lambda: {"rows": dispute_rows(catalog)},
        "data": lambda: {"counts": {kind: sum(1 for _ in catalog.of(kind)) for kind in FOLDER}},
    }  # fmt: skip
    return {name: show() for name, show in shown.items() if name in wanted}


def _subjects(catalog: Catalog, graph: Graph) -> list[tuple[Title, list[tuple[str, Subject]]]]:
    """What a diagnosis can be asked about, by the title of the group of models that it belongs to."""
    known = [(name, subject) for name, subject in subjects(catalog, graph).items() if subject.record]
    groups = [(group.title, {item.id for item in group.items}) for group in model_groups(catalog)]
    return [(title, [(name, subject) for name, subject in known if subject.record in ids]) for title, ids in groups]


def _indexes(
    catalog: Catalog, locale: str, shared: Mapping[str, Mapping[str, Any]], wanted: Container[str] = ("index", *INDEXES)
) -> Iterator[Page]:
    def label(key: str) -> str:
        title = catalog.lists["labels"].get(key)
        return str(getattr(title, locale)) if isinstance(title, Title) else key

    if "index" in wanted:
        yield Page(
            prefixed(locale, "index.md"), locale, label("tagline"), label("tagline"), "index.md.jinja",
            "templates/pages/index.md.jinja", shared["index"], menu=label("home"), wide=True,
        )  # fmt: skip
    for name in (name for name in INDEXES if name in wanted):
        yield Page(
            prefixed(locale, f"{name}/index.md"), locale, label(name), label(f"index-{name}"), _template(name),
            f"templates/pages/{_template(name)}", shared.get(name, {}), menu=label(name), wide=name not in NARROW,
        )  # fmt: skip


def _template(name: str) -> str:
    """The index of hardware needs a name of its own: its singular is its plural."""
    return "hardwares.md.jinja" if name == "hardware" else f"{name}.md.jinja"


def _records(catalog: Catalog, locale: str, extra: Mapping[str, Mapping[str, Any]]) -> Iterator[Page]:
    for item in catalog.items.values():
        yield Page(
            record_path(locale, item.kind, item.id), locale, getattr(item.record.title, locale),
            getattr(item.record.summary, locale), f"{item.kind}.md.jinja", item.file,
            {"item": item, "record": item.record, **extra.get(item.id, {})},
        )  # fmt: skip


def redirects(catalog: Catalog) -> dict[str, str]:
    """Old page → new page, for each id that a record had before, in both languages."""
    moved: dict[str, str] = {}
    for item in catalog.items.values():
        for old in item.record.former_ids:
            for locale in LOCALES:
                moved[record_path(locale, item.kind, old)] = record_path(locale, item.kind, item.id)
    return moved
