"""Real cases from issue trackers and documentation: the diagnosis arrives where they did."""

from collections import Counter
from typing import Any

import pytest
import yaml

from accelmap_site.diagnosis import Answer, answer, read_case, rules
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog
from conftest import REPOSITORY

CASES: list[dict[str, Any]] = yaml.safe_load((REPOSITORY / "tests/cases/diagnosis.yml").read_text("utf-8"))
STACKS = {"vLLM", "SGLang", "PyTorch", "Megatron-LM", "DeepSpeed", "diffusers"}
FIRST = 5


def answered(project: tuple[Catalog, Graph], told: dict[str, Any]) -> Answer:
    """The answer to a case, read as the command line reads it."""
    values = {metric: str(value) for metric, value in told["observed"].items()}
    case, mistakes = read_case(rules(*project), told["stage"], told.get("hardware", ""), told.get("model", ""), values)
    assert mistakes == []
    return answer(*project, case)


@pytest.mark.parametrize("told", CASES, ids=[case["id"] for case in CASES])
def test_the_bottleneck_leads_and_the_remedy_is_near_the_top(real_project: tuple[Catalog, Graph], told: dict[str, Any]) -> None:
    found = answered(real_project, told)
    assert found.standings[0].bottleneck == told["first"]
    assert found.standings[0].score > found.standings[1].score
    plan = found.plans[0]
    offered = {one.id for one in plan.techniques[:FIRST]} & set(told["technique"])
    offered |= {one.id for one in plan.tools[:FIRST]} & set(told.get("tools", []))
    assert offered, [one.id for one in plan.techniques[:FIRST]]


def test_there_are_twenty_cases_from_every_stack_with_their_addresses() -> None:
    assert len(CASES) >= 20
    assert {case["stack"] for case in CASES} == STACKS
    assert max(Counter(case["source"] for case in CASES).values()) == 1
    assert all(case["source"].startswith("https://") and case["told"].strip() for case in CASES)


def test_the_cases_cover_the_bottlenecks(real_project: tuple[Catalog, Graph]) -> None:
    assert {case["first"] for case in CASES} == {item.id for item in real_project[0].of("bottleneck")}
