"""The page and the command line give one answer: the script over the published tables against the Python engine."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterable
from typing import Any

import pytest

from accelmap_site.diagnosis import Case, Rules, evaluate, exported, plain, rules
from accelmap_site.export import dump
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog
from conftest import REPOSITORY
from diagnosis_cases import numbers_of


def scripted(tables: Rules, cases: Iterable[Case]) -> list[Any]:
    """Answers of the script, from the bytes that the build publishes."""
    node = shutil.which("node")
    assert node, "Node 20 or newer is needed"
    published = json.loads(dump(exported(tables)))
    feed = json.dumps({"rules": published, "cases": [plain(case) for case in cases]})
    done = subprocess.run([node, "tests/js/diagnose.mjs"], input=feed, capture_output=True, text=True, check=True, cwd=REPOSITORY)
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_case(tables: Rules, source: random.Random) -> Case:
    """A case at, beside and between thresholds, with few or many observations."""
    observed: dict[str, float | str] = {}
    for metric, scale in tables.metrics.items():
        if source.random() < source.choice((0.1, 0.4, 0.8)):
            observed[metric] = source.choice(scale.values) if scale.values else source.choice(numbers_of(tables, metric))
    return Case(
        source.choice(list(tables.stages)), source.choice(["", *tables.hardware]), source.choice(["", *tables.models]),
        tuple(sorted(observed.items())),
    )  # fmt: skip


def compared(tables: Rules, count: int, seed: int) -> None:
    source = random.Random(seed)
    cases = [random_case(tables, source) for _ in range(count)]
    for case, found in zip(cases, scripted(tables, cases), strict=True):
        assert found == plain(evaluate(tables, case)), case


def test_two_thousand_random_inputs_have_the_same_answer(real_project: tuple[Catalog, Graph]) -> None:
    compared(rules(*real_project), 2_000, 20_26)


def test_the_small_project_has_the_same_answers(catalog: Catalog, graph: Graph) -> None:
    compared(rules(catalog, graph), 200, 7)


@pytest.mark.parametrize("stage", ["pretrain", "finetune", "rl", "serve"])
def test_nothing_known_has_the_same_answer(real_project: tuple[Catalog, Graph], stage: str) -> None:
    tables = rules(*real_project)
    assert scripted(tables, [Case(stage)]) == [plain(evaluate(tables, Case(stage)))]
