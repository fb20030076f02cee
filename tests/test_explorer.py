"""The explorer's data holds every record under every option that it belongs to."""

import json

import pytest

from accelmap_site.graph import Graph
from accelmap_site.pages import explorer
from accelmap_site.schema import FOLDER, LOCALES, Catalog


def table(catalog: Catalog, locale: str) -> dict[str, dict[str, list[object]]]:
    return json.loads(dict(explorer(catalog))[f"explore/records.{locale}.json"])  # type: ignore[no-any-return]


def options(data: dict[str, dict[str, list[object]]], facet: str, record_id: str) -> list[str]:
    """Keys of a facet under which a record is found."""
    row = data["columns"]["id"].index(record_id)
    return [data["facets"][facet][number][0] for number in data["columns"][facet][row]]  # type: ignore[index, attr-defined]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_record_has_a_value_in_every_column(catalog: Catalog, locale: str) -> None:
    data = table(catalog, locale)
    assert sorted(map(str, data["columns"]["id"])) == sorted(catalog.items)
    assert {len(column) for column in data["columns"].values()} == {len(catalog.items)}


@pytest.mark.parametrize("locale", LOCALES)
def test_options_are_those_of_the_record(catalog: Catalog, locale: str) -> None:
    data = table(catalog, locale)
    for item in catalog.items.values():
        assert options(data, "kind", item.id) == [item.kind]
        assert options(data, "stage", item.id) == list(getattr(item.record, "stages", ()))
        assert options(data, "bottleneck", item.id) == list(getattr(item.record, "bottlenecks", {}))
        assert options(data, "category", item.id) == list(getattr(item.record, "categories", ()))
        assert options(data, "layer", item.id) == [value for value in [getattr(item.record, "layer", None)] if value]
        makers = [getattr(item.record, name, None) for name in ("organisation", "vendor")]
        assert options(data, "organisation", item.id) == [name for name in makers if name]


def test_strengths_stand_beside_their_bottlenecks(catalog: Catalog) -> None:
    columns = table(catalog, "zh")["columns"]
    for bottleneck, strength, record_id in zip(columns["bottleneck"], columns["strength"], columns["id"], strict=True):
        assert len(bottleneck) == len(strength)  # type: ignore[arg-type]
        assert strength == list(getattr(catalog.items[str(record_id)].record, "bottlenecks", {}).values())


def test_names_dates_and_folders_read_back(catalog: Catalog) -> None:
    for locale in LOCALES:
        data = table(catalog, locale)
        assert [option[2] for option in data["facets"]["kind"]] == list(FOLDER.values())  # type: ignore[index]
        for row, record_id in enumerate(map(str, data["columns"]["id"])):
            record = catalog.items[record_id].record
            assert data["columns"]["title"][row] == getattr(record.title, locale)
            assert data["dates"][data["columns"]["verified"][row]] == record.verified  # type: ignore[index]
            date = data["columns"]["date"][row]
            known = getattr(record, "introduced", None) or getattr(record, "released", None)
            assert (data["dates"][date] if date != -1 else None) == known  # type: ignore[index]
            assert {alias.text for alias in record.aliases} <= {
                *map(str, data["columns"]["names"][row]),
                record.title.zh,
                record.title.en,
                record.abbr,
            }  # type: ignore[call-overload]


def test_the_same_catalog_gives_the_same_bytes(catalog: Catalog, graph: Graph) -> None:
    assert dict(explorer(catalog)) == dict(explorer(catalog))
