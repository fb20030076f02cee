"""Reading files: what survives as written, where fields stand, and that no bytes can cause a traceback."""

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accelmap_site.build import inspect
from accelmap_site.errors import ContentError, Problem, SetupError, summary
from accelmap_site.load import dotted, load
from accelmap_site.load.text import SIZE_CAP, decode
from accelmap_site.load.tree import DEPTH_CAP, Places, parse, plain, read
from accelmap_site.load.typed import typed
from accelmap_site.schema import KINDS, Catalog, Term

PROJECT = Path(__file__).parent / "project"
RECORDS = sorted([*PROJECT.glob("content/*/*.yml"), *PROJECT.glob("glossary/*.yml")])
YAML_PIECES = st.sampled_from(
    [
        *(chr(code) for code in (0, 9, 13, 0x85, 0xA0, 0x301, 0x2028, 0x3000, 0xFEFF, 0xFFFE, 0x1F600)),
        *"\n-:?,[]{}#&*!|>'\"%@` 0a中：，“”",
        ": ", " #", "- ", "<<: ", "---\n", "...\n", "!!python/object:os.system ", "? ", "\n  ", '"\\x00"', "\\ud800", "title: ", "zh: ",
    ]
)  # fmt: skip


def says(problems: list[Problem]) -> list[str]:
    return [str(problem) for problem in problems]


def test_the_project_is_complete_and_without_problems(catalog: Catalog) -> None:
    kinds = {item.kind for item in catalog.items.values()}
    assert kinds == set(KINDS)
    assert len(catalog.items) == len(RECORDS)


def test_id_is_the_file_name_and_kind_the_folder(catalog: Catalog) -> None:
    item = catalog.items["cache-block"]
    assert (item.kind, item.file) == ("term", "glossary/cache-block.yml")
    assert list(catalog.items) == sorted(catalog.items)
    assert [item.id for item in catalog.of("hardware")] == ["slate-140", "slate-80"]


def test_lists_keep_their_order(catalog: Catalog) -> None:
    assert [name for name, _ in catalog.ordered("topics")] == ["number-formats", "metrics", "serving"]


@pytest.mark.parametrize("written", ["no", "yes", "1.10", "0x1F", "16:9", "2305.14310", "1e3", "2024-01-01", "~", "null", ".inf"])
def test_scalars_are_kept_as_written(written: str) -> None:
    assert parse(f"a: {written}\n", "f.yml")[0] == {"a": written}


def test_every_field_has_its_place() -> None:
    data, places, problems = parse("title: {zh: 一, en: One}\nlist:\n  - x\n  - {a: 1}\n", "f.yml")
    assert problems == []
    assert data == {"title": {"zh": "一", "en": "One"}, "list": ["x", {"a": "1"}]}
    assert places == {
        (): (1, 1), ("title",): (1, 1), ("title", "zh"): (1, 9), ("title", "en"): (1, 16),
        ("list",): (2, 1), ("list", 0): (3, 5), ("list", 1): (4, 5), ("list", 1, "a"): (4, 6),
    }  # fmt: skip


def test_columns_count_characters_not_bytes() -> None:
    _, places, _ = parse("a: {zh: 中文😀字, en: x}\n", "f.yml")
    assert places["a", "en"] == (1, 15)


def test_a_field_without_a_place_stands_at_the_field_around_it(catalog: Catalog) -> None:
    item = catalog.items["full-heads"]
    assert item.place(("sources", 0, "hf")) == item.places["sources", 0]
    assert item.place(("gains", 3, "unit")) == (1, 1)


@pytest.mark.parametrize(
    ("path", "text"),
    [((), ""), (("a",), "a"), (("bottlenecks", 1, "id"), "bottlenecks[1].id"), (("a", 0, 1), "a[0][1]"), ((0, "a"), "[0].a")],
)
def test_dotted(path: tuple[str | int, ...], text: str) -> None:
    assert dotted(path) == text


