"""The command line: exit codes, messages, and never a traceback for a mistake in the content."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from accelmap_site import __version__
from accelmap_site.build import Site, build
from accelmap_site.cli import main
from conftest import Built, mkdocs_environment
from test_build import change, snapshot

COMMANDS = ("check", "diff", "links", "show", "write")
SERVED = """
import json, sys
from mkdocs.config import load_config
from mkdocs.structure.files import Files
config = load_config("mkdocs.yml")
config = config.plugins.run_event("config", config)
files = config.plugins.run_event("files", Files([]), config=config)
json.dump({file.src_uri: file.content_string for file in files if file.is_documentation_page()}, sys.stdout)
"""


def accelmap(*arguments: object) -> Result:
    """Run a command; an exception that escapes it fails the test."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


# -- help --------------------------------------------------------------------


def test_help_lists_the_commands_and_the_exit_codes() -> None:
    answer = accelmap("--help")
    assert answer.exit_code == 0
    assert all(f"\n  {name} " in answer.output for name in COMMANDS)
    assert "Exit codes: 0 all is well, 1 the content has problems, 2 the command was called wrongly" in " ".join(answer.output.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_has_an_example_on_a_line_of_its_own(command: str) -> None:
    answer = accelmap(command, "-h")
    assert answer.exit_code == 0
    assert f"Example:\n    accelmap {command}" in answer.output


def test_the_version_is_that_of_the_package() -> None:
    assert accelmap("--version").output == f"accelmap, version {__version__}\n"


def test_the_installed_command_is_the_same_program() -> None:
    command = [sys.executable, "-c", "from accelmap_site.cli import main; main()", "--version"]
    assert __version__ in subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("arguments", [("chek",), ("show",), ("write",), ("check", "--root", "/no/such/folder")])
def test_a_wrong_call_exits_with_2(arguments: tuple[str, ...]) -> None:
    assert accelmap(*arguments).exit_code == 2


@pytest.mark.parametrize("arguments", [("check",), ("write", "out"), ("show", "x")])
def test_a_folder_without_records_gets_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    answer = accelmap(arguments[0], "--root", tmp_path, *arguments[1:])
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert answer.stderr == f"{tmp_path}: no taxonomy/, content/ or glossary/ here; run it in the folder of the project\n"


# -- check -------------------------------------------------------------------


def test_check_counts_the_records_of_a_good_tree(intact: Path, intact_site: Site) -> None:
    answer = accelmap("check", "--root", intact)
    assert (answer.exit_code, answer.output) == (0, f"{len(intact_site.catalog.items)} records, no problems\n")


def test_check_works_in_the_current_folder(intact: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(intact)
    assert accelmap("check").exit_code == 0


def test_check_shows_every_problem_with_place_field_and_hint(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "[缓存块][cache-block]", "[缓存块][cache-blok]")
    change(project, "content/techniques/paged-cache.yml", "[cache block][cache-block]", "[cache block][cache-blok]")
    change(project, "content/tools/harbor.yml", "layer:", "layr:")
    answer = accelmap("check", "--root", project)
    assert answer.exit_code == 1
    lines = answer.output.splitlines()
    assert lines[-1] == f"{len(lines) - 1} problems"
    assert lines[:-1] == sorted(lines[:-1])
    assert any(line.startswith("content/tools/harbor.yml:") and "layr: no such field; did you mean 'layer'?" in line for line in lines)


def test_check_suggests_the_id_that_was_meant(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "alternative_to: [cache-offload]", "alternative_to: [cache-ofload]")
    answer = accelmap("check", "--root", project)
    said = 'content/techniques/paged-cache.yml:22:20: relations.alternative_to[0]: no record "cache-ofload"; did you mean "cache-offload"?'
    assert (answer.exit_code, answer.output) == (1, f"{said}\n1 problem\n")


def test_check_reports_a_date_in_the_future(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "verified: 2025-11-03", "verified: 2099-01-01")
    answer = accelmap("check", "--root", project)
    assert answer.exit_code == 1
    assert "verified: 2099-01-01 lies in the future" in answer.output


# -- write -------------------------------------------------------------------


def test_write_gives_the_markdown_that_mkdocs_is_given(built: Built, tmp_path: Path) -> None:
    target = tmp_path / "new/folder"
    answer = accelmap("write", "--root", built.root, target)
    site = build(built.root)
    assert (answer.exit_code, answer.output) == (0, f"{len(site.markdown)} pages and {len(site.data)} data files in {target}\n")
    written = {name: data.decode("utf-8") for name, (_, data) in snapshot(target).items()}
    assert written == {**site.markdown, **site.data}
    command = [sys.executable, "-W", "ignore", "-c", SERVED]
    served = subprocess.run(command, cwd=built.root, env=mkdocs_environment(False), capture_output=True, text=True, check=True)
    assert json.loads(served.stdout) == {name: text for name, text in written.items() if name.endswith(".md")}


def test_write_accepts_an_empty_folder_and_refuses_a_full_one(intact: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    assert accelmap("write", "--root", intact, target).exit_code == 0
    (target / "mine.txt").write_text("mine")
    before = snapshot(target)
    answer = accelmap("write", "--root", intact, target)
    assert (answer.exit_code, answer.stderr) == (2, f"{target} is not empty; name a new folder\n")
    assert snapshot(target) == before


def test_write_does_not_write_half_a_site(project: Path, tmp_path: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "layer: application", "layer: roof")
    answer = accelmap("write", "--root", project, tmp_path / "out")
    assert answer.exit_code == 1
    assert answer.output.endswith("1 problem\n")
    assert not (tmp_path / "out").exists()


def test_write_says_why_it_cannot_write(intact: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    answer = accelmap("write", "--root", intact, tmp_path / "file/out")
    assert answer.exit_code == 2
    assert "Not a directory" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


# -- show --------------------------------------------------------------------


def test_show_prints_names_edges_both_ways_and_sources(intact: Path) -> None:
    answer = accelmap("show", "--root", intact, "shared-heads")
    assert answer.exit_code == 0
    assert answer.output.startswith("shared-heads  (technique)  content/techniques/shared-heads.yml\n共享头注意力 / Shared heads (SHA)\n")
    rows = {tuple(line.split()[:3]) for line in answer.output.splitlines()}
    assert ("variant", "of", "full-heads") in rows
    assert "https://arxiv.org/abs/2106.01234" in answer.output
    assert "verified: 2025-11-03" in answer.output
    assert "shared-heads" in accelmap("show", "--root", intact, "full-heads").output


def test_show_gives_the_whole_record_as_json(intact: Path) -> None:
    answer = accelmap("show", "--root", intact, "--json", "paged-cache")
    record = json.loads(answer.stdout)
    assert (record["id"], record["kind"], record["title"]) == ("paged-cache", "technique", {"zh": "分页缓存", "en": "Paged cache"})
    assert record["tools"][0]["how"] == "--block-size 16"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("paged-cach", 'no record "paged-cach"; did you mean "paged-cache"?\n'), ("zzzzz", 'no record "zzzzz"\n')],
)
def test_show_suggests_an_id(wanted: str, said: str, intact: Path) -> None:
    answer = accelmap("show", "--root", intact, wanted)
    assert (answer.exit_code, answer.stdout, answer.stderr) == (2, "", said)


def test_show_adds_the_problems_of_the_record_and_of_no_other(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "layer: application", "layer: roof")
    answer = accelmap("show", "--root", project, "paged-cache")
    assert answer.exit_code == 1
    assert "layer: 'roof' is not in taxonomy/layers.yml" in answer.output
    assert accelmap("show", "--root", project, "full-heads").exit_code == 0
    as_json = accelmap("show", "--root", project, "--json", "paged-cache")
    assert json.loads(as_json.stdout)["layer"] == "roof"
    assert "1 problem" in as_json.stderr


def test_show_says_why_a_record_could_not_be_read(project: Path) -> None:
    change(project, "content/techniques/paged-cache.yml", "layer: application", "layr: application")
    answer = accelmap("show", "--root", project, "paged-cache")
    assert answer.exit_code == 1
    assert "layr: no such field; did you mean 'layer'?" in answer.output


@pytest.mark.parametrize("name", ["relations", "labels", "categories", "families"])
@pytest.mark.parametrize("command", [("check",), ("show", "shared-heads"), ("write", "out")])
def test_a_missing_list_is_a_problem_and_not_a_crash(name: str, command: tuple[str, ...], project: Path, tmp_path: Path) -> None:
    (project / f"taxonomy/{name}.yml").unlink()
    rest = [tmp_path / "out" if part == "out" else part for part in command[1:]]
    answer = accelmap(command[0], "--root", project, *rest)
    assert answer.exit_code in ((0, 1) if command[0] == "show" else (1,))
    assert command[0] == "show" or f"taxonomy/{name}.yml: the list is missing; restore the file" in answer.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize(
    ("output", "code", "said"),
    [("> /dev/full", "2", "the output: No space left on device"), (">&-", "0", ""), ("| true", "1", "")],
    ids=["full", "closed", "nobody reads"],
)
def test_an_output_that_takes_nothing_causes_no_traceback(output: str, code: str, said: str, intact: Path) -> None:
    script = f"import sys; sys.argv = ['accelmap', 'show', '--root', '{intact}', 'full-heads']; from accelmap_site.cli import main; main()"
    command = f"'{sys.executable}' -c \"{script}\" {output}; echo ${{PIPESTATUS[0]}} >&2"
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in answer.stderr
    assert said in answer.stderr
    assert answer.stderr.split()[-1] in (code, "0")


def test_chinese_is_printed_in_a_locale_that_knows_only_ascii(intact: Path) -> None:
    script = f"import sys; sys.argv = ['accelmap', 'show', '--root', '{intact}', 'full-heads']; from accelmap_site.cli import main; main()"
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    answer = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, timeout=60, check=False)
    assert answer.returncode == 0
    assert "全头注意力" in answer.stdout.decode("utf-8")
