"""Data that the pages compare/ and stack/ load when somebody chooses something."""

import json
from collections.abc import Iterator
from typing import Any

from ..compare import picked, unmarked
from ..graph import Graph
from ..schema import LOCALES, Catalog, record_path, url_of
from ..stack import Tables, published, tables


def choice_files(catalog: Catalog, graph: Graph) -> Iterator[tuple[str, str]]:
    """(path in the site, text) of every file; addresses in them count from the root of the site."""
    found = tables(catalog, graph)
    for locale in LOCALES:
        for kind, data in picked(catalog, graph, locale).items():
            yield f"compare/{kind}.{locale}.json", _packed(data)
        yield f"stack/words.{locale}.json", _packed(_words(catalog, found, locale))
    yield "stack/tables.json", _packed(published(found, catalog))


def _words(catalog: Catalog, found: Tables, locale: str) -> dict[str, Any]:
    """Title and address of every record, titles of features, predicates as written, notes of edges by their place."""
    return {
        "records": {
            item.id: [str(getattr(item.record.title, locale)), url_of(record_path(locale, item.kind, item.id))]
            for item in catalog.items.values()
        },
        "features": _titles(catalog, "features", locale),
        "notes": {place: unmarked(str(getattr(edge.note, locale))) for place, edge in enumerate(found.edges) if edge.note},
        "predicates": {item.id: text for item in catalog.of("technique") if (text := getattr(item.record, "applies_if"))},
    }


def _titles(catalog: Catalog, name: str, locale: str) -> dict[str, str]:
    return {key: str(getattr(getattr(entry, "title"), locale)) for key, entry in catalog.lists[name].items()}


def _packed(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