def test_full_width_colons_are_allowed_in_text() -> None:
    text = "body:\n  zh: |\n    GPU：一种加速器。\n    - note：注意\n  en: x\nnext：2\n"
    _, problems = decode(text.encode(), "f.yml")
    assert says(problems) == ["f.yml:6:5: a full-width colon '：' after a key; use ': '"]


def test_comment_after_two_spaces_is_a_comment() -> None:
    assert parse("a: x  # why\nb: 'y' # quoted\n", "f.yml")[0] == {"a": "x", "b": "y"}


def test_quotes_inside_a_value_are_text() -> None:
    assert parse("a: “x” 与 “y”。\n", "f.yml")[2] == []


def test_each_kind_of_slip_is_found_at_once() -> None:
    _, problems = decode("a:\u00a0b\tc\u200b\n名：1\nkey：1\n".encode(), "f.yml")
    assert [(problem.line, problem.column) for problem in problems] == [(1, 5), (1, 3), (1, 7), (3, 4)]


def test_the_size_cap_is_exact() -> None:
    assert decode(b"a" * SIZE_CAP, "f.yml")[1] == []
    assert says(decode(b"a" * (SIZE_CAP + 1), "f.yml")[1]) == ["f.yml: the file has 1,000,001 bytes; at most 1,000,000 are read"]


def test_the_depth_cap_is_exact() -> None:
    deep = "a: " + "[" * (DEPTH_CAP - 1) + "]" * (DEPTH_CAP - 1)
    assert parse(deep, "f.yml")[2] == []
    assert parse(deep.replace("[]", "[[]]"), "f.yml")[2][0].message == "nesting deeper than 20 levels"


def test_a_million_brackets_are_refused_at_once() -> None:
    assert len(parse("[" * 900_000, "f.yml")[2]) == 1


def test_did_you_mean_looks_into_the_right_part() -> None:
    data = {"title": {"zh": "一", "en": "One", "eng": "One"}, "sumary": {}, "qqq": "1"}
    _, problems = typed(Term, data, {(): (1, 1), ("qqq",): (4, 1)}, "f.yml")
    hints = {problem.field: problem.hint for problem in problems if problem.message == "no such field"}
    assert hints["title.eng"] == "did you mean 'en'?"
    assert hints["sumary"] == "did you mean 'summary'?"
    assert hints["qqq"].startswith("allowed here: abbr, aliases, allow, body")


def test_a_faulty_item_does_not_make_its_list_too_short() -> None:
    _, problems = typed(Term, {"sources": [{"key": "a"}]}, {}, "f.yml")
    assert not [problem for problem in problems if problem.field == "sources"]


