"""The data files: what programs may rely on."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from accelmap_site.build import Site, build
from accelmap_site.check import EXCEPTIONS
from accelmap_site.export import dump, exports
from accelmap_site.graph import Graph, connect
from accelmap_site.schema import FOLDERS, KINDS, Catalog, Item


@pytest.fixture(scope="module")
def files(catalog: Catalog, graph: Graph) -> dict[str, str]:
    return dict(exports(catalog, graph, EXCEPTIONS))


def loaded(files: dict[str, str], path: str) -> Any:
    return json.loads(files[path])


def replaced(item: Item, **fields: Any) -> Item:
    """The same record with other values in some fields."""
    record = type(item.record).model_validate({**item.record.model_dump(by_alias=True), **fields})
    return Item(item.id, item.kind, record, item.file)


# -- JSON --------------------------------------------------------------------


def test_the_index_names_every_record_and_category_with_its_addresses(files: dict[str, str], catalog: Catalog) -> None:
    index = loaded(files, "api/v1/index.json")
    assert index["schema_version"] == 1
    records = {record["id"]: record for record in index["records"]}
    assert set(records) == set(catalog.items) | {f"cat-{name}" for name in catalog.lists["categories"]}
    assert records["paged-cache"] == {
        "id": "paged-cache",
        "kind": "technique",
        "title": {"zh": "分页缓存", "en": "Paged cache"},
        "abbr": None,
        "aliases": ["block cache", "块式缓存"],
        "former_ids": [],
        "summary": catalog.items["paged-cache"].record.summary.model_dump(),
        "url": {"zh": "techniques/paged-cache/", "en": "en/techniques/paged-cache/"},
    }
    assert records["cat-memory-saving"]["url"] == {"zh": "map/#cat-memory-saving", "en": "en/map/#cat-memory-saving"}
    assert all(set(record) == set(records["paged-cache"]) for record in index["records"])


def test_every_address_of_the_index_is_a_page(intact_site: Site) -> None:
    pages = {page.url for page in intact_site.pages}
    for record in json.loads(intact_site.data["api/v1/index.json"])["records"]:
        assert {address.partition("#")[0] for address in record["url"].values()} <= pages


def test_the_graph_holds_every_edge_with_what_qualifies_it(files: dict[str, str], graph: Graph) -> None:
    answer = loaded(files, "api/v1/graph.json")
    assert answer["schema_version"] == 1
    assert len(answer["edges"]) == len(graph.edges)
    edges = {(edge["source"], edge["relation"], edge["target"]): edge for edge in answer["edges"]}
    assert edges["paged-cache", "relieves", "memory-bound"]["strength"] == 3
    assert edges["paged-cache", "implemented_by", "harbor"] == {
        "source": "paged-cache", "relation": "implemented_by", "target": "harbor",
        "status": "yes", "since": "1.0", "how": "--block-size 16", "cited": "code",
    }  # fmt: skip
    assert all(edge.get("note", {"zh": "", "en": ""}).keys() == {"zh", "en"} for edge in answer["edges"])


def test_a_note_on_an_edge_is_carried_along(catalog: Catalog) -> None:
    item = catalog.items["paged-cache"]
    note = {"zh": "说明", "en": "Note"}
    changed = replaced(item, relations={"alternative_to": [{"id": "cache-offload", "note": note, "status": "untested"}]})
    other = Catalog({**catalog.items, item.id: changed}, catalog.lists)
    edges = json.loads(dict(exports(other, connect(other), {}))["api/v1/graph.json"])["edges"]
    (edge,) = [edge for edge in edges if (edge["source"], edge["relation"]) == ("paged-cache", "alternative_to")]
    assert (edge["note"], edge["status"]) == (note, "untested")


def test_lists_of_a_kind_hold_the_same_records_as_their_single_files(files: dict[str, str], catalog: Catalog) -> None:
    names = {"technique": "techniques", "hardware": "hardware", "term": "terms"}
    for kind, name in names.items():
        records = loaded(files, f"api/v1/{name}.json")["records"]
        assert [record["id"] for record in records] == [item.id for item in catalog.of(kind)]
        for record in records:
            assert loaded(files, f"api/v1/{name}/{record['id']}.json") == {"schema_version": 1, **record}


def test_a_record_is_exported_whole(files: dict[str, str], catalog: Catalog) -> None:
    exported = loaded(files, "api/v1/techniques/paged-cache.json")
    assert {exported.pop("schema_version"), exported.pop("id"), exported.pop("kind")} == {1, "paged-cache", "technique"}
    assert exported.pop("url")["en"] == "en/techniques/paged-cache/"
    assert KINDS["technique"].model_validate(exported) == catalog.items["paged-cache"].record


def test_the_closed_lists_are_exported_without_the_words_of_the_interface(files: dict[str, str], catalog: Catalog) -> None:
    lists = loaded(files, "api/v1/taxonomy.json")["lists"]
    assert set(lists) == set(catalog.lists) - {"labels"}
    assert set(lists["categories"]) == set(catalog.lists["categories"])


def test_json_keeps_chinese_readable_and_ends_with_a_line_break() -> None:
    assert dump({"b": "中", "a": 1}) == '{\n "a": 1,\n "b": "中"\n}\n'


def test_the_same_folder_gives_the_same_bytes(intact: Path, intact_site: Site, project: Path) -> None:
    first, second, elsewhere = intact_site, build(intact), build(project)
    assert first.data == second.data == elsewhere.data
    assert first.markdown == second.markdown == elsewhere.markdown


# -- CSV ---------------------------------------------------------------------


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_table_has_one_line_a_record(files: dict[str, str], catalog: Catalog) -> None:
    found = {row["id"]: row for row in rows(files["api/v1/techniques.csv"])}
    assert set(found) == {item.id for item in catalog.of("technique")}
    row = found["paged-cache"]
    assert (row["title_zh"], row["title_en"], row["aliases"]) == ("分页缓存", "Paged cache", "block cache|块式缓存")
    assert (row["categories"], row["maturity"], row["introduced"]) == ("memory-saving", "default", "2022-09")


def test_every_kind_has_a_table_and_an_empty_kind_a_heading() -> None:
    lists = {name: {} for name in ("categories", "relations", "labels")}
    empty = dict(exports(Catalog({}, lists), connect(Catalog({}, lists)), {}))
    assert empty["api/v1/hardware.csv"].splitlines() == ["id,title_zh,title_en,abbr,aliases,summary_zh,summary_en,verified"]
    assert {path.rsplit("/", 1)[1] for path in empty if path.endswith(".csv")} == {
        "techniques.csv", "tools.csv", "models.csv", "hardware.csv", "bottlenecks.csv", "scenarios.csv", "trends.csv", "formulas.csv",
        "terms.csv",
    }  # fmt: skip


@pytest.mark.parametrize("name", ['=HYPERLINK("http://evil.example")', "+1", "-1", "@SUM(A1)", "＝1+1"])
def test_a_spreadsheet_shows_a_formula_and_does_not_run_it(name: str, catalog: Catalog) -> None:
    item = catalog.items["cache-block"]
    title = item.record.title.model_copy(update={"en": name})
    record = item.record.model_copy(update={"title": title, "aliases": ()})
    other = Catalog({item.id: Item(item.id, item.kind, record, item.file)}, catalog.lists)
    (row,) = rows(dict(exports(other, connect(other), {}))["api/v1/terms.csv"])
    assert row["title_en"] == f"'{name}"


def test_commas_quotes_and_line_breaks_survive(catalog: Catalog) -> None:
    item = catalog.items["cache-block"]
    summary = {"zh": "甲，“乙”\n丙", "en": 'a, "b"\nc'}
    other = Catalog({item.id: replaced(item, summary=summary)}, catalog.lists)
    (row,) = rows(dict(exports(other, connect(other), {}))["api/v1/terms.csv"])
    assert (row["summary_zh"], row["summary_en"]) == (summary["zh"], summary["en"])


# -- JSON Schema -------------------------------------------------------------


class _Editor(yaml.CSafeLoader):
    """YAML as editors read it: numbers and truth values are typed, dates are text."""

    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith("timestamp")]
        for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
    }


def properties(schema: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property that a schema declares, wherever it stands. A record has a field called properties itself."""
    if isinstance(schema, dict):
        for name, declared in schema.get("properties", {}).items() if at.rpartition("/")[2] != "properties" else ():
            yield f"{at}.{name}", declared
        for key, value in schema.items():
            yield from properties(value, f"{at}/{key}")
    elif isinstance(schema, list):
        for i, value in enumerate(schema):
            yield from properties(value, f"{at}/{i}")


