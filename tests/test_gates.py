"""The gates themselves are tested: what is spoilt in the real records is caught, by the rule meant for it, at its line."""

import random
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

import pytest

from accelmap_site.check import RULES as ALL_RULES
from accelmap_site.errors import Problem
from accelmap_site.freshness import stale
from accelmap_site.graph import Graph
from accelmap_site.inspection import inspect
from accelmap_site.load import load
from accelmap_site.schema import Catalog
from attacks import ATTACKS
from conftest import REPOSITORY
from damages import FILES, RULES, Case, Hurt, Sound

TODAY = "2026-12-31"
EACH = 20
WHOLE = {rule.name for rule in ALL_RULES if rule.whole}
"""What these rules miss in a sound record may well be lost with a spoilt one: they judge the tree."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the real records."""
    root = tmp_path_factory.mktemp("gates")
    for folder in ("content", "glossary", "taxonomy"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    return root


@pytest.fixture(scope="module")
def sound(tree: Path) -> tuple[Catalog, Graph]:
    """The records before any damage."""
    _, graph, problems = inspect(tree, TODAY)
    assert [str(problem) for problem in problems] == []
    return load(tree)[0], graph


def spoilt(case: Case, catalog: Catalog, graph: Graph, used: Counter[str]) -> dict[str, Hurt]:
    """Some records with one kind of damage, those first that other kinds have spared so far."""
    chance = random.Random(case.name)
    order = list(catalog.items)
    chance.shuffle(order)
    found: dict[str, Hurt] = {}
    for record_id in sorted(order, key=lambda one: used[one]):
        if any(asked.rule == case.rule for asked in catalog.items[record_id].record.allow):
            continue
        if len(found) < EACH and (hurt := case.damage(Sound(catalog.items[record_id], catalog, graph, chance))):
            found[record_id] = hurt
            used.update((record_id, *hurt.partners))
    return found


def waves(cases: Iterable[Case], catalog: Catalog, graph: Graph) -> list[dict[str, tuple[Case, Hurt]]]:
    """All damages on as few trees as possible: on each tree a record has one at most."""
    used: Counter[str] = Counter()
    found: list[dict[str, tuple[Case, Hurt]]] = []
    taken: list[set[str]] = []
    for case in cases:
        hurts = spoilt(case, catalog, graph, used)
        assert len(hurts) >= EACH, f"{case.name}: only {len(hurts)} records can be spoilt so"
        for record_id, hurt in hurts.items():
            ids = {record_id, *hurt.partners}
            free = next((i for i, others in enumerate(taken) if not ids & others), len(taken))
            if free == len(taken):
                taken.append(set())
                found.append({})
            taken[free] |= ids
            found[free][record_id] = (case, hurt)
    return found


def missed(case: Case, hurt: Hurt, problems: Mapping[str, list[Problem]]) -> bool:
    """Whether no problem of the rule that was meant stands at the place of the damage."""
    return not any(
        problem.rule == case.rule and case.says in problem.message and (problem.path, problem.line) in hurt.places
        for path, _ in hurt.places
        for problem in problems[path]
    )


@pytest.mark.parametrize("cases", [FILES, RULES, ATTACKS], ids=["while reading", "by rules", "on purpose"])
def test_every_damage_is_caught_by_its_rule_at_its_line(cases: tuple[Case, ...], tree: Path, sound: tuple[Catalog, Graph]) -> None:
    catalog, graph = sound
    faults = []
    for wave in waves(cases, catalog, graph):
        for record_id, (_, hurt) in wave.items():
            (tree / catalog.items[record_id].file).write_bytes(hurt.data)
        problems: dict[str, list[Problem]] = defaultdict(list)
        for problem in inspect(tree, TODAY)[2]:
            problems[problem.path].append(problem)
        spoilt_files = {path for _, hurt in wave.values() for path, _ in hurt.places}
        blamed = [one for path, found in problems.items() if path not in spoilt_files for one in found if one.rule not in WHOLE]
        faults += [f"a sound record is blamed: {one}" for one in blamed]
        for record_id, (case, hurt) in wave.items():
            if missed(case, hurt, problems):
                said = [f"{one} [{one.rule}]" for one in problems[catalog.items[record_id].file]]
                faults.append(f"{case.name} ({case.rule}) at {hurt.places} is missed; reported: {said}")
            (tree / catalog.items[record_id].file).write_text(catalog.items[record_id].written, "utf-8", newline="\n")
    assert not faults, "\n".join(faults)


def test_there_are_enough_kinds_of_damage() -> None:
    names = [case.name for case in (*FILES, *RULES, *ATTACKS)]
    assert len(names) == len(set(names)) >= 30
    assert {case.rule for case in (*RULES, *ATTACKS)} - {"load", "schema"} <= {rule.name for rule in ALL_RULES}


def test_what_was_verified_long_ago_is_stale_and_1_10_is_not_1_1(tree: Path, sound: tuple[Catalog, Graph]) -> None:
    fit = [item for item in sound[0].items.values() if getattr(item.record, "tools", ()) and "    since: " not in item.written]
    chosen = random.Random("old").sample(fit, EACH)
    for item in chosen:
        versions = re.sub(r"(?m)^  - tool: (.*)$", r"  - tool: \1\n    since: 1.10", item.written)
        (tree / item.file).write_text(re.sub(r"(?m)^verified: .*$", "verified: 2024-02-29", versions), "utf-8", newline="\n")
    catalog, _, problems = inspect(tree, TODAY)
    for item in chosen:
        (tree / item.file).write_text(item.written, "utf-8", newline="\n")
    assert {problem.rule for problem in problems} <= {"verified-too-early"}, "the day before its sources is another fault"
    assert {due.id for due in stale(catalog, date.fromisoformat("2024-06-01"))} == {item.id for item in chosen}
    assert {switch.since for item in chosen for switch in getattr(catalog.items[item.id].record, "tools")} == {"1.10"}
