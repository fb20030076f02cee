"""The stack checker: what it says of a stack, and that the page says the same."""

import json
import random
import shutil
import subprocess
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.formula import Fault, holds, parse_predicate
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog
from accelmap_site.stack import Stack, Tables, judge, overall, pairs, plain, published, tables
from conftest import REPOSITORY

Edges = list[dict[str, Any]]


@pytest.fixture(scope="module")
def small(catalog: Catalog, graph: Graph) -> Tables:
    return tables(catalog, graph)


def said(found: Tables, stack: Stack) -> set[tuple[str, str, str, str, str]]:
    return {(v.check, v.verdict, v.reason, v.subject, v.object) for v in judge(found, stack)}


def test_nothing_chosen_says_nothing(small: Tables) -> None:
    assert judge(small, Stack()) == ()
    assert overall(()) == "yes"


def test_a_conflict_that_is_marked_untested_stays_open_and_names_its_edge(small: Tables) -> None:
    found = judge(small, Stack(techniques=("draft-decoding", "cache-offload")))
    conflict = next(one for one in found if one.check == "conflict")
    assert (conflict.verdict, conflict.reason) == ("untested", "stated")
    assert conflict.edge is not None
    assert small.edges[conflict.edge].note is not None
    assert not [one for one in found if one.check == "pair"]


@pytest.mark.parametrize(
    ("hardware", "verdict", "reason"), [("", "untested", "unchosen"), ("slate-80", "no", "lacks"), ("slate-140", "yes", "has")]
)
def test_hardware_features(small: Tables, hardware: str, verdict: str, reason: str) -> None:
    assert ("feature", verdict, reason, "latent-heads", "fp8") in said(small, Stack(hardware=hardware, techniques=("latent-heads",)))


@pytest.mark.parametrize(
    ("stack", "verdict", "reason"),
    [
        (Stack(techniques=("batch-joining",)), "no", "missing"),
        (Stack(techniques=("batch-joining", "paged-cache")), "yes", "chosen"),
        (Stack(engine="harbor", techniques=("batch-joining",)), "yes", "offered"),
        (Stack(engine="freight", techniques=("batch-joining",)), "no", "missing"),
    ],
)
def test_prerequisites(small: Tables, stack: Stack, verdict: str, reason: str) -> None:
    assert ("requires", verdict, reason, "batch-joining", "paged-cache") in said(small, stack)


@pytest.mark.parametrize(
    ("stack", "verdict", "reason"),
    [
        (Stack(techniques=("shared-heads",)), "untested", "unchosen"),
        (Stack(model="alder-7b", techniques=("shared-heads",)), "yes", "built"),
        (Stack(model="birch", techniques=("shared-heads",)), "untested", "unstated"),
        (Stack(model="birch", size="small", techniques=("latent-heads",)), "yes", "built"),
        (Stack(model="alder-7b", techniques=("latent-heads",)), "untested", "unstated"),
    ],
)
def test_conditions_on_the_model(small: Tables, stack: Stack, verdict: str, reason: str) -> None:
    found = {(v.verdict, v.reason) for v in judge(small, stack) if v.check == "applies"}
    assert found == {(verdict, reason)}


def test_sizes_of_a_family_are_told_apart() -> None:
    sizes = {"small": {"experts": 0}, "large": {"experts": 8}}
    found = Tables({"m": sizes}, {}, {}, {}, {"t": ()}, {}, {"t": parse_predicate("experts > 0")}, (), (), {})
    by_size = {size: judge(found, Stack(model="m", size=size, techniques=("t",)))[0] for size in ("", "small", "large")}
    assert {size: (v.verdict, v.reason) for size, v in by_size.items()} == {
        "": ("untested", "size"), "small": ("no", "fails"), "large": ("yes", "holds"),
    }  # fmt: skip


