"""The catalog as data: JSON, CSV, JSON Schema. Same catalog, same bytes."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..facts import Ledger
from ..graph import CATEGORY_PREFIX, Edge, Graph
from ..schema import KINDS, LOCALES, Catalog, Item, Part, Title, plural, record_path, url_of
from .schemas import schemas

VERSION = 1
_COLUMNS = ("categories", "stages", "layer", "maturity", "introduced", "organisation", "licence", "released", "total_b", "active_b")
_FORMULA = tuple("=+-@＝＋－＠")


def exports(catalog: Catalog, graph: Graph, exceptions: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(path in the site, text) of every data file. ``exceptions`` are the rules that a record may be spared, for the schemas."""
    yield from json_files(catalog, graph)
    yield from csv_files(catalog)
    for path, schema in schemas(catalog, exceptions):
        yield f"schema/v1/{path}", dump(schema)


def csv_files(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(path in the site, text) of the tables."""
    for kind in KINDS:
        yield f"api/v1/{plural(kind)}.csv", _csv(list(catalog.of(kind)))


def json_files(catalog: Catalog, graph: Graph) -> Iterator[tuple[str, str]]:
    """(path in the site, text) of records, graph, lists and facts."""
    yield "api/v1/index.json", dump({"schema_version": VERSION, "records": list(_index(catalog))})
    yield "api/v1/graph.json", dump({"schema_version": VERSION, "edges": [_edge(edge) for edge in graph.edges]})
    lists = {name: {key: _plain(entry) for key, entry in entries.items()} for name, entries in catalog.lists.items() if name != "labels"}
    yield "api/v1/taxonomy.json", dump({"schema_version": VERSION, "lists": lists})
    yield "api/v1/facts.json", dump({"schema_version": VERSION, "facts": list(_facts(catalog))})
    for kind in KINDS:
        records = [_record(item) for item in catalog.of(kind)]
        yield f"api/v1/{plural(kind)}.json", dump({"schema_version": VERSION, "records": records})
        for record in records:
            yield f"api/v1/{plural(kind)}/{record['id']}.json", dump({"schema_version": VERSION, **record})


def dump(value: Any) -> str:
    """JSON with sorted keys and a final line break."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def _plain(part: Part) -> dict[str, Any]:
    return part.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)


def _record(item: Item) -> dict[str, Any]:
    return {"id": item.id, "kind": item.kind, "url": _urls(item), **_plain(item.record)}


def _urls(item: Item) -> dict[str, str]:
    return {locale: url_of(record_path(locale, item.kind, item.id)) for locale in LOCALES}


def _index(catalog: Catalog) -> Iterator[dict[str, Any]]:
    for name, entry in catalog.ordered("categories"):
        title = getattr(entry, "title")
        assert isinstance(title, Title)
        yield {
            "id": CATEGORY_PREFIX + name, "kind": "category", "title": _plain(title), "abbr": None, "aliases": [], "former_ids": [],
            "summary": _plain(getattr(entry, "summary")), "url": {"zh": f"map/#cat-{name}", "en": f"en/map/#cat-{name}"},
        }  # fmt: skip
    for item in catalog.items.values():
        record = item.record
        yield {
            "id": item.id, "kind": item.kind, "title": _plain(record.title), "abbr": record.abbr,
            "aliases": [alias.text for alias in record.aliases], "former_ids": list(record.former_ids),
            "summary": _plain(record.summary), "url": _urls(item),
        }  # fmt: skip


def _facts(catalog: Catalog) -> Iterator[dict[str, Any]]:
    """Every fact with its value, unit and origin."""
    ledger = Ledger(catalog)
    for item in catalog.items.values():
        addresses = {source.key: source.address for source in item.record.sources}
        for key, fact in item.record.facts.items():
            unit = {locale: ledger.unit(fact, locale) for locale in LOCALES}
            found = {"source": addresses.get(fact.source or ""), "derivation": fact.derivation, "formula": fact.formula and fact.formula.id}
            yield {
                "id": f"{item.id}.{key}", "record": item.id, "key": key, "value": ledger.value(fact),
                "unit": unit if any(unit.values()) else None, **{name: value for name, value in found.items() if value},
            }  # fmt: skip


def _edge(edge: Edge) -> dict[str, Any]:
    found: dict[str, Any] = {"source": edge.source, "relation": edge.relation, "target": edge.target, "status": edge.status}
    for name in ("since", "strength", "tier", "how", "cited"):
        if getattr(edge, name) is not None:
            found[name] = getattr(edge, name)
    if edge.note is not None:
        found["note"] = {"zh": edge.note.zh, "en": edge.note.en}
    return found


def _csv(items: list[Item]) -> str:
    """One line a record; lists joined by '|', a leading =, +, - or @ defused for spreadsheets."""
    out = io.StringIO()
    columns = ["id", "title_zh", "title_en", "abbr", "aliases", "summary_zh", "summary_en", "verified"]
    extra = [name for name in _COLUMNS if items and name in type(items[0].record).model_fields]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*columns, *extra])
    for item in items:
        r = item.record
        row = [item.id, r.title.zh, r.title.en, r.abbr or "", "|".join(a.text for a in r.aliases), r.summary.zh, r.summary.en, r.verified]
        writer.writerow([_cell(value) for value in [*row, *(getattr(r, name) for name in extra)]])
    return out.getvalue()


def _cell(value: Any) -> str:
    text = "|".join(value) if isinstance(value, tuple) else "" if value is None else str(value)
    return "'" + text if text.startswith(_FORMULA) else text
