"""The pipeline as one function: a folder in, a site in memory out, and nothing touched."""

from pathlib import Path

import pytest

from accelmap_site.build import Site, build, inspect, refuse_doubles
from accelmap_site.errors import AccelmapError, ContentError, SetupError
from accelmap_site.pages import INDEXES
from conftest import TODAY


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Time and bytes of every file in a folder."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())
    return {file.relative_to(folder).as_posix(): (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


def change(root: Path, name: str, old: str, new: str) -> None:
    """Edit one file of a project."""
    file = root / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_every_record_and_index_has_a_page_in_both_languages(intact: Path, intact_site: Site) -> None:
    site = intact_site
    records = {item.id for item in site.catalog.items.values()}
    guides = [page for page in site.pages if page.path.removeprefix("en/").startswith("contributing/")]
    assert len(site.pages) == 2 * (len(records) + len(INDEXES) + 1) + len(guides)
    assert set(site.markdown) == {page.path for page in site.pages}
    for page in site.pages:
        assert page.twin in site.markdown
        assert (intact / page.edit).is_file()


def test_a_build_reads_and_never_writes(project: Path) -> None:
    before = snapshot(project)
    build(project)
    assert snapshot(project) == before


def test_all_problems_come_back_at_once_and_in_order(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "layer: application", "layer: roof")
    change(project, "content/techniques/full-heads.yml", "stages: [", "stages: [nowhere, ")
    with pytest.raises(ContentError) as raised:
        build(project)
    assert [problem.path for problem in raised.value.problems] == [
        "content/techniques/full-heads.yml",
        "content/techniques/paged-cache.yml",
    ]
    assert str(raised.value).endswith("2 problems")
    assert "'roof' is not in taxonomy/layers.yml" in str(raised.value)


def test_a_build_does_not_ask_what_day_it_is(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "verified: 2025-11-03", "verified: 2099-01-01")
    assert build(project).catalog.items["paged-cache"].record.verified == "2099-01-01"
    assert [problem.rule for problem in inspect(project, TODAY)[2]] == ["bad-date"]


def test_a_former_id_leads_on_in_both_languages(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "summary:", "former_ids: [block-cache]\nsummary:")
    site = build(project)
    for path in ("techniques/block-cache/index.html", "en/techniques/block-cache/index.html"):
        assert '<meta http-equiv="refresh" content="0; url=../paged-cache/">' in site.data[path]
        assert '<a href="../paged-cache/">' in site.data[path]


@pytest.mark.parametrize(
    ("first", "second"),
    [("a/b.md", "a/b.md"), ("a/b.md", "a/b/index.md"), ("a/B.md", "a/b.md"), ("a/b.md", "a/b/index.html"), ("index.md", "README.md"),
     ("a/index.md", "a/readme.md"), ("api/x.json", "api/x.json")],
)  # fmt: skip
def test_two_origins_of_one_address_are_refused_by_name(first: str, second: str) -> None:
    with pytest.raises(SetupError, match=r"written twice: from content/a\.yml and from content/b\.yml"):
        refuse_doubles([(first, "content/a.yml"), (second, "content/b.yml")])


def test_different_addresses_are_accepted() -> None:
    refuse_doubles([("a/b.md", "1"), ("a/c.md", "2"), ("a/b.json", "3"), ("index.md", "4"), ("en/index.md", "5")])


def test_a_folder_without_records_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="run it in the folder of the project"):
        build(tmp_path)


def test_a_family_too_large_to_draw_is_reported_with_its_name(project: Path) -> None:
    lines = (project / "content/techniques/full-heads.yml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("title:", "abbr:", "aliases:"))]
    for i in range(150):
        head = [f"title: {{zh: 变体 {i}, en: Form {i}}}", "relations: {variant_of: [full-heads]}"]
        (project / f"content/techniques/form-{i}.yml").write_text("\n".join([*head, *kept]), encoding="utf-8")
    with pytest.raises(AccelmapError, match=r"15[0-9] nodes in '注意力家族'; at most 150"):
        build(project)
