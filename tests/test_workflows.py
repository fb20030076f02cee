"""The workflows: least rights, pinned actions, and no code of strangers where there are rights."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from accelmap_site.cli import COMMANDS
from accelmap_site.schema import Catalog, Title
from conftest import REPOSITORY

FOLDER = REPOSITORY / ".github/workflows"
FILES = sorted(FOLDER.glob("*.yml"))
each_workflow = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def workflow(file: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(file.read_text("utf-8"))
    return found


def steps(file: Path) -> list[dict[str, Any]]:
    return [step for job in workflow(file)["jobs"].values() for step in job["steps"]]


@each_workflow
def test_every_action_is_pinned_by_commit_with_its_version_beside_it(file: Path) -> None:
    lines = [line for line in file.read_text("utf-8").splitlines() if "uses:" in line]
    assert lines
    assert [line for line in lines if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)] == []


def test_one_action_has_one_version() -> None:
    found = {line.partition("uses: ")[2] for file in FILES for line in file.read_text("utf-8").splitlines() if "uses:" in line}
    assert len({line.partition("@")[0] for line in found}) == len(found)


@each_workflow
def test_rights_are_none_or_read_until_a_job_asks_for_more_and_runs_end(file: Path) -> None:
    found = workflow(file)
    assert found["permissions"] in ({}, {"contents": "read"})
    assert found["concurrency"]["group"]
    for job in found["jobs"].values():
        assert job["timeout-minutes"]
        writes = [name for name, right in job.get("permissions", {}).items() if right == "write"]
        names = [step.get("uses", "").partition("@")[0] for step in job["steps"]]
        assert not writes or ("actions/checkout" not in names and not any("make" in step.get("run", "") for step in job["steps"]))


def test_problems_land_on_lines_and_only_main_is_published() -> None:
    scripts = [step.get("run", "") for step in steps(FOLDER / "check.yml")]
    assert any("accelmap check --format github" in script for script in scripts)
    assert any(script == "make test" for script in scripts)
    deploy = workflow(FOLDER / "pages.yml")["jobs"]["deploy"]
    assert deploy["if"] == "github.ref == 'refs/heads/main'"
    missing = [
        path for path in workflow(FOLDER / "pages.yml")[True]["push"]["paths"] if not list(REPOSITORY.glob(path.removesuffix("/**")))
    ]
    assert missing == []


def test_what_is_published_is_built_without_a_cache_that_others_could_fill() -> None:
    cached = {file.stem for file in FILES for step in steps(file) if "cache" in step.get("with", {})}
    assert cached == {"check", "weekly"}


@each_workflow
def test_no_expression_is_pasted_into_a_script(file: Path) -> None:
    assert [step["run"] for step in steps(file) if "${{" in step.get("run", "")] == []


@each_workflow
def test_checkouts_leave_no_token_behind(file: Path) -> None:
    checkouts = [step for step in steps(file) if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


@each_workflow
def test_scripts_are_shell(file: Path) -> None:
    for step in steps(file):
        if "run" in step:
            subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_comment_defuses_mentions_and_starts_with_its_mark(tmp_path: Path) -> None:
    (script,) = [step["run"] for step in steps(FOLDER / "comment.yml") if "run" in step]
    (tmp_path / "report").mkdir()
    (tmp_path / "report/diff.md").write_text("@everyone <!-- accelmap diff --> 缓存\n" * 5000, "utf-8")
    (tmp_path / "gh").write_text(GH, "utf-8")
    (tmp_path / "gh").chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:/usr/bin:/bin",
        "REPOSITORY": "o/r",
        "HEAD": "fork:branch",
        "SHA": "abc",
        "RUN": "https://x.example/1",
    }
    subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment, check=True)
    body = json.loads((tmp_path / "body.json").read_text("utf-8"))["body"]
    assert body.startswith("<!-- accelmap diff -->\n@\u200beveryone &lt;!--")
    assert body.count("<!--") == 1
    assert len(body) < 262_144
    calls = (tmp_path / "calls").read_text("utf-8").splitlines()
    assert calls[0] == "api -X GET repos/o/r/pulls -f state=open -f head=fork:branch"
    assert calls[-1] == "api -X PATCH repos/o/r/issues/comments/9 --input body.json --silent"


GH = """#!/bin/sh
echo "$@" >> calls
case "$*" in
  *pulls*) echo '[{"number": 3, "head": {"sha": "other"}}, {"number": 7, "head": {"sha": "abc"}}]' ;;
  *issues/7/comments) echo '[{"id": 1, "user": {"login": "someone"}, "body": "<!-- accelmap diff --> mine"}]
