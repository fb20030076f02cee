"""Comparison tables: rows and cells from records, and the data of the free comparison."""

import csv
import io
import json
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.compare import Cell, Subject, Table, column, compared, figure, known, picked, said, unmarked
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog, Comparison
from conftest import REPOSITORY


@pytest.fixture(scope="module")
def tables(catalog: Catalog, graph: Graph) -> dict[str, Table]:
    return {one.id: one for one in compared(catalog, graph)}


def texts(table: Table, catalog: Catalog, locale: str = "en") -> dict[str, list[str]]:
    return {f"{row.title.en} {row.size}".strip(): [said(cell, catalog, locale) for cell in row.cells] for row in table.rows}


def test_rows_come_from_records_and_from_the_entry(tables: dict[str, Table], catalog: Catalog) -> None:
    assert texts(tables["heads"], catalog) == {
        "Shared heads": ["Groups times head width; see full heads", "2–8 groups", "2021-06", "default", "Alder 7B"],
        "Single head": ["", "1", "", "", ""],
    }


def test_hardware_is_read_with_its_sources(tables: dict[str, Table], catalog: Catalog) -> None:
    table = tables["cards"]
    first = texts(table, catalog)["Slate 80"]
    assert first[:5] == ["Slate", "300 TFLOP/s", "", "HBM2e", "2,000 GB/s"]
    cell = table.rows[0].cells[1]
    assert cell.source is not None
    assert table.sources[table.cite(cell) - 1] == cell.source
    assert table.cite(Cell(mark="x")) == 0


def test_a_family_has_a_row_a_size(tables: dict[str, Table], catalog: Catalog) -> None:
    found = texts(tables["sizes"], catalog)
    assert list(found) == ["Alder 7B", "Birch small", "Birch large"]
    assert found["Alder 7B"][:5] == ["7.1 B", "100 %", "0", "Shared heads", ""]
    assert found["Birch small"][1] == "10 %"
    assert found["Birch small"][-1] == "undisclosed"


def test_selections_narrow_by_category_topic_and_column(catalog: Catalog, graph: Graph) -> None:
    def rows(**select: str) -> list[str]:
        base = catalog.lists["comparisons"]["heads"].model_dump()
        entry = Comparison.model_validate({**base, "rows": (), "select": select})
        return [row.record for row in compared(Catalog(catalog.items, {**catalog.lists, "comparisons": {"x": entry}}), graph)[0].rows]

    assert rows(kind="technique", category="attention-design") == ["full-heads", "shared-heads", "latent-heads"]
    assert set(rows(kind="term", topic="metrics")) <= {item.id for item in catalog.of("term")}
    assert rows(kind="model", having="config.experts") == []
    assert rows(kind="technique", having="groups") == ["shared-heads"]


def test_every_known_column_can_be_filled_for_every_record(catalog: Catalog, graph: Graph) -> None:
    columns = [found for name in known(catalog) if (found := column(name, catalog))]
    assert len(columns) == len(list(known(catalog)))
    for item in catalog.items.values():
        for one in columns:
            cell = one.fill(Subject(item), catalog, graph)
            assert isinstance(said(cell, catalog, "zh"), str)
            assert cell.empty == (said(cell, catalog, "en") == "")


@pytest.mark.parametrize("name", ["", "nothing", "config.nothing", "throughput.x", "offers.nobody", "memory"])
def test_a_column_that_does_not_exist_is_none(name: str, catalog: Catalog) -> None:
    assert column(name, catalog) is None


def test_an_engine_offers_what_a_technique_says(catalog: Catalog, graph: Graph) -> None:
    offers = column("offers.batch-joining", catalog)
    assert offers is not None
    assert said(offers.fill(Subject(catalog.items["harbor"]), catalog, graph), catalog, "en") == "yes"
    assert offers.fill(Subject(catalog.items["kernelbox"]), catalog, graph).empty


@given(st.floats(-1e9, 1e9))
def test_figures_keep_four_decimals(number: float) -> None:
    assert float(figure(number).replace(",", "")) == pytest.approx(number, abs=5e-5)


def test_marks_of_markdown_are_not_text() -> None:
    assert unmarked("see **[full heads][full-heads]** and `x`,\n\\(a\\)") == "see full heads and x, a"


def test_the_free_comparison_has_the_same_fields_in_both_languages(catalog: Catalog, graph: Graph) -> None:
    zh, en = picked(catalog, graph, "zh"), picked(catalog, graph, "en")
    for kind, data in en.items():
        assert len(data["fields"]) == len(zh[kind]["fields"])
        assert list(data["records"]) == list(zh[kind]["records"])
        assert all(len(record["cells"]) == len(data["fields"]) for record in data["records"].values())
    assert {"birch/small", "birch/large", "alder-7b"} == set(en["model"]["records"])


def test_every_table_of_the_repository_has_rows_columns_and_sources(real_project: tuple[Catalog, Graph]) -> None:
    found = compared(*real_project)
    assert len(found) >= 15
    for table in found:
        assert len(table.rows) >= 4, table.id
        assert len(table.columns) == len(table.entry.columns), table.id
        filled = [not cell.empty for row in table.rows for cell in row.cells]
        assert sum(filled) / len(filled) > 0.3, table.id
        for place, one in enumerate(table.columns):
            assert any(not row.cells[place].empty for row in table.rows), (table.id, one.name)


def csv_of(rows: list[list[str]]) -> str:
    node = shutil.which("node")
    assert node, "Node 20 or newer is needed"
    return subprocess.run(
        [node, "tests/js/csv.mjs"], input=json.dumps(rows).encode(), capture_output=True, check=True, cwd=REPOSITORY
    ).stdout.decode()  # fmt: skip


def test_a_spreadsheet_shows_a_formula_and_does_not_run_it() -> None:
    nasty = ['=HYPERLINK("http://evil.example")', "+1", "-1", "@SUM(A1)", "＝1+1", "\t=1", " =1", "a\r\n=1"]
    read = list(csv.reader(io.StringIO(csv_of([nasty]), newline="")))
    assert read == [["'" + text if text != "a\r\n=1" else text for text in nasty]]
    assert csv_of([["a,b", 'say "x"', "量化"]]) == '"a,b","say ""x""",量化\r\n'
