"""Another id: every reference changes, nothing else does, and there and back is where one started."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from accelmap_site.build import build, inspect
from accelmap_site.cli import main
from accelmap_site.edit import renaming
from accelmap_site.edit.rename import _edits, _files
from accelmap_site.load import Node, load, nodes
from accelmap_site.schema import KINDS, LISTS
from conftest import REPOSITORY, TODAY
from test_build import change, snapshot

GOLDEN = Path(__file__).parent / "golden/rename.txt"


def rename(root: Path, *arguments: str) -> Result:
    """Run the command; an exception that escapes it fails the test."""
    return CliRunner().invoke(main, ["rename", "--root", str(root), *arguments], catch_exceptions=False)


def texts(root: Path) -> dict[str, str]:
    """Text of every source of a tree."""
    return {name: data.decode("utf-8") for name, (_, data) in snapshot(root).items() if name.endswith(".yml")}


def test_the_dry_run_lists_every_change_and_writes_nothing(project: Path) -> None:
    before = snapshot(project)
    answer = rename(project, "full-heads", "all-heads", "--dry-run")
    assert (answer.exit_code, answer.output) == (0, GOLDEN.read_text("utf-8"))
    assert snapshot(project) == before


def test_a_renamed_record_is_found_by_all_references_and_by_its_old_address(project: Path) -> None:
    assert rename(project, "full-heads", "all-heads").exit_code == 0
    site = build(project)
    assert "all-heads" in site.catalog.items
    assert site.catalog.items["all-heads"].record.former_ids == ("full-heads",)
    assert site.catalog.items["shared-heads"].record.relations.variant_of[0].id == "all-heads"
    assert "[全头注意力][all-heads]" in texts(project)["content/techniques/shared-heads.yml"]
    assert "url=../all-heads/" in site.data["techniques/full-heads/index.html"]


def test_only_lines_with_a_reference_change(project: Path) -> None:
    before = texts(project)
    listed = rename(project, "full-heads", "all-heads", "--dry-run").output.splitlines()[:-1]
    rename(project, "full-heads", "all-heads")
    after = texts(project)
    after["content/techniques/full-heads.yml"] = after.pop("content/techniques/all-heads.yml")
    lines = {(name, i) for name, text in before.items() for i, line in enumerate(text.split("\n"), 1) if "full-heads" in line}
    changed = set()
    for name, text in before.items():
        here = [line for line in after[name].split("\n") if line != "former_ids: [full-heads]"]
        changed |= {(name, i) for i, (a, b) in enumerate(zip(text.split("\n"), here, strict=True), 1) if a != b}
    assert changed <= lines
    assert changed == {(line.split(":")[0], int(line.split(":")[1])) for line in listed if "former_ids" not in line}


IDS = sorted(file.stem for folder in ("content", "glossary") for file in (REPOSITORY / "tests/project" / folder).rglob("*.yml"))


@pytest.mark.parametrize("name", IDS)
def test_there_and_back_is_the_same_tree(name: str, project: Path) -> None:
    before = texts(project)
    assert rename(project, name, "another-name").exit_code == 0
    assert inspect(project, TODAY)[2] == []
    assert rename(project, "another-name", name).exit_code == 0
    assert texts(project) == before


def test_there_and_back_on_the_records_of_the_repository(tmp_path: Path) -> None:
    for folder in ("content", "glossary", "taxonomy"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder, ignore=shutil.ignore_patterns("pages"))
    before = texts(tmp_path)
    errors = len(inspect(tmp_path)[2])
    names = ("lora-plus", "vllm", "kv-cache", "memory-bound", "h100", "zero", "qwen3")
    for name in names:
        assert rename(tmp_path, name, f"{name}-renamed").exit_code == 0
    assert len(inspect(tmp_path)[2]) == errors
    for name in names:
        assert rename(tmp_path, f"{name}-renamed", name).exit_code == 0
    assert texts(tmp_path) == before


def test_code_longer_ids_and_own_keys_are_left_alone(project: Path) -> None:
    file = project / "content/techniques/cache-offload.yml"
    body = "body: {zh: '`[x][harbor]` 与 [港][harbor]', en: '`[x][harbor]` and [it][harbor]'}\n"
    change(project, "content/techniques/cache-offload.yml", "verified:", f"{body}verified:")
    change(project, "content/techniques/cache-offload.yml", "key: ", "key: harbor-")
    assert rename(project, "harbor", "port").exit_code == 0
    text = file.read_text("utf-8")
    assert "`[x][harbor]` 与 [港][port]" in text
    assert "`[x][harbor]` and [it][port]" in text
    assert "key: harbor-" in text


def test_prose_in_files_of_its_own_follows(project: Path) -> None:
    page = project / "content/pages/note.md"
    page.parent.mkdir()
    page.write_text("See [it][full-heads] and `[it][full-heads]`.\n", "utf-8")
    answer = rename(project, "full-heads", "all-heads")
    assert "content/pages/note.md:1:10: text: full-heads → all-heads" in answer.output
    assert page.read_text("utf-8") == "See [it][all-heads] and `[it][full-heads]`.\n"


def test_predicates_and_configurations_follow(project: Path) -> None:
    change(project, "content/techniques/shared-heads.yml", "applies_if: heads > kv_heads", "applies_if: attention == 'shared-heads'")
    assert rename(project, "shared-heads", "grouped").exit_code == 0
    assert "applies_if: attention == 'grouped'" in (project / "content/techniques/grouped.yml").read_text("utf-8")
    assert "attention: grouped}" in (project / "content/models/alder-7b.yml").read_text("utf-8")


def test_former_ids_grow_and_shrink_in_either_style(project: Path) -> None:
    file = project / "content/techniques/shared-heads.yml"
    before = file.read_text("utf-8")
    for old, new in (("shared-heads", "b"), ("b", "c"), ("c", "b"), ("b", "shared-heads")):
        assert rename(project, old, new).exit_code == 0
    assert file.read_text("utf-8") == before
    change(project, "content/techniques/shared-heads.yml", "former_ids: [grouped-heads]", "former_ids:\n  - grouped-heads")
    before = file.read_text("utf-8")
    rename(project, "shared-heads", "b")
    assert "former_ids:\n  - grouped-heads\n  - shared-heads\n" in (project / "content/techniques/b.yml").read_text("utf-8")
    rename(project, "b", "shared-heads")
    assert file.read_text("utf-8").replace("\n\n", "\n") == before.replace("\n\n", "\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("full-head", "x", 'no record "full-head"; did you mean "full-heads"?\n'),
        ("grouped-heads", "x", 'no record "grouped-heads"; it is "shared-heads" now\n'),
        ("full-heads", "harbor", 'the id "harbor" is taken by content/tools/harbor.yml\n'),
        ("full-heads", "full-heads", 'the id "full-heads" is taken by content/techniques/full-heads.yml\n'),
        ("full-heads", "grouped-heads", 'the id "grouped-heads" is a former id of shared-heads, whose old address leads there\n'),
        ("full-heads", "Full_Heads", "'Full_Heads' is not an id; name the file in kebab-case ASCII: paged-attention.yml\n"),
        ("full-heads", "../x", "'../x' is not an id; name the file in kebab-case ASCII: paged-attention.yml\n"),
        ("full-heads", "index", "the id 'index' is reserved; choose another name\n"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused(old: str, new: str, said: str, project: Path) -> None:
    before = snapshot(project)
    answer = rename(project, old, new)
    assert (answer.exit_code, answer.stdout, answer.stderr) == (2, "", said)
    assert snapshot(project) == before


def test_nothing_is_renamed_while_records_cannot_be_read(project: Path) -> None:
    change(project, "content/tools/harbor.yml", "layer:", "layr:")
    before = snapshot(project)
    answer = rename(project, "full-heads", "all-heads")
    assert answer.exit_code == 1
    assert "layr: no such field" in answer.output
    assert snapshot(project) == before


def test_lists_that_name_a_record_follow(project: Path) -> None:
    catalog, _ = load(project)
    roots = [root for family in catalog.lists["families"].values() for root in getattr(family, "roots")]
    assert roots
    found = renaming(project, catalog, roots[0], "new-root")
    assert any(path.path == "taxonomy/families.yml" for path in found.changes)


def test_columns_of_comparisons_follow(project: Path) -> None:
    change(project, "taxonomy/comparisons.yml", "columns: [", "columns: [offers.shared-heads, ")
    listed = rename(project, "shared-heads", "grouped", "--dry-run").output
    assert re.search(r"taxonomy/comparisons\.yml:\d+:\d+: [a-z-]+\.columns\[0\]: shared-heads → grouped", listed)
    assert rename(project, "shared-heads", "grouped").exit_code == 0
    assert "columns: [offers.grouped, " in (project / "taxonomy/comparisons.yml").read_text("utf-8")
    assert inspect(project, TODAY)[2] == []


def test_conditions_and_own_rows_of_comparisons_follow() -> None:
    cells = "{offers.offer: {value: 1, source: s}, offers: {value: 1, source: s}}"
    text = f"t:\n  select: {{kind: tool, having: offers.offer}}\n  rows:\n    - cells: {cells}\n"
    edits = sorted(_edits(nodes(text), LISTS["comparisons"], "offer", "sale", text, True))
    assert [text[start - 7 : end] for start, end, _, _ in edits] == ["offers.offer", "offers.offer"]


def test_records_on_the_pending_list_of_figures_follow() -> None:
    text = "fields: [offer]\npending: [offer, other]\n"
    ((start, end, new, at),) = _edits(nodes(text), LISTS["figures"], "offer", "sale", text, True)
    assert (text[start - 10 : end], new, at) == ("pending: [offer"[-15:], "sale", ("pending", 0))


ELSEWHERE = {
    "key", "source", "sources", "text", "aliases", "abbr", "categories", "next", "features", "needs_features", "metric", "metrics",
    "format", "name", "threshold", "modality", "covers", "zh", "en", "title", "spellings", "never", "without_categories",
}  # fmt: skip
"""Fields whose words name something else than a record, or are names as they are printed."""


def test_no_field_of_the_repository_keeps_an_old_id_as_a_word() -> None:
    """Every whole value that is the id of a record, alone or behind a dot, changes with it or names something else by its field."""
    kept = set()
    catalog, _ = load(REPOSITORY)
    for path, kind in _files(REPOSITORY, catalog):
        text = (REPOSITORY / path).read_text("utf-8")
        tree = nodes(text)
        for node, field in values(tree, ""):
            name = node.value.removeprefix("offers.")
            own = (name == node.value and field in ("columns", "having")) or (field == "tool" and kind is KINDS["bottleneck"])
            if name in catalog.items and field not in ELSEWHERE and not own:
                edits = _edits(tree, kind, name, "zzz", text, path.startswith("taxonomy/"))
                if not any(node.start <= start <= node.end for start, _, _, _ in edits):
                    kept.add(f"{path}: {field}: {node.value}")
    assert kept == set()


def values(node: Node, field: str) -> Iterator[tuple[Node, str]]:
    """Every text below a node with the name of its field."""
    if node.kind == "text":
        yield node, field
    for key, value in node.entries if node.kind != "text" else ():
        yield from values(value, key.value if key else field)