def described(declared: dict[str, Any], schema: dict[str, Any]) -> bool:
    """Whether an editor finds an explanation: at the property, or at the part that it refers to."""
    part = schema["$defs"].get(declared.get("$ref", "").rpartition("/")[2], {})
    return bool(declared.get("description") or part.get("description"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_of_a_kind_is_valid_and_explains_every_field(kind: str, files: dict[str, str]) -> None:
    schema = loaded(files, f"schema/v1/{kind}.json")
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    found = dict(properties(schema))
    assert len(found) > 20
    assert [name for name, declared in found.items() if not described(declared, schema)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_limits_are_written_in_words_of_json_schema(kind: str, files: dict[str, str]) -> None:
    text = files[f"schema/v1/{kind}.json"]
    assert not {'"ge"', '"gt"', '"le"', '"lt"', '"min_length"', '"max_length"'} & {word.rstrip(":") for word in text.split()}


@pytest.mark.parametrize("kind", KINDS)
def test_an_editor_accepts_every_record_as_it_is_written(kind: str, files: dict[str, str], intact: Path) -> None:
    check = Draft202012Validator(loaded(files, f"schema/v1/{kind}.json"))
    written = sorted((intact / FOLDERS[kind]).glob("*.yml"))
    assert written
    for file in written:
        data = yaml.load(file.read_text(encoding="utf-8"), _Editor)
        assert [error.message for error in check.iter_errors(data)] == [], file.name


@pytest.mark.parametrize(
    "change",
    [{"maturity": "popular"}, {"bottlenecks": {"memory-bound": 4}}, {"titel": "x"}, {"sources": []}, {"summary": {"zh": "只有中文"}}],
)
def test_an_editor_marks_a_mistake(change: dict[str, Any], files: dict[str, str], intact: Path) -> None:
    check = Draft202012Validator(loaded(files, "schema/v1/technique.json"))
    data = yaml.load((intact / "content/techniques/paged-cache.yml").read_text(encoding="utf-8"), _Editor)
    assert list(check.iter_errors({**data, **change}))
