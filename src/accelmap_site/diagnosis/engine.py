"""Observations → bottlenecks → remedies, by the tables alone. Same tables and case, same answer.

``content/pages/assets/js/diagnose-engine.js`` holds the same algorithm, function by function; a test compares them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from .answer import Answer, Case, Next, Observed, Plan, Remedy, Standing, Withheld
from .tables import Candidate, Clue, Limit, Rules

DECISIVE = 3
"""The least score that settles anything: the weight of one decisive signal."""
LEAD = 2
"""The least distance to the runner-up: the weight of one clear signal."""
PLANS = 3
"""For how many leaders remedies are listed while the input does not decide."""


def evaluate(rules: Rules, case: Case) -> Answer:
    """The answer to a case whose words are all known to ``rules`` (see :func:`read_case`)."""
    observed = dict(case.observed)
    standings = _standings(rules, case.stage, observed)
    leaders = [one for one in standings if standings[0].score - one.score < LEAD]
    decided = len(leaders) == 1 and leaders[0].score >= DECISIVE
    following = None if decided else _next(rules, case.stage, observed, standings)
    kept: list[str] = []
    plans = tuple(_plan(rules, case, one.bottleneck, kept) for one in leaders[:PLANS] if one.score > 0)
    return Answer(case, decided, standings, following, plans)


def _standings(rules: Rules, stage: str, observed: Mapping[str, Observed]) -> tuple[Standing, ...]:
    """Best first; equal scores stand in the order of the decision flow. What nothing can support at this stage is left out."""
    found = [_standing(limit, stage, observed) for limit in rules.limits if any(c.speaks > 0 and _at(c, stage) for c in limit.clues)]
    return tuple(sorted(found, key=lambda one: -one.score))


def _standing(limit: Limit, stage: str, observed: Mapping[str, Observed]) -> Standing:
    groups: dict[str, list[int]] = {"supports": [], "opposes": [], "silent": [], "unobserved": []}
    score = 0
    for i, clue in enumerate(limit.clues):
        if not _at(clue, stage):
            continue
        if clue.metric not in observed:
            groups["unobserved"].append(i)
        elif crossed(clue, observed[clue.metric]):
            score += clue.speaks * clue.weight
            groups["supports" if clue.speaks > 0 else "opposes"].append(i)
        else:
            groups["silent"].append(i)
    return Standing(limit.id, score, **{name: tuple(places) for name, places in groups.items()})


def _at(clue: Clue, stage: str) -> bool:
    return not clue.stages or stage in clue.stages


def crossed(clue: Clue, value: Observed) -> bool:
    """Whether an observation meets the comparison of a signal."""
    if clue.op == "is":
        return value == clue.threshold
    assert isinstance(value, float)
    assert isinstance(clue.threshold, float)
    return {
        ">": value > clue.threshold, ">=": value >= clue.threshold, "<": value < clue.threshold, "<=": value <= clue.threshold,
    }[clue.op]  # fmt: skip


def _next(rules: Rules, stage: str, observed: Mapping[str, Observed], standings: Sequence[Standing]) -> Next | None:
    """The metric after which, on average over its outcomes, the first contender stands furthest ahead of the second."""
    if len(standings) < 2:
        return None
    floor = min(standings[0].score - LEAD + 1, standings[1].score)
    scores = {one.bottleneck: one.score for one in standings if one.score >= floor}
    contenders = [limit for limit in rules.limits if limit.id in scores]
    best, chosen = Fraction(0), ""
    for metric in rules.metrics:
        if metric not in observed:
            gap = _gap(metric, rules, stage, contenders, scores)
            if gap > best:
                best, chosen = gap, metric
    if not chosen:
        return None
    touched = tuple(one.bottleneck for one in standings if one.bottleneck in scores)
    return Next(chosen, touched, *_probe(rules, chosen, touched))


def _gap(metric: str, rules: Rules, stage: str, contenders: Sequence[Limit], scores: Mapping[str, int]) -> Fraction:
    clues = {limit.id: [c for c in limit.clues if c.metric == metric and _at(c, stage)] for limit in contenders}
    if not any(clues.values()):
        return Fraction(0)
    outcomes = _outcomes(metric, rules, [clue for group in clues.values() for clue in group])
    total = 0
    for value in outcomes:
        after = sorted((scores[name] + sum(c.speaks * c.weight for c in group if crossed(c, value)) for name, group in clues.items()))
        total += after[-1] - after[-2]
    return Fraction(total, len(outcomes))


def _outcomes(metric: str, rules: Rules, clues: Sequence[Clue]) -> list[Observed]:
    """One value from each stretch between thresholds, or each word of the metric."""
    if rules.metrics[metric].values:
        return list(rules.metrics[metric].values)
    cuts = sorted({clue.threshold for clue in clues if isinstance(clue.threshold, float)})
    return [cuts[0] - 1, *((low + high) / 2 for low, high in pairwise(cuts)), cuts[-1] + 1]


def _probe(rules: Rules, metric: str, preferred: Sequence[str]) -> tuple[str, str, str]:
    """Tool, command and bottleneck of the first measurement of a metric; leaders' own come first."""
    by_id = {limit.id: limit for limit in rules.limits}
    for name in (*preferred, *(limit.id for limit in rules.limits)):
        for probe in by_id[name].probes:
            if metric in probe.metrics:
                return probe.tool, probe.command, name
    return "", "", ""


