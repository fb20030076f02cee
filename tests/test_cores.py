"""Work spread over processes: the same answers, whatever happens to a process."""

import multiprocessing
import os
import shutil
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from accelmap_site import cores
from accelmap_site.check import RULES, Subject, check
from accelmap_site.check import rule as rules
from accelmap_site.cores import processes, spread
from accelmap_site.errors import Problem
from accelmap_site.facts import told
from accelmap_site.graph import connect
from accelmap_site.inspection import inspect
from accelmap_site.load import load
from accelmap_site.schema import Catalog
from conftest import REPOSITORY

TODAY = "2026-12-31"
HERE = os.getpid()
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is spread where processes cannot be forked"),
]


def doubled(number: int) -> int:
    return 2 * number


def killed_elsewhere(number: int) -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def failing_elsewhere(number: int) -> int:
    if os.getpid() != HERE:
        raise ValueError(number)
    return 2 * number


def failing(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return number


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("pieces", [0, 1, 30])
def test_every_piece_is_answered_once(pieces: int, count: int) -> None:
    assert sorted(spread(range(pieces), doubled, count)) == [(number, 2 * number) for number in range(pieces)]


def test_others_take_their_turns() -> None:
    def slowly(number: int) -> int:
        threading.Event().wait(0.01)
        return os.getpid()

    assert len({process for _, process in spread(range(30), slowly, 3)}) == 3


@pytest.mark.parametrize("work", [killed_elsewhere, failing_elsewhere])
def test_what_a_process_leaves_undone_is_done_here(work: Callable[[int], int]) -> None:
    for count in (2, 4):
        assert sorted(spread(range(30), work, count)) == [(number, 2 * number) for number in range(30)]


@pytest.mark.parametrize("count", [1, 2])
def test_what_goes_wrong_everywhere_is_raised_and_no_process_is_left(count: int) -> None:
    with pytest.raises(ValueError, match="seven"):
        list(spread(range(30), failing, count))
    assert multiprocessing.active_children() == []


def test_few_records_a_thread_or_one_core_are_not_worth_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    assert (processes(cores.ENOUGH - 1), processes(cores.ENOUGH)) == (1, 3)
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert processes(cores.ENOUGH) == 1
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr("sys.platform", "darwin")
    assert processes(cores.ENOUGH) == 1
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert processes(cores.ENOUGH) == 5
    monkeypatch.delattr(os, "fork")
    assert processes(cores.ENOUGH) == 1


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real records, with something wrong in each: what rules say, and in some what reading says."""
    root = tmp_path_factory.mktemp("damaged")
    for folder in ("content", "glossary", "taxonomy"):
        shutil.copytree(REPOSITORY / folder, root / folder, ignore=shutil.ignore_patterns("pages"))
    for i, file in enumerate(sorted([*root.glob("content/*/*.yml"), *root.glob("glossary/*.yml")])):
        text = file.read_text("utf-8")
        slips = (
            text.replace("summary:\n  zh: ", "summary:\n  zh: 在GPU上跑,吞吐量提高 140 GB，"),
            text.replace("summary:\n  zh: ", "summary:\n  zh: 见[某处][nobody] <b>"),
            text.replace("sources:\n", "sorces:\n"),
            text.replace("\nverified: ", "\nverified: 2"),
            text.replace("verified: 202", "verified: 209") + "former_ids: [gqa]\n",
            text + "x: : y\n",
        )
        file.write_text(slips[i % 6 if i % 29 else 5] if i % 7 else slips[i % 2], "utf-8")
    return root


@pytest.fixture(scope="module")
def read(damaged: Path) -> tuple[Catalog, list[Problem]]:
    """Catalog with facts told, and what was found while reading."""
    catalog, problems = load(damaged)
    return told(catalog), problems


@pytest.fixture
def three_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine with three cores, with content that is large enough."""
    monkeypatch.setattr("accelmap_site.check.processes", lambda _: 3)
    monkeypatch.setattr("accelmap_site.load.folder.processes", lambda _: 3)


def test_a_spread_check_says_what_one_process_says(damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, loaded = inspect(damaged, TODAY), load(damaged)
    monkeypatch.setattr("accelmap_site.check.processes", lambda _: 3)
    monkeypatch.setattr("accelmap_site.load.folder.processes", lambda _: 3)
    spread_out = inspect(damaged, TODAY)
    assert len(alone[2]) > 800
    assert len({problem.rule for problem in alone[2]}) >= 8
    assert spread_out[2] == alone[2]
    assert load(damaged) == loaded


@pytest.mark.usefixtures("three_processes")
def test_a_dead_process_loses_no_problem(damaged: Path, read: tuple[Catalog, list[Problem]], monkeypatch: pytest.MonkeyPatch) -> None:
    catalog, problems = read
    found = check(catalog, connect(catalog), TODAY)
    judge = rules.Subject.said

    def dies(subject: Subject, item: object) -> object:
        if os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return judge(subject, item)  # type: ignore[arg-type]

    monkeypatch.setattr(rules.Subject, "said", dies)
    assert check(catalog, connect(catalog), TODAY) == found
    monkeypatch.setattr("accelmap_site.load.folder.plain", lambda _: os.kill(os.getpid(), signal.SIGKILL) if os.getpid() != HERE else None)
    assert load(damaged)[1] == problems


def test_rules_that_judge_records_one_by_one_find_in_each_what_they_find_in_all(read: tuple[Catalog, list[Problem]]) -> None:
    catalog, _ = read
    subject = Subject(catalog, connect(catalog), TODAY)
    ids = list(catalog.items)
    slices = [replace(subject, only=frozenset(ids[i::3])) for i in range(3)]
    for rule in RULES:
        if rule.single:
            several = [problem for one in slices for problem in rule.check(one)]
            assert sorted(several) == sorted(rule.check(subject)), rule.name


def test_only_some_records_may_be_asked_for(damaged: Path) -> None:
    _, _, every = inspect(damaged, TODAY)
    asked = frozenset(problem.path for problem in every[::40])
    ids = frozenset(Path(path).stem for path in asked)
    _, _, some = inspect(damaged, TODAY, only=ids)
    assert [problem for problem in some if problem.path in asked] == [problem for problem in every if problem.path in asked]
    alone = {rule.name for rule in RULES if rule.single} - {"idle-exception"}
    assert {problem.path for problem in some if problem.rule in alone} <= asked
    assert len(some) < len(every)
