"""What a command brings along before it does anything: that decides how long people wait for its help."""

import json
import subprocess
import sys

import pytest

from accelmap_site.cli import COMMANDS, SUMMARIES
from conftest import REPOSITORY

SLOW = {"pint", "mkdocs", "jinja2", "httpx", "markdown", "latex2mathml", "stamina", "selectolax", "pypinyin", "rich"}
"""Libraries that take tens of milliseconds to import, and of which no help needs any."""

LIGHT = sorted(set(COMMANDS) - {"diagnose", "diff"})
"""Commands whose help stands in their own module; the options of ``diagnose`` are the metrics, ``diff`` compares pages."""

ASK = """
import json, sys
from click.testing import CliRunner
from accelmap_site.cli import main
found = {}
for words in json.loads(sys.argv[1]):
    answer = CliRunner().invoke(main, words)
    found[" ".join(words)] = [answer.exit_code, answer.output, sorted(sys.modules)]
json.dump(found, sys.stdout)
"""
Answer = tuple[int, str, set[str]]


@pytest.fixture(scope="module")
def answers() -> dict[str, Answer]:
    """Exit code, output and all modules imported so far, call after call in one process: help first, lightest first."""
    calls = [["--help"], *([name, "--help"] for name in LIGHT), ["diagnose", "--help"], ["diff", "--help"], ["stale"]]
    command = [sys.executable, "-c", ASK, json.dumps(calls)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return {call: (code, said, set(modules)) for call, (code, said, modules) in json.loads(done.stdout).items()}


def test_the_list_of_commands_imports_none_of_them(answers: dict[str, Answer]) -> None:
    code, said, modules = answers["--help"]
    assert code == 0
    assert all(f"\n  {name} " in said for name in COMMANDS)
    assert not {name for name in modules if name.startswith("accelmap_site.cli_")} - {"accelmap_site.cli_options"}
    assert not modules & {*SLOW, "pydantic", "yaml"}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_imports_no_slow_library(name: str, answers: dict[str, Answer]) -> None:
    code, said, modules = answers[f"{name} --help"]
    assert code == 0
    assert f" {name} [OPTIONS]" in said
    assert not modules & SLOW


@pytest.mark.parametrize("name", LIGHT)
def test_help_of_most_commands_imports_no_record(name: str, answers: dict[str, Answer]) -> None:
    assert not answers[f"{name} --help"][2] & {"pydantic", "yaml", "accelmap_site.schema"}


def test_a_list_of_dates_imports_no_slow_library(answers: dict[str, Answer]) -> None:
    code, said, modules = answers["stale"]
    assert code in (0, 1)
    assert "records due on" in said
    assert not modules & SLOW


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str, answers: dict[str, Answer]) -> None:
    assert f" {SUMMARIES[name]} " in " ".join(answers[f"{name} --help"][1].split())
    assert list(SUMMARIES) == list(COMMANDS)