def _plan(rules: Rules, case: Case, bottleneck: str, kept: list[str]) -> Plan:
    """Remedies in the order of :func:`_rank`. ``kept`` collects what is offered, over all plans of an answer."""
    found: dict[str, list[Remedy]] = {"technique": [], "tool": []}
    withheld = []
    for name in sorted((n for n, c in rules.candidates.items() if bottleneck in c.relieves and case.stage in c.stages),
                       key=lambda n: _rank(rules, case, n, bottleneck)):  # fmt: skip
        candidate = rules.candidates[name]
        reason, because = _obstacle(rules, case, name)
        clash = [other for other in kept if other in candidate.clashes]
        if not reason and clash:
            reason, because = "conflict", (clash[0],)
        if reason:
            withheld.append(Withheld(name, reason, because))
            continue
        if name not in kept:
            kept.append(name)
        found[candidate.kind].append(_remedy(rules, case, name, bottleneck))
    return Plan(bottleneck, tuple(found["technique"]), tuple(found["tool"]), tuple(withheld))


def _rank(rules: Rules, case: Case, name: str, bottleneck: str) -> tuple[bool, int, int, int, int, str]:
    """Strength first, then the nearest layer, maturity, fewest stated costs, id.

    As long as no model is named, what makes no sense for any language model stands last: most who ask run one.

    The order of layers is model, kernel, system, application, hardware: what changes numbers or form of the model
    brings most for the least intervention, a kernel is swapped beneath unchanged code, parallelism and compilers
    touch the whole job, serving policy touches all jobs of a cluster, hardware has to be bought. One exception:
    outside pre-training the architecture is fixed, so a remedy of the model layer that means another model
    (grouped-query attention, mixture of experts) is no small change; it stands after the application layer.
    Where the model is named, its architecture is given, and such remedies are withheld instead.
    """
    candidate = rules.candidates[name]
    layer = 2 * _place(rules.layers, candidate.layer)
    if _is_swap(rules, case, candidate):
        layer = 2 * _place(rules.layers, "hardware") - 1
    special = candidate.special and not case.model
    return special, -candidate.relieves[bottleneck], layer, _place(rules.maturities, candidate.maturity), candidate.costs, name


def _place(order: Sequence[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def _has(rules: Rules, case: Case, name: str) -> bool:
    return case.model in rules.models and name in rules.models[case.model].has


def _is_swap(rules: Rules, case: Case, candidate: Candidate) -> bool:
    known = case.model in rules.models and rules.models[case.model].record
    return candidate.structural and not rules.stages[case.stage] and not known


def _obstacle(rules: Rules, case: Case, name: str) -> tuple[str, tuple[str, ...]]:
    """Why a candidate cannot be used with this hardware and model, and what says so; ('', ()) if it can."""
    reason, because = _own_obstacle(rules, case, name)
    if reason:
        return reason, because
    for part in rules.candidates[name].requires:
        if part in rules.candidates and _own_obstacle(rules, case, part)[0] not in ("", "has"):
            return "requires", (part,)
        if part not in rules.candidates and case.model and part in rules.models[case.model].never:
            return "requires", (part,)
    return "", ()


def _own_obstacle(rules: Rules, case: Case, name: str) -> tuple[str, tuple[str, ...]]:
    candidate = rules.candidates[name]
    if case.hardware:
        missing = tuple(feature for feature in candidate.needs if feature not in rules.hardware[case.hardware])
        if missing:
            return "hardware", missing
        if case.hardware in candidate.conflicts:
            return "hardware", (case.hardware,)
    if not case.model:
        return "", ()
    subject = rules.models[case.model]
    if name in subject.never or (subject.record and subject.record in candidate.conflicts):
        return "model", (case.model,)
    if candidate.structural and subject.record:
        if name not in subject.has:
            return "fixed", (case.model,)
        if not candidate.switched:
            return "has", (case.model,)
    return "", ()


def _remedy(rules: Rules, case: Case, name: str, bottleneck: str) -> Remedy:
    candidate = rules.candidates[name]
    return Remedy(
        name, candidate.relieves[bottleneck], candidate.layer, candidate.maturity, _is_swap(rules, case, candidate),
        _has(rules, case, name), candidate.requires, candidate.conflicts,
    )  # fmt: skip
