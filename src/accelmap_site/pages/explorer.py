"""The explorer's data: every record as columns, facet values as numbers into short lists of labels."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from ..schema import FOLDER, LOCALES, Catalog, Item, Title
from .glossary import sort_key
from .landscape import bottlenecks

FACETS = ("kind", "stage", "bottleneck", "layer", "category", "maturity", "modality", "organisation")
MATURITIES = ("default", "available", "research", "declining")
MODALITIES = ("text", "image", "video", "audio", "action")
Option = tuple[str, str]


def explorer(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(path, JSON) in each language.

    ``facets`` holds [key, label] of each option in display order (kinds have their folder as third). In ``columns``
    all lists run over records in the order of their names: texts, numbers into ``dates`` (-1: none), and for each
    facet a list of option numbers; ``strength`` (1 to 3) runs beside ``bottleneck``.
    """
    for locale in LOCALES:
        text = json.dumps(_table(catalog, locale), ensure_ascii=False, separators=(",", ":"))
        yield f"explore/records.{locale}.json", text + "\n"


def _table(catalog: Catalog, locale: str) -> dict[str, object]:
    items = sorted(catalog.items.values(), key=lambda item: (sort_key(getattr(item.record.title, locale)), item.id))
    options = {name: list(found) for name, found in _options(catalog, locale)}
    numbers = {name: {option[0]: i for i, option in enumerate(found)} for name, found in options.items()}
    dates = sorted({date for item in items for date in (_date(item), item.record.verified) if date})
    place = {date: i for i, date in enumerate(dates)}
    columns: dict[str, list[object]] = {
        "id": [item.id for item in items],
        "title": [getattr(item.record.title, locale) for item in items],
        "second": [_second(item, locale) for item in items],
        "abbr": [item.record.abbr or "" for item in items],
        "names": [_names(item) for item in items],
        "summary": [getattr(item.record.summary, locale) for item in items],
        "date": [place.get(_date(item), -1) for item in items],
        "verified": [place[item.record.verified] for item in items],
        "strength": [list(getattr(item.record, "bottlenecks", {}).values()) for item in items],
        **{name: [[numbers[name][key] for key in _keys(item, name)] for item in items] for name in FACETS},
    }
    facets = {name: [[*option, FOLDER[option[0]]] if name == "kind" else list(option) for option in options[name]] for name in FACETS}
    return {"facets": facets, "dates": dates, "columns": columns}


def _options(catalog: Catalog, locale: str) -> Iterator[tuple[str, Iterable[Option]]]:
    """Options of each facet in the order in which they are shown."""

    def label(key: str) -> str:
        title = catalog.lists["labels"].get(key)
        return str(getattr(title, locale)) if isinstance(title, Title) else key

    def listed(name: str) -> list[Option]:
        return [(key, str(getattr(getattr(entry, "title"), locale))) for key, entry in catalog.ordered(name)]

    yield "kind", [(kind, label(kind)) for kind in FOLDER]
    yield "stage", listed("stages")
    yield "bottleneck", [(item.id, str(getattr(item.record.title, locale))) for item in bottlenecks(catalog)]
    yield "layer", listed("layers")
    yield "category", listed("categories")
    yield "maturity", [(key, label(f"maturity-{key}")) for key in MATURITIES]
    yield "modality", [(key, label(f"modality-{key}")) for key in MODALITIES]
    makers = Counter(name for item in catalog.items.values() for name in _keys(item, "organisation"))
    yield "organisation", [(name, name) for name in sorted(makers, key=lambda name: (-makers[name], name.casefold(), name))]


def _keys(item: Item, facet: str) -> list[str]:
    """Options under which a record is found."""
    record = item.record
    if facet == "kind":
        return [item.kind]
    if facet in ("layer", "maturity"):
        value = getattr(record, facet, None)
        return [value] if value else []
    if facet == "organisation":
        maker = getattr(record, "organisation", None) or getattr(record, "vendor", None)
        return [maker] if maker else []
    field = {"stage": "stages", "bottleneck": "bottlenecks", "category": "categories", "modality": "modality"}[facet]
    return list(getattr(record, field, ()))


def _date(item: Item) -> str:
    """When it was first published, or nothing."""
    return getattr(item.record, "introduced", None) or getattr(item.record, "released", None) or ""


def _second(item: Item, locale: str) -> str:
    """The title in the other language where it differs."""
    other = str(getattr(item.record.title, "en" if locale == "zh" else "zh"))
    return "" if other == getattr(item.record.title, locale) else other


def _names(item: Item) -> list[str]:
    """Further spellings under which it is found: aliases and pinyin."""
    record = item.record
    known = {record.title.zh, record.title.en, record.abbr}
    found = [*(alias.text for alias in record.aliases), sort_key(record.title.zh)]
    return [name for name in dict.fromkeys(found) if name not in known]
