"""What a branch changes: records, fields, edges and pages, from a real git history, for people and for machines."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.cli import main
from accelmap_site.diff import (
    Changes,
    Entry,
    EntryChange,
    FactChange,
    FieldChange,
    PageChange,
    Side,
    Told,
    compare,
    differences,
    markdown,
    word_diff,
    words,
)  # fmt: skip
from accelmap_site.diff.texts import text_of
from test_build import change, snapshot

QUOTING = "body: {zh: '每块 {{ fact(\"paged-cache.block\") }}', en: 'A block has {{ fact(\"paged-cache.block\") }}'}\n"
PAGED = "content/techniques/paged-cache.yml"


def git(root: Path, *words: str) -> str:
    """Run git without the settings of whoever runs the tests."""
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    names = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return subprocess.run(["git", *words], cwd=root, env={**os.environ, **own, **names}, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def repository(project: Path) -> Path:
    """The project with one commit."""
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    return project


def diff(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["diff", "--root", str(root), *words], catch_exceptions=False)


def data(root: Path, *words: str) -> Any:
    answer = diff(root, *words, "--json")
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def test_nothing_changed_is_one_sentence(repository: Path) -> None:
    answer = diff(repository, "HEAD")
    assert (answer.exit_code, answer.output) == (0, "### Changes against `HEAD`\n\nNo change in records, edges or pages.\n")


def test_a_changed_field_is_shown_from_old_to_new_and_its_pages_are_named(repository: Path) -> None:
    change(repository, PAGED, "maturity: default", "maturity: available")
    change(repository, PAGED, "用到才分配。", "用到时才分配。")
    answer = diff(repository, "main")
    assert answer.exit_code == 0
    assert "1 record (1 changed)" in answer.output
    assert f"#### changed: technique `paged-cache`\n\n`{PAGED}`\n" in answer.output
    assert "@@ maturity @@\n- default\n+ available\n" in answer.output
    assert "- 把缓存切成定长的块，用到才分配。\n+ 把缓存切成定长的块，用到时才分配。\n" in answer.output
    assert "| `techniques/paged-cache.md` | changed |" in answer.output
    assert "| `en/techniques/paged-cache.md` | changed |" in answer.output


def test_formatting_and_comments_are_no_change(repository: Path) -> None:
    change(repository, PAGED, "stages: [serve]", "stages:\n  - serve  # as before")
    assert data(repository, "HEAD")["records"] == []


def test_a_long_text_is_a_diff_of_words(repository: Path) -> None:
    change(repository, PAGED, "Nothing is wasted beyond the last block.", "Little is wasted beyond the last block.")
    assert "[-Nothing-]{+Little+} is wasted" in diff(repository, "HEAD", "--no-pages").output


def test_edges_come_and_go(repository: Path) -> None:
    change(repository, PAGED, "alternative_to: [cache-offload]", "combines_with: [cache-offload]")
    found = data(repository, "HEAD")["edges"]
    assert found["added"] == [{"source": "paged-cache", "relation": "combines_with", "target": "cache-offload"}]
    assert found["removed"] == [{"source": "paged-cache", "relation": "alternative_to", "target": "cache-offload"}]


def test_a_renamed_record_is_neither_removed_nor_added_and_its_edges_stay(repository: Path) -> None:
    new = repository / "content/techniques/block-cache.yml"
    (repository / PAGED).rename(new)
    change(repository, "content/techniques/block-cache.yml", "summary:", "former_ids: [paged-cache]\nsummary:")
    for file in [*repository.glob("content/*/*.yml"), *repository.glob("glossary/*.yml")]:
        text = file.read_text("utf-8")
        file.write_text(
            re.sub(r"\bpaged-cache\b", "block-cache", text).replace("former_ids: [block-cache]", "former_ids: [paged-cache]"), "utf-8"
        )
    found = data(repository, "HEAD")
    assert {one["what"] for one in found["records"] if "cache" in one["id"]} >= {"renamed"}
    (one,) = [one for one in found["records"] if one["what"] == "renamed"]
    assert (one["id"], one["former"]) == ("block-cache", "paged-cache")
    assert found["edges"] == {"added": [], "removed": []}
    assert "renamed: technique `block-cache` (was `paged-cache`)" in diff(repository, "HEAD", "--no-pages").output


FACTS = """facts:
  block: {value: "16", unit: token, derivation: 2*8}
  half: {value: "50", unit: "%", source: code}
  size: {formula: {id: cache-bytes, example: 0}}
