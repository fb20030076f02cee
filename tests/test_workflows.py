"""The workflows: least rights, pinned actions, and no code of strangers where there are rights."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

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
    command = [str(program("zizmor")), "--offline", "--no-progress", str(REPOSITORY / ".github")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.skipif(program("actionlint") is None, reason="actionlint is not installed (pip install -e '.[workflows]')")
def test_actionlint_has_nothing_to_say() -> None:
    answer = subprocess.run([str(program("actionlint")), *map(str, FILES)], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
