"""Data that the pages compare/ and stack/ load when somebody chooses something."""

import json
from collections.abc import Iterator
from typing import Any

from ..compare import picked
from ..graph import Graph
from ..schema import LOCALES, Catalog, record_path, url_of
from ..stack import published, tables


def choice_files(catalog: Catalog, graph: Graph) -> Iterator[tuple[str, str]]:
    """(path in the site, text) of every file; addresses in them count from the root of the site."""
    for locale in LOCALES:
        for kind, data in picked(catalog, graph, locale).items():
            yield f"compare/{kind}.{locale}.json", _packed(data)
        yield f"stack/words.{locale}.json", _packed(_words(catalog, locale))
    yield "stack/tables.json", _packed(published(tables(catalog, graph), catalog))


def _words(catalog: Catalog, locale: str) -> dict[str, Any]:
    """Title and address of every record, titles of features and stages, predicates as written."""
    return {
        "records": {
            item.id: [str(getattr(item.record.title, locale)), url_of(record_path(locale, item.kind, item.id))]
            for item in catalog.items.values()
        },
        "features": _titles(catalog, "features", locale),
        "stages": _titles(catalog, "stages", locale),
        "predicates": {item.id: text for item in catalog.of("technique") if (text := getattr(item.record, "applies_if"))},
    }


def _titles(catalog: Catalog, name: str, locale: str) -> dict[str, str]:
    return {key: str(getattr(getattr(entry, "title"), locale)) for key, entry in catalog.lists[name].items()}


def _packed(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