"""


def test_facts_that_print_something_else_are_listed_with_who_quotes_them(repository: Path) -> None:
    change(repository, PAGED, "sources:", f"{FACTS}sources:")
    change(repository, "content/techniques/cache-offload.yml", "verified:", QUOTING + "verified:")
    git(repository, "commit", "-qam", "facts")
    change(repository, PAGED, 'value: "16", unit: token, derivation: 2*8', 'value: "32", unit: {zh: 个, en: token}, derivation: 4*8')
    change(repository, PAGED, '  half: {value: "50", unit: "%", source: code}\n', '  new: {value: "7", unit: "%", source: code}\n')
    found = {one["name"]: (one["old"], one["new"], one["quoted"]) for one in data(repository, "HEAD", "--no-pages")["facts"]}
    assert found == {
        "paged-cache.block": ("16\u202ftoken", "32\u202f个 / 32\u202ftoken", ["cache-offload"]),
        "paged-cache.half": ("50%", None, []),
        "paged-cache.new": (None, "7%", []),
    }
    said = diff(repository, "HEAD", "--no-pages").output
    assert "1 fact moved" in said
    assert "| `paged-cache.block` | `16\u202ftoken` | `32\u202f个 / 32\u202ftoken` | `cache-offload` |" in said
    assert "| `paged-cache.new` | – | `7%` |" in said


def test_a_fact_moves_with_what_it_is_computed_from(repository: Path) -> None:
    change(repository, PAGED, "sources:", f"{FACTS}sources:")
    git(repository, "commit", "-qam", "facts")
    text = (repository / "content/formulas/cache-bytes.yml").read_text("utf-8")
    (repository / "content/formulas/cache-bytes.yml").write_text(text.replace("expression: ", "expression: 2 * "), "utf-8")
    (moved,) = [one for one in data(repository, "HEAD", "--no-pages")["facts"] if one["name"] == "paged-cache.size"]
    assert float(moved["new"].split("\u202f")[0]) == 2 * float(moved["old"].split("\u202f")[0])


def test_facts_of_a_renamed_record_have_not_moved() -> None:
    told = {("a", "k"): Told({"zh": "1", "en": "1"})}
    old = Side({"a": Entry("a", "term", "glossary/a.yml", {})}, frozenset(), facts=told)
    entry = Entry("b", "term", "glossary/b.yml", {"former_ids": ["a"]})
    assert compare(old, Side({"b": entry}, frozenset(), facts={("b", "k"): told["a", "k"]})).facts == ()
    moved = Side({"b": entry}, frozenset(), facts={("b", "k"): Told({"zh": "2", "en": "2"}, ("c",))})
    assert compare(old, moved).facts == (FactChange("b.k", "1", "2", ("c",)),)


def test_records_that_come_and_go_are_named(repository: Path) -> None:
    text = (repository / "glossary/cache-block.yml").read_text("utf-8")
    (repository / "glossary/cache-piece.yml").write_text(text.replace("缓存块", "缓存片").replace("ache block", "ache piece"), "utf-8")
    (repository / "glossary/half-float.yml").unlink()
    found = {one["id"]: one["what"] for one in data(repository, "HEAD", "--no-pages")["records"]}
    assert (found["cache-piece"], found["half-float"]) == ("added", "removed")
    assert data(repository, "HEAD", "--no-pages")["pages"] is None


def test_closed_lists_are_compared_too(repository: Path) -> None:
    change(repository, "taxonomy/stages.yml", "zh: ", "zh: 新")
    (one,) = data(repository, "HEAD", "--no-pages")["records"]
    assert (one["kind"], one["file"]) == ("taxonomy", "taxonomy/stages.yml")


def test_a_record_that_the_schema_refuses_is_compared_as_written(repository: Path) -> None:
    change(repository, PAGED, "layer: application", "layr: kernel")
    answer = diff(repository, "HEAD")
    assert answer.exit_code == 0
    assert "compared as written, because the schema does not accept content/techniques/paged-cache.yml" in answer.output
    assert "@@ layr @@\n+ kernel" in answer.output
    assert "aliases" not in answer.output


def test_old_templates_that_cannot_be_filled_give_way_to_new_ones(repository: Path) -> None:
    template = repository / "templates/pages/technique.md.jinja"
    good = template.read_text("utf-8")
    template.write_text("{{ no_such_thing.at_all }}", "utf-8")
    git(repository, "commit", "-qam", "a template of the past")
    template.write_text(good, "utf-8")
    change(repository, PAGED, "maturity: default", "maturity: available")
    found = data(repository, "HEAD")
    assert [note for note in found["notes"] if "shown in the templates of the working tree" in note]
    assert "techniques/paged-cache.md" in {page["path"] for page in found["pages"]}
    template.write_text("{{ no_such_thing.at_all }}", "utf-8")
    assert "pages are not compared: the working tree does not render" in diff(repository, "HEAD").output


def test_the_working_tree_is_left_as_it_was(repository: Path) -> None:
    before = snapshot(repository)
    diff(repository, "HEAD")
    after = snapshot(repository)
    assert {name: body for name, body in after.items() if not name.startswith(".git/")} == {
        name: body for name, body in before.items() if not name.startswith(".git/")
    }


def test_a_folder_inside_a_repository_is_found(repository: Path) -> None:
    inner = repository / "inner"
    inner.mkdir()
    for name in ("content", "glossary", "taxonomy", "templates"):
        git(repository, "mv", name, f"inner/{name}")
    git(repository, "commit", "-qm", "move")
    assert "No change" in diff(inner, "HEAD", "--no-pages").output
    answer = diff(inner, "HEAD~1", "--no-pages")
    assert answer.exit_code == 2
    assert "has no records here" in answer.stderr


def test_a_link_out_of_the_tree_in_the_past_is_refused(repository: Path) -> None:
    (repository / "content/tools/host.yml").symlink_to("/etc/hostname")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "link")
    assert diff(repository, "HEAD", "--no-pages").exit_code == 0  # what did not change is not unpacked
    (repository / "content/tools/host.yml").unlink()
    answer = diff(repository, "HEAD", "--no-pages")
    assert (answer.exit_code, answer.stderr.count("\n")) == (2, 1)
    assert "cannot be unpacked" in answer.stderr


def test_files_that_git_does_not_know_are_new(repository: Path) -> None:
    (repository / ".gitignore").write_text("content/tools/brand-new.yml\n", "utf-8")
    shutil.copyfile(repository / "content/tools/freight.yml", repository / "content/tools/brand-new.yml")
    shutil.copyfile(repository / "content/tools/freight.yml", repository / "content/tools/newer.yml")
    found = data(repository, "HEAD", "--no-pages")
    assert [(one["id"], one["what"]) for one in found["records"]] == [("brand-new", "added"), ("newer", "added")]


def test_a_file_that_was_only_touched_is_no_change(repository: Path) -> None:
    os.utime(repository / PAGED, (1, 1))
    assert "No change in records, edges or pages." in diff(repository, "HEAD").output


def test_a_damaged_or_shallow_history_is_said(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    assert "the clone is shallow: git fetch --unshallow" in diff(tmp_path / "shallow", "HEAD~1").stderr
    blob = git(repository, "rev-parse", f"HEAD:{PAGED}").strip()
    (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()
    change(repository, PAGED, "maturity: default", "maturity: available")
    answer = diff(repository, "HEAD", "--no-pages")
    assert (answer.exit_code, answer.stderr.count("\n")) == (2, 1)
    assert answer.stderr.startswith("git archive ")


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "HEAD~99", ""])
def test_a_revision_that_does_not_exist_gets_one_line(revision: str, repository: Path) -> None:
    answer = CliRunner().invoke(main, ["diff", "--root", str(repository), "--", revision])
    assert (answer.exit_code, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert answer.stderr.startswith(f"no revision {revision!r}; ")


def test_without_git_or_without_a_repository_there_is_one_line(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(project.parent))
    answer = diff(project, "HEAD")
    assert (answer.exit_code, answer.stderr.count("\n")) == (2, 1)
    assert "not a git working tree" in answer.stderr
    monkeypatch.setenv("PATH", "/nowhere")
    answer = diff(project, "HEAD")
    assert (answer.exit_code, answer.stderr) == (2, "git is not installed; accelmap diff reads the older records from it\n")


# -- the parts ---------------------------------------------------------------


def test_entries_of_lists_are_matched_by_key() -> None:
    old = {"sources": [{"key": "a", "year": 1}, {"key": "b", "year": 2}]}
    new = {"sources": [{"key": "new", "year": 9}, {"key": "a", "year": 1}, {"key": "b", "year": 3}]}
    assert list(differences(old, new)) == [
        FieldChange("sources[b].year", 2, 3),
        FieldChange("sources[new]", None, {"key": "new", "year": 9}),
    ]
    assert [one.path for one in differences({"a": [{"id": "x"}, {"id": "y"}]}, {"a": [{"id": "y"}, {"id": "x"}]})] == ["a (order)"]
    assert [one.path for one in differences({"a": ["x", "y"]}, {"a": ["y", "x"]})] == ["a (order)"]
    assert list(differences({"a": [{"zh": "x"}, {"zh": "y"}]}, {"a": [{"zh": "y"}]})) == [FieldChange("a[0]", {"zh": "x"}, None)]


json_like = st.recursive(
    st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["id", "key", "zh", "a"]), inner, max_size=3),
    max_leaves=12,
)


@given(json_like, json_like)
def test_differences_are_empty_exactly_for_equals(old: Any, new: Any) -> None:
    assert list(differences(old, old)) == []
    assert old == new or list(differences({"x": old}, {"x": new}))


@given(st.text(alphabet="ab 中文。\n", max_size=60), st.text(alphabet="ab 中文。\n", max_size=60))
def test_a_word_diff_holds_what_went_and_what_came(old: str, new: str) -> None:
    text = word_diff(old, new)
    if old != new and "…" not in text:
        assert re.sub(r"\{\+.*?\+\}", "", text, flags=re.DOTALL).replace("[-", "").replace("-]", "").rstrip("\n") == old.rstrip("\n")
        assert re.sub(r"\[-.*?-\]", "", text, flags=re.DOTALL).replace("{+", "").replace("+}", "").rstrip("\n") == new.rstrip("\n")


def test_text_of_records_takes_no_effect_in_markdown() -> None:
    hostile = "```\n@everyone <img src=x> ![x](https://evil.example) #1\n````"
    fields = (FieldChange("summary.en", hostile, "ok"),)
    entry = EntryChange("a`b|c", "tech*nique", "content/x.yml", "changed", fields)
    text = markdown(Changes((entry,), (), (), None, ("<script> @team",)), "main`")
    blocks = re.findall(r"^(`{3,})diff\n(.*?)^\1$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    outside = text.replace(blocks[0][1], "")
    assert "@everyone" not in outside
    assert "<script>" not in outside
    assert "@team" not in outside


def test_a_report_stays_within_what_a_comment_may_hold() -> None:
    entries = tuple(
        EntryChange(f"r{i}", "term", "glossary/x.yml", "changed", (FieldChange("a", "x" * 500, "y" * 500),)) for i in range(200)
    )
    edges = tuple((f"a{i}", "requires", "b") for i in range(200))
    pages = tuple(PageChange(f"p{i}.md", "changed", 1, 1) for i in range(200))
    facts = tuple(FactChange(f"r.f{i}", "1", "2", ("a",)) for i in range(200))
    text = markdown(Changes(entries, edges, edges, pages, (), facts), "main")
    assert len(text) <= 60_000
    assert "| … and 140 more | | | |" in text
    assert re.search(r"… and \d+ records more", text)
    assert "… and 340 more" in text
    assert "… and 160 more" in text
    assert "200 pages (200 changed)" in text


def test_words_are_counted_in_both_scripts() -> None:
    assert words("KV 缓存占 1.5 GB。") == ["KV", "缓", "存", "占", "1.5", "GB", "。"]
    pages = ({"a.md": "x y", "b.md": "x"}, {"a.md": "y x", "c.md": "x"})
    found = compare(Side({}, frozenset(), pages[0]), Side({}, frozenset(), pages[1])).pages
    assert found == (PageChange("a.md", "changed"), PageChange("b.md", "removed"), PageChange("c.md", "added"))


def test_a_former_id_of_another_kind_is_no_rename() -> None:
    old = Side({"a": Entry("a", "term", "glossary/a.yml", {})}, frozenset())
    new = Side({"b": Entry("b", "tool", "content/tools/b.yml", {"former_ids": ["a"]})}, frozenset())
    assert [(one.id, one.what) for one in compare(old, new).entries] == [("a", "removed"), ("b", "added")]


def test_the_text_of_a_page_is_what_a_reader_sees() -> None:
    page = '---\ntitle: "A"\nkind: "x"\n---\n\n# B {: #top }\n\n<p class="x">c &amp; <b>d</b></p>\n'
    assert text_of(page) == "A # B c & d"
    assert text_of("plain") == "plain"