def test_a_folder_without_records_is_not_a_project(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no taxonomy/, content/ or glossary/ here"):
        load(tmp_path)


def test_hidden_files_and_foreign_folders_are_nobodys_business(project: Path) -> None:
    for path in ("content/.DS_Store", "content/tools/.keep", "taxonomy/.swp", "notes.txt"):
        (project / path).write_text("x")
    assert load(project)[1] == []


def test_an_unreadable_file_is_a_problem(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes

    def refuse(file: Path) -> bytes:
        if file.name == "birch.yml":
            raise PermissionError(13, "Permission denied")
        return read(file)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert says(load(project)[1]) == ["content/models/birch.yml: cannot be read: Permission denied"]


def test_a_problem_is_one_line() -> None:
    problem = Problem("f.yml", 1, 2, "a", "'x\ny' is\r not allowed", "one of: p, q")
    assert str(problem) == "f.yml:1:2: a: 'x\\ny' is\\r not allowed; one of: p, q"
    assert str(Problem("f.yml", 0, 0, "", "a symbolic link")) == "f.yml: a symbolic link"


def test_problems_are_sorted_by_place_and_counted() -> None:
    first, second, third = Problem("a", 2, 1, "", "x"), Problem("a", 10, 1, "", "x"), Problem("b", 1, 1, "", "x")
    error = ContentError([third, second, first, first])
    assert error.problems == (first, second, third)
    assert str(error).splitlines()[-1] == "3 problems"
    assert summary([first]).endswith("\n1 problem")


def reads(data: bytes) -> list[Problem]:
    """Everything that reading does with the bytes of a record."""
    text, problems = decode(data, "f.yml")
    if problems:
        return problems
    value, places, problems = parse(text, "f.yml")
    assert (value is None) == bool(problems)
    return problems or [problem for kind in KINDS.values() for problem in typed(kind, value, places, "f.yml")[1]]


def assert_shown_well(problems: list[Problem], data: bytes) -> None:
    lines = data.count(b"\n") + 1
    for problem in problems:
        assert "\n" not in str(problem)
        assert 0 <= problem.line <= lines + 1


@given(st.lists(YAML_PIECES, max_size=30).map("".join))
@settings(max_examples=400)
def test_no_text_causes_a_traceback(text: str) -> None:
    problems = reads(text.encode())
    assert problems
    assert problems == reads(text.encode())
    assert_shown_well(problems, text.encode())


@given(st.one_of(st.lists(YAML_PIECES, max_size=30).map("".join), st.sampled_from(RECORDS).map(lambda file: file.read_text("utf-8"))))
@settings(max_examples=400)
@example("a: x\nb: {c: [1, '“y”']}\n")
@example("a: “x”\n")
@example('a: "\\u200b"\n')
@example("a: &x b\n")
@example("a: !t b\n")
@example("a: x\na: y\n")
@example("<<: x\n")
@example("? [a]\n: b\n")
@example("a: x # y\n")
@example("a: x\n---\nb: y\n")
@example("a: " + "[" * DEPTH_CAP + "]" * DEPTH_CAP)
def test_reading_for_data_alone_finds_the_same_data_or_leaves_it_to_the_closer_look(text: str) -> None:
    data, places, problems = read(text, "f.yml")
    alone = plain(text)
    assert alone is None or (alone == data and problems == [])
    if data is not None:
        assert parse(text, "f.yml") == (data, places, [])


def test_most_records_are_read_for_their_data_alone() -> None:
    assert all(plain(file.read_text("utf-8")) for file in RECORDS)


def test_places_are_sought_once_somebody_asks() -> None:
    sought = []
    places = Places(lambda: sought.append("now") or {("a",): (1, 1), ("a", 0): (2, 3)})
    assert places
    assert not sought
    assert places["a", 0] == (2, 3)
    assert dict(places) == {("a",): (1, 1), ("a", 0): (2, 3)}
    assert len(sought) == 1


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_no_bytes_cause_a_traceback(data: bytes) -> None:
    assert_shown_well(reads(data), data)


@given(st.data())
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_no_damaged_record_causes_a_traceback(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(RECORDS)).read_text("utf-8")
    start = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 40))
    text = whole[:start] + "".join(data.draw(st.lists(YAML_PIECES, max_size=4))) + whole[start + length :]
    problems = reads(text.encode())
    assert problems == reads(text.encode())
    assert_shown_well(problems, text.encode())


VALUES = st.recursive(
    st.sampled_from(["", "x", "0", "-1", "9" * 400, "true", "2024-13", "javascript:x", "[a][b]", "a\nb", "a b", "cat-memory-saving"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["zh", "en", "id", "key", "x"]), inner, max_size=3),
    max_leaves=5,
)


@given(file=st.sampled_from(RECORDS), value=VALUES, choice=st.integers(0, 10_000))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_value_in_any_field_causes_a_traceback(project: Path, file: Path, value: object, choice: int) -> None:
    record = yaml.load(file.read_text("utf-8"), Loader=yaml.CBaseLoader)
    fields = sorted(record)
    record[fields[choice % len(fields)]] = value
    target = project / file.relative_to(PROJECT)
    before = target.read_text("utf-8")
    target.write_text(yaml.safe_dump(record, allow_unicode=True, default_style='"'), "utf-8")
    problems = inspect(project, "2026-01-15")[2]
    target.write_text(before, "utf-8")
    assert problems == sorted(problems)
    assert all("\n" not in str(problem) for problem in problems)