def test_a_closed_model_leaves_its_conditions_open() -> None:
    found = Tables({"m": {}}, {}, {}, {}, {"t": ()}, {}, {"t": parse_predicate("experts > 0")}, (), (), {})
    assert judge(found, Stack(model="m", techniques=("t",)))[0].reason == "unpublished"


@pytest.mark.parametrize(
    ("engine", "technique", "verdict", "reason"),
    [
        ("harbor", "draft-decoding", "yes", "entry"),
        ("freight", "draft-decoding", "untested", "no-entry"),
        ("harbor", "full-heads", "no", "stage"),
    ],
)
def test_what_an_engine_offers(catalog: Catalog, graph: Graph, engine: str, technique: str, verdict: str, reason: str) -> None:
    found = tables(catalog, graph)
    if reason == "stage":
        found = Tables(
            **{**found.__dict__, "stages": {**found.stages, technique: ("pretrain",)}, "engines": {**found.engines, engine: ("serve",)}}
        )
    assert ("engine", verdict, reason, technique, engine) in said(found, Stack(engine=engine, techniques=(technique,)))


def test_pairs_that_nobody_recorded_are_untested(small: Tables) -> None:
    found = said(small, Stack(techniques=("draft-decoding", "paged-cache", "split-prefill")))
    assert ("pair", "yes", "combines_with", "draft-decoding", "paged-cache") in found
    assert ("pair", "untested", "nothing", "draft-decoding", "split-prefill") in found


def test_a_form_inherits_a_conflict_as_a_question(real_project: tuple[Catalog, Graph]) -> None:
    found = said(tables(*real_project), Stack(techniques=("eagle-3", "pipeline-parallelism")))
    assert ("conflict", "untested", "inherited", "eagle-3", "pipeline-parallelism") in found
    assert not [one for one in found if one[0] == "pair"]


def test_fp8_does_not_run_on_an_a100(real_project: tuple[Catalog, Graph]) -> None:
    found = said(
        tables(*real_project), Stack(model="llama-3", size="8b", hardware="a100", engine="vllm", techniques=("fp8-quantization", "mla"))
    )
    assert ("conflict", "no", "stated", "fp8-quantization", "a100") in found
    assert ("feature", "no", "lacks", "fp8-quantization", "fp8") in found
    assert ("applies", "no", "fails", "mla", "llama-3") in found
    assert ("engine", "yes", "entry", "fp8-quantization", "vllm") in found


@given(st.lists(st.sampled_from(["yes", "no", "untested"])))
def test_the_worst_verdict_decides(words: list[str]) -> None:
    from accelmap_site.stack import Verdict

    found = overall(Verdict("pair", word, "", "a", "b") for word in words)
    assert found == ("no" if "no" in words else "untested" if "untested" in words else "yes")


@pytest.mark.parametrize(
    ("text", "config", "truth"),
    [
        ("experts > 0", {"experts": 8}, True),
        ("experts > 0", {}, None),
        ("experts > 0 or heads == 2", {"heads": 2}, True),
        ("experts > 0 and heads == 2", {"heads": 3}, False),
        ("not experts > 0", {"experts": 0}, True),
        ("attention in ('gqa', 'mqa')", {"attention": "mqa"}, True),
        ("attention not in ('gqa', 'mqa')", {"attention": "mqa"}, False),
        ("2 <= top_k <= 8", {"top_k": 9}, False),
        ("full_attention_layers < layers", {"layers": 4}, None),
        ("attention > 3", {"attention": "mla"}, None),
    ],
)
def test_predicates_have_three_values(text: str, config: dict[str, Any], truth: bool | None) -> None:
    assert holds(parse_predicate(text), config) is truth


@pytest.mark.parametrize("text", ["experts", "experts + 1 > 2", "f(x) > 1", "experts >", "experts > True", "lambda: 1"])
def test_what_is_no_predicate_is_refused(text: str) -> None:
    with pytest.raises(Fault, match="predicate"):
        parse_predicate(text)