[{"id": 9, "user": {"login": "github-actions[bot]"}, "body": "<!-- accelmap diff --> x"}]' ;;
esac
"""


def program(name: str) -> str | None:
    """A program beside the Python that runs the tests, or on the path."""
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name)


@pytest.mark.skipif(program("zizmor") is None, reason="zizmor is not installed")
def test_zizmor_has_nothing_to_say() -> None:
    command = [str(program("zizmor")), "--offline", "--pedantic", "--no-progress", str(REPOSITORY / ".github")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.skipif(program("actionlint") is None, reason="actionlint is not installed (pip install -e '.[workflows]')")
def test_actionlint_has_nothing_to_say() -> None:
    answer = subprocess.run([str(program("actionlint")), *map(str, FILES)], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


# -- issue forms ----------------------------------------------------------------

FORMS = {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted((REPOSITORY / ".github/ISSUE_TEMPLATE").glob("*.yml"))}
CHOOSER = FORMS.pop("config")
each_form = pytest.mark.parametrize("name", FORMS)


def test_there_is_a_form_for_each_thing_that_people_report() -> None:
    assert set(FORMS) == {"dispute", "error", "technique", "term"}
    assert len({form["name"] for form in FORMS.values()}) == len(FORMS)
    assert set(CHOOSER) <= {"blank_issues_enabled", "contact_links"}


@each_form
def test_a_form_is_one_that_github_accepts(name: str) -> None:
    """GitHub shows nothing of a form with an unknown key, a field without id or label, or two fields of one id."""
    form = FORMS[name]
    assert set(form) == {"name", "description", "labels", "body"}
    assert form["labels"]
    assert [label for label in form["labels"] if not re.fullmatch("[a-z-]+", label)] == []
    ids = [field["id"] for field in form["body"]]
    assert len(set(ids)) == len(ids)
    for field in form["body"]:
        assert set(field) == {"type", "id", "attributes", "validations"}
        assert field["type"] in ("input", "textarea", "dropdown")
        assert re.fullmatch("[a-z0-9_-]+", field["id"])
        assert set(field["attributes"]) <= {"label", "description", "placeholder", "options", "multiple"}
        assert isinstance(field["validations"]["required"], bool)
        options = field["attributes"].get("options", [])
        assert bool(options) == (field["type"] == "dropdown")
        assert all(isinstance(option, str) for option in options)
        assert len(set(options)) == len(options)


@each_form
def test_a_form_speaks_both_languages_and_asks_for_sources(name: str) -> None:
    form = FORMS[name]
    said = [form["name"], form["description"], *(field["attributes"]["label"] for field in form["body"])]
    said += [option for field in form["body"] for option in field["attributes"].get("options", [])]
    assert [text for text in said if not re.search("[\u4e00-\u9fff]", text) or not re.search("[A-Za-z]{2}", text)] == []
    proof = [field for field in form["body"] if re.search("source|where|paper", field["attributes"]["label"], re.I)]
    assert any(field["validations"]["required"] for field in proof)


def options(name: str, field_id: str) -> list[str]:
    (field,) = [field for field in FORMS[name]["body"] if field["id"] == field_id]
    found: list[str] = field["attributes"]["options"]
    return found


def test_choices_of_the_forms_are_those_of_the_records(real_project: tuple[Catalog, object]) -> None:
    catalog, _ = real_project
    limits = sorted(catalog.of("bottleneck"), key=lambda item: getattr(item.record, "flow").order)
    assert options("technique", "bottleneck") == [f"{item.record.title.en} · {item.record.title.zh}" for item in limits]
    verdicts = [
        title
        for key, title in catalog.lists["labels"].items()
        if key in {f"verdict-{word.split(' ')[0]}" for word in options("dispute", "verdict")}
    ]
    assert [f"{title.en} · {title.zh}" for title in verdicts if isinstance(title, Title)] == options("dispute", "verdict")


# -- what else stands in the repository for contributors ------------------------


def test_hooks_run_commands_of_this_repository_on_files_that_exist() -> None:
    found = yaml.safe_load((REPOSITORY / ".pre-commit-config.yaml").read_text("utf-8"))
    scripts = json.loads((REPOSITORY / "package.json").read_text("utf-8"))["scripts"]
    tracked = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=False).stdout.splitlines()
    (local,) = found["repos"]
    assert local["repo"] == "local"
    assert len({hook["id"] for hook in local["hooks"]}) == len(local["hooks"])
    for hook in local["hooks"]:
        assert hook["language"] == "system"
        command, *words = hook["entry"].split()
        if command == ".venv/bin/accelmap":
            assert words[0] in COMMANDS
        elif command == "npm":
            assert words[-1] in scripts
        else:
            assert program(command.removeprefix(".venv/bin/")), hook["entry"]
        assert hook.get("types", []) in ([], ["python"])
        assert "files" not in hook or not tracked or any(re.search(hook["files"], name) for name in tracked), hook["id"]


TITLE = "Weekly report: outside links and records due for a look"
ISSUES = """#!/bin/sh
echo "$@" >> calls
case "$*" in "issue list"*) cat issues.json ;; esac
"""


@pytest.mark.skipif(shutil.which("jq") is None, reason="the script asks jq")
@pytest.mark.parametrize(
    ("issues", "report", "called"),
    [
        ([], "0 of 3 records due on 2026-12-02", ["list", "create"]),
        ([{"number": 4, "title": "Another"}], "| dead | x |", ["list", "create"]),
        ([{"number": 7, "title": TITLE}], "| ok | x |\n0 of 3 records due on 2026-12-02", ["list", "edit 7"]),
        ([{"number": 7, "title": TITLE}], "| dead | x |\n0 of 3 records due on 2026-12-02", ["list", "edit 7", "reopen 7"]),
        ([{"number": 7, "title": TITLE}], "12 of 620 records due on 2026-12-02", ["list", "edit 7", "reopen 7"]),
    ],
)
def test_one_weekly_issue_is_updated_and_opened_again_if_something_is_left_to_do(
    issues: list[dict[str, Any]], report: str, called: list[str], tmp_path: Path
) -> None:
    (step,) = [step for step in steps(FOLDER / "weekly.yml") if step.get("name") == "Open or update"]
    assert step["env"]["TITLE"] == TITLE
    (tmp_path / "report").mkdir()
    (tmp_path / "report/report.md").write_text(report + "\n", "utf-8")
    (tmp_path / "issues.json").write_text(json.dumps(issues), "utf-8")
    (tmp_path / "gh").write_text(ISSUES, "utf-8")
    (tmp_path / "gh").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "REPOSITORY": "who/what", "TITLE": TITLE}
    subprocess.run(["bash", "-c", step["run"]], cwd=tmp_path, env=environment, check=True)
    calls = (tmp_path / "calls").read_text("utf-8").splitlines()
    assert [call.removeprefix("issue ").partition(" --")[0] for call in calls] == called


def test_paths_of_the_owners_exist() -> None:
    lines = (REPOSITORY / ".github/CODEOWNERS.example").read_text("utf-8").splitlines()
    rules = [line.split() for line in lines if line and not line.startswith("#")]
    assert rules[0][0] == "*"
    assert [path for path, *_ in rules[1:] if not (REPOSITORY / path.lstrip("/")).exists()] == []
    assert all(re.fullmatch("@[a-z]+/[a-z]+", owner) for _, *owners in rules for owner in owners)


def test_the_pull_request_template_names_commands_that_exist() -> None:
    text = (REPOSITORY / ".github/pull_request_template.md").read_text("utf-8")
    targets = re.findall(r"(?m)^([a-z]+):", (REPOSITORY / "Makefile").read_text("utf-8"))
    named = re.findall(r"make ([a-z]+)", text)
    assert named
    assert set(named) <= set(targets)


def test_every_kind_of_dependency_is_kept_up_to_date() -> None:
    found = yaml.safe_load((REPOSITORY / ".github/dependabot.yml").read_text("utf-8"))
    assert {one["package-ecosystem"] for one in found["updates"]} == {"pip", "npm", "github-actions"}
    assert all(one["schedule"]["interval"] in ("weekly", "monthly") and one["groups"] for one in found["updates"])
