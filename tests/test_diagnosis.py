"""The engine of the diagnosis: ranking, what to measure next, remedies, and what is never offered."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accelmap_site.diagnosis import Answer, Case, Rules, answer, crossed, evaluate, option, plain, read_case, rules
from accelmap_site.formula import true_of
from accelmap_site.graph import Graph
from accelmap_site.schema import Bottleneck, Catalog, Config, Model, Technique
from diagnosis_cases import numbers_of

relaxed = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def tables(real_project: tuple[Catalog, Graph]) -> Rules:
    """The rules of the real records."""
    return rules(*real_project)


def case(stage: str, hardware: str = "", model: str = "", **observed: float | str) -> Case:
    """A case with observations named as in Python: ``gpu_idle=30``."""
    named = {name.replace("_", "-"): value if isinstance(value, str) else float(value) for name, value in observed.items()}
    return Case(stage, hardware, model, tuple(sorted(named.items())))


def offered(found: Answer) -> list[str]:
    """Ids of all techniques and tools of an answer."""
    return [one.id for plan in found.plans for one in (*plan.techniques, *plan.tools)]


def cases_of(tables: Rules) -> st.SearchStrategy[Case]:
    """Any case that the form could hold."""
    metrics = {
        name: st.sampled_from(scale.values or numbers_of(tables, name)) for name, scale in tables.metrics.items()
    }  # fmt: skip
    observed = st.fixed_dictionaries({}, optional=metrics).map(lambda found: tuple(sorted(found.items())))
    return st.builds(
        Case, st.sampled_from(list(tables.stages)), st.sampled_from(["", *tables.hardware]), st.sampled_from(["", *tables.models]), observed
    )


# -- ranking -----------------------------------------------------------------------------------------


def test_a_decisive_signal_decides(tables: Rules) -> None:
    found = evaluate(tables, case("serve", tpot=80))
    assert found.decided
    assert (found.standings[0].bottleneck, found.next) == ("tpot-high", None)


def test_signals_for_against_silent_and_unobserved_are_told_apart(tables: Rules) -> None:
    first = evaluate(tables, case("serve", gpu_idle=30)).standings[0]
    clues = next(limit.clues for limit in tables.limits if limit.id == first.bottleneck)
    assert [clues[i].metric for i in first.supports] == ["gpu-idle"]
    assert {clues[i].metric for i in first.silent} == {"gpu-idle"}
    assert "kernel-time" in {clues[i].metric for i in first.unobserved}


def test_a_signal_against_lowers_the_score(tables: Rules) -> None:
    before = {one.bottleneck: one.score for one in evaluate(tables, case("pretrain", mfu=20)).standings}
    after = {one.bottleneck: one.score for one in evaluate(tables, case("pretrain", mfu=20, comm_share=2)).standings}
    assert after["communication-bound"] < before["communication-bound"]


def test_a_stage_leaves_out_what_nothing_could_support(tables: Rules) -> None:
    assert {"tpot-high", "ttft-high"} & {one.bottleneck for one in evaluate(tables, case("pretrain")).standings} == set()
    assert "io-bound" not in {one.bottleneck for one in evaluate(tables, case("serve")).standings}


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [(">", 10.0, False), (">", 10.5, True), (">=", 10.0, True), ("<", 10.0, False), ("<=", 10.0, True), ("<", 9.0, True)],
)
def test_thresholds_include_themselves_where_they_say_so(tables: Rules, op: str, value: float, expected: bool) -> None:
    clue = replace(next(c for limit in tables.limits for c in limit.clues if c.op == ">"), op=op, threshold=10.0)
    assert crossed(clue, value) is expected


# -- what to measure next ----------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["pretrain", "finetune", "rl", "serve"])
def test_with_nothing_known_a_measurement_is_proposed_with_its_command(tables: Rules, stage: str) -> None:
    found = evaluate(tables, case(stage))
    assert not found.decided
    assert found.plans == ()
    assert found.next is not None
    assert found.next.command
    assert found.next.tool


def test_the_next_measurement_separates_the_leaders(tables: Rules) -> None:
    found = evaluate(tables, case("serve", batch=4))
    assert found.next is not None
    clues = {limit.id: limit.clues for limit in tables.limits}
    assert len(found.next.between) >= 2
    assert any(c.metric == found.next.metric for name in found.next.between for c in clues[name])


def test_what_is_measured_is_not_proposed_again(tables: Rules) -> None:
    known: dict[str, float | str] = {}
    for _ in range(len(tables.metrics)):
        found = evaluate(tables, Case("pretrain", observed=tuple(sorted(known.items()))))
        if found.next is None:
            break
        assert found.next.metric not in known
        scale = tables.metrics[found.next.metric]
        middle = sorted(numbers_of(tables, found.next.metric))
        known[found.next.metric] = scale.values[1] if scale.values else middle[len(middle) // 2]
    assert known


def test_every_metric_of_a_signal_can_be_measured_somehow(tables: Rules) -> None:
    measured = {metric for limit in tables.limits for probe in limit.probes for metric in probe.metrics}
    given_by_the_job = {"batch", "prompt-length", "output-length", "sequence-length", "scaling-efficiency", "checkpoint-share"}
    assert {clue.metric for limit in tables.limits for clue in limit.clues} - measured <= given_by_the_job


# -- remedies ----------------------------------------------------------------------------------------


def test_remedies_stand_by_strength_then_layer_then_maturity(tables: Rules) -> None:
    plan = evaluate(tables, case("pretrain", "h100", mfu=60)).plans[0]
    keys = [
        (tables.candidates[one.id].special, -one.strength, tables.layers.index(one.layer), tables.maturities.index(one.maturity))
        for one in plan.techniques
        if not one.swap
    ]
    assert keys == sorted(keys)
    assert plan.techniques[0].layer == "model"


def test_what_suits_no_language_model_stands_last_until_a_model_is_named(tables: Rules) -> None:
    special = {name for name, one in tables.candidates.items() if one.special}
    assert "feature-caching" in special
    assert not special & {"prefix-caching", "expert-parallelism", "lora"}
    seen = set()
    for observed in (case("serve", gpu_idle=5), case("serve", ttft=900), case("serve", tpot=80)):
        for plan in evaluate(tables, observed).plans:
            last = [one.id in special for one in plan.techniques]
            assert last == sorted(last)
            seen |= set(last)
    assert seen == {False, True}
    named = [one.id for plan in evaluate(tables, case("serve", model="diffusion-model", ttft=900)).plans for one in plan.techniques]
    assert special & set(named)


def test_another_model_is_no_small_change_once_it_is_trained(tables: Rules) -> None:
    plan = evaluate(tables, case("serve", tpot=80)).plans[0]
    swaps = [one for one in plan.techniques if one.strength == 2 and not tables.candidates[one.id].special]
    assert [one.swap for one in swaps] == sorted(one.swap for one in swaps)
    assert any(one.swap for one in swaps)
    assert not any(one.swap for one in evaluate(tables, case("pretrain", attention_share=60)).plans[0].techniques)


def test_each_remedy_brings_its_record(real_project: tuple[Catalog, Graph]) -> None:
    found = answer(*real_project, case("serve", "h100", tpot=80))
    assert all(one.record is real_project[0].items[one.id].record for plan in found.plans for one in (*plan.techniques, *plan.tools))
    assert any(isinstance(one.record, Technique) and one.record.gains and one.record.tools for one in found.plans[0].techniques)


@pytest.mark.parametrize(("hardware", "technique"), [("a100", "fp8-training"), ("v100", "bf16-mixed-precision"), ("h100", "fp4-training")])
def test_what_the_hardware_lacks_is_withheld_and_said(tables: Rules, hardware: str, technique: str) -> None:
    plan = evaluate(tables, case("pretrain", hardware, mfu=60)).plans[0]
    assert technique not in [one.id for one in plan.techniques]
    assert next(one for one in plan.withheld if one.id == technique).reason == "hardware"


def test_the_architecture_of_a_named_model_is_given(tables: Rules) -> None:
    plan = evaluate(tables, case("serve", model="deepseek-v3", tpot=80)).plans[0]
    reasons = {one.id: one.reason for one in plan.withheld}
    assert reasons["kda"] == "fixed"
    assert reasons["gqa"] == "model"
    assert next(one for one in plan.techniques if one.id == "mla").present or reasons["mla"] == "has"


def test_what_needs_an_excluded_technique_goes_with_it(tables: Rules) -> None:
    plan = evaluate(tables, case("serve", model="diffusion-model", ttft=900)).plans[0]
    reasons = {one.id: (one.reason, one.because) for one in plan.withheld}
    assert reasons["prefix-caching"][0] in ("requires", "model")
    assert "speculative-decoding" not in offered(evaluate(tables, case("serve", model="diffusion-model", tpot=80)))


def test_of_two_that_cannot_be_combined_the_first_stays(tables: Rules) -> None:
    pair = next((name, other) for name, one in tables.candidates.items() for other in one.clashes)
    shared = {"relieves": {"tpot-high": 3}, "stages": ("serve",), "needs": (), "structural": False}
    first, second = (replace(tables.candidates[name], **shared) for name in pair)
    small = replace(tables, candidates={pair[0]: replace(first, costs=0), pair[1]: replace(second, layer="hardware", costs=9)})
    plan = evaluate(small, case("serve", tpot=80)).plans[0]
    assert [one.id for one in (*plan.techniques, *plan.tools)] == [pair[0]]
    assert [(one.id, one.reason, one.because) for one in plan.withheld] == [(pair[1], "conflict", (pair[0],))]


# -- properties --------------------------------------------------------------------------------------


@relaxed
@given(data=st.data())
def test_the_order_of_observations_does_not_matter(tables: Rules, data: st.DataObject) -> None:
    found = data.draw(cases_of(tables))
    mixed = replace(found, observed=tuple(data.draw(st.permutations(found.observed))))
    assert plain(evaluate(tables, found))["standings"] == plain(evaluate(tables, mixed))["standings"]
    assert evaluate(tables, found) == evaluate(tables, found)
    assert evaluate(tables, found).plans == evaluate(tables, mixed).plans


@relaxed
@given(data=st.data())
def test_nothing_forbidden_is_ever_offered(tables: Rules, real_project: tuple[Catalog, Graph], data: st.DataObject) -> None:
    catalog, graph = real_project
    asked = data.draw(cases_of(tables))
    names = offered(evaluate(tables, asked))
    incompatible = {frozenset((e.source, e.target)) for e in graph.edges if e.relation == "incompatible_with" and e.status == "yes"}
    chosen = {*names, *([asked.hardware] if asked.hardware else []), *([asked.model.partition("/")[0]] if asked.model else [])}
    for name in names:
        record: Any = catalog.items[name].record
        assert asked.stage in record.stages
        if asked.hardware:
            assert set(getattr(record, "needs_features", ())) <= set(tables.hardware[asked.hardware])
        if asked.model in catalog.items:
            model = catalog.items[asked.model].record
            assert isinstance(model, Model)
            predicate = getattr(record, "applies_if", None)
            assert not (
                predicate
                and model.config
                and true_of(predicate, dict(model.config)) is False
                and name not in tables.models[asked.model].has
            )
        assert not any(frozenset((name, other)) in incompatible for other in chosen)


@relaxed
@given(data=st.data())
def test_one_more_signal_for_a_bottleneck_never_lowers_its_score(tables: Rules, data: st.DataObject) -> None:
    found = data.draw(cases_of(tables))
    limit = data.draw(st.sampled_from(tables.limits))
    free = [
        i for i, c in enumerate(limit.clues)
        if c.speaks > 0 and c.metric not in dict(found.observed) and (not c.stages or found.stage in c.stages)
    ]  # fmt: skip
    if not free:
        return
    clue = limit.clues[data.draw(st.sampled_from(free))]
    values = [v for v in (tables.metrics[clue.metric].values or numbers_of(tables, clue.metric)) if crossed(clue, v)]
    against = [c for c in limit.clues if c.metric == clue.metric and c.speaks < 0]
    values = [v for v in values if not any(crossed(c, v) for c in against)]
    more = replace(found, observed=tuple(sorted({**dict(found.observed), clue.metric: data.draw(st.sampled_from(values))}.items())))
    before, after = ({one.bottleneck: one.score for one in evaluate(tables, one_case).standings} for one_case in (found, more))
    assert after[limit.id] > before[limit.id]


def test_no_bottleneck_contradicts_itself(tables: Rules) -> None:
    """No single observation speaks for and against the same bottleneck at one stage."""
    for limit in tables.limits:
        for stage in tables.stages:
            for metric, scale in tables.metrics.items():
                clues = [c for c in limit.clues if c.metric == metric and (not c.stages or stage in c.stages)]
                for value in scale.values or numbers_of(tables, metric):
                    assert len({c.speaks for c in clues if crossed(c, value)}) <= 1, (limit.id, metric, value)


def test_a_case_with_unknown_words_is_refused_with_all_of_them(real_project: tuple[Catalog, Graph]) -> None:
    with pytest.raises(ValueError, match=re.compile("stage: 'srve'.*hardware: 'h1000'.*mfu", re.S)):
        answer(*real_project, Case("srve", "h1000", "", (("mfu", 400.0),)))


def test_an_observation_just_past_a_threshold_counts_everywhere(real_project: tuple[Catalog, Graph], tables: Rules) -> None:
    just = case("serve", comm_share=20.00000001)
    assert answer(*real_project, just).standings == evaluate(tables, just).standings
    assert answer(*real_project, just).standings[0].bottleneck == "communication-bound"
    whole = answer(*real_project, Case("serve", observed=(("comm-share", 30), ("batch", 4))))
    assert whole.case.observed == (("batch", 4.0), ("comm-share", 30.0))


# -- the decision flow -------------------------------------------------------------------------------


def test_every_leaf_is_reached_and_every_pick_is_offered(real_project: tuple[Catalog, Graph], tables: Rules) -> None:
    catalog, graph = real_project
    for item in catalog.of("bottleneck"):
        record = item.record
        assert isinstance(record, Bottleneck)
        stages = sorted({s for clue in record.signals for s in clue.stages} or set(tables.stages))
        found = {stage: evaluate(tables, Case(stage, observed=speaking(tables, item.id, stage))) for stage in stages}
        assert all(one.standings[0].bottleneck == item.id for one in found.values()), item.id
        reachable = {name for one in found.values() for name in offered(one)}
        assert set(record.flow.picks) <= reachable, item.id
        assert set(record.flow.picks) <= {edge.source for edge in graph.sources(item.id, "relieves")}


def speaking(tables: Rules, bottleneck: str, stage: str) -> tuple[tuple[str, float | str], ...]:
    """For each metric, the value that speaks most for one bottleneck and least for the others."""
    chosen: dict[str, float | str] = {}

    def score(limit: str, metric: str, value: float | str) -> int:
        clues = next(one.clues for one in tables.limits if one.id == limit)
        return sum(c.speaks * c.weight for c in clues if c.metric == metric and (not c.stages or stage in c.stages) and crossed(c, value))

    for metric, scale in tables.metrics.items():
        values = list(scale.values) or numbers_of(tables, metric)
        others = [limit.id for limit in tables.limits if limit.id != bottleneck]
        best = max(values, key=lambda v: (score(bottleneck, metric, v), -max(score(other, metric, v) for other in others)))
        if score(bottleneck, metric, best) > 0 or any(score(other, metric, best) < 0 for other in others):
            chosen[metric] = best
    return tuple(sorted(chosen.items()))


# -- predicates --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ("experts > 0", True), ("experts == 0", False), ("window > 0", None), ("experts > 0 and window > 0", None),
        ("experts == 0 and window > 0", False), ("experts > 0 or window > 0", True), ("not experts > 0", False), ("not window > 0", None),
        ("attention == 'gqa'", True), ("attention in ('mla', 'gqa')", True), ("attention not in ('mla', 'gqa')", False),
        ("attention > 3", None), ("heads < kv_heads", None), ("0 < experts < 9", True), ("experts", None), ("experts >", None),
        ("nonsense > 0", None), ("__import__('os')", None), ("-experts > 0", None), ("experts is 8", None),
    ],
)  # fmt: skip
def test_predicates_have_three_values(predicate: str, expected: bool | None) -> None:
    config = Config.model_validate({"experts": "8", "attention": "gqa", "heads": "32"})
    assert true_of(predicate, dict(config)) is expected


# -- input -------------------------------------------------------------------------------------------

NONSENSE = (
    "", "-1", "1e309", "1e3", "abc", "８０", "٣", "5,5", "0x10", "NaN", "inf", "1.", ".5", "1_000", "<b>", "9" * 13, "1\n", "+1", " 1",
)  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE)
def test_values_that_are_no_plain_numbers_are_refused(tables: Rules, text: str) -> None:
    _, mistakes = read_case(tables, "serve", "", "", {"tpot": text})
    assert [(one.field, one.value) for one in mistakes] == [("tpot", text)]


def test_values_out_of_range_and_unknown_words_are_refused(tables: Rules) -> None:
    _, mistakes = read_case(tables, "", "h1000", "gpt", {"mfu": "100.5", "memory-state": "full", "speed": "1"})
    assert [one.field for one in mistakes] == ["stage", "hardware", "model", "memory-state", "mfu", "speed"]
    assert "fits, tight, oom" in mistakes[3].allowed
    assert mistakes[4].allowed == "a number from 0 to 100 in plain digits"


def test_options_carry_their_units(tables: Rules) -> None:
    names = {metric: option(metric, scale) for metric, scale in tables.metrics.items()}
    assert names["tpot"] == "--tpot-ms"
    assert names["mfu"] == "--mfu-percent"
    assert names["kernel-time"] == "--kernel-time-us"
    assert names["batch"] == "--batch"
    assert len(set(names.values())) == len(names)