def test_a_script_reads_every_form_of_predicate(real_project: tuple[Catalog, Graph]) -> None:
    found = tables(*real_project)
    texts = (
        "known(window)", "not known(window)", "known(chunk) or known(index_dim)", "attention in ('gqa', 'mla')",
        "attention not in ('gqa',)",
        "2 <= top_k <= 8", "attention > experts", "kv_lora_rank > 0 and not experts == 0", "full_attention_layers < layers",
    )  # fmt: skip
    names = list(found.stages)[: len(texts)]
    asked = replace(found, applies={name: parse_predicate(text) for name, text in zip(names, texts, strict=True)})
    stacks = [Stack(model, size, techniques=tuple(names)) for model, sizes in found.models.items() for size in sizes]
    data = json.loads(json.dumps(published(asked, real_project[0])))
    answers = [plain(judge(asked, stack)) for stack in stacks]
    assert scripted(data, stacks) == answers
    assert {line["verdict"] for answer in answers for line in answer if line["check"] == "applies"} == {"yes", "no", "untested"}


def test_every_pair_without_scripts_has_its_records(catalog: Catalog, graph: Graph) -> None:
    found = pairs(catalog, graph)
    assert set(found) == {"incompatible_with", "requires"}
    assert [(one.id, other.id) for _, one, other, _ in found["requires"]] == [("batch-joining", "paged-cache")]


def scripted(data: dict[str, Any], stacks: list[Stack]) -> list[Any]:
    """Verdicts of the script, from the tables as the build publishes them."""
    node = shutil.which("node")
    assert node, "Node 20 or newer is needed"
    feed = json.dumps({"tables": data, "stacks": [stack.__dict__ for stack in stacks]})
    done = subprocess.run([node, "tests/js/stack.mjs"], input=feed, capture_output=True, text=True, check=True, cwd=REPOSITORY)
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_stack(found: Tables, source: random.Random) -> Stack:
    """A stack of any size; techniques are often neighbours, so that edges come into play."""
    near = [
        end for edge in source.sample(found.edges, min(8, len(found.edges))) for end in (edge.source, edge.target) if end in found.stages
    ]
    pool = sorted({*near, *source.sample(sorted(found.stages), min(5, len(found.stages)))})
    model = source.choice(["", *found.models])
    return Stack(
        model, source.choice(["", *found.models.get(model, {})]), source.choice(["", *found.hardware]), source.choice(["", *found.engines]),
        tuple(source.sample(pool, source.randint(0, len(pool)))),
    )  # fmt: skip


def compared(catalog: Catalog, graph: Graph, count: int, seed: int) -> set[tuple[str, str, str]]:
    found, source = tables(catalog, graph), random.Random(seed)
    stacks = [random_stack(found, source) for _ in range(count)]
    seen = set()
    for stack, answer in zip(stacks, scripted(json.loads(json.dumps(published(found, catalog))), stacks), strict=True):
        verdicts = judge(found, stack)
        assert answer == plain(verdicts), stack
        seen |= {(v.check, v.verdict, v.reason) for v in verdicts}
    return seen


def test_a_thousand_random_stacks_get_the_same_verdicts_on_the_page(real_project: tuple[Catalog, Graph]) -> None:
    seen = compared(*real_project, 1_000, 20_26)
    assert {check for check, _, _ in seen} == {"conflict", "feature", "requires", "applies", "engine", "pair"}
    assert len(seen) > 20


def test_the_small_project_gets_the_same_verdicts(catalog: Catalog, graph: Graph) -> None:
    compared(catalog, graph, 200, 7)


def test_every_reason_has_a_sentence_in_both_languages(real_project: tuple[Catalog, Graph]) -> None:
    text = (REPOSITORY / "content/pages/assets/js/stack-words.js").read_text("utf-8")
    for check, verdict, reason in compared(*real_project, 300, 11):
        plain_key, own_key = f'"{check}.{reason}"', f'"{check}.{reason}.{verdict}"'
        assert text.count(plain_key) == 2 or text.count(own_key) == 2, (check, reason)
