"""Rules about what the diagnosis evaluates: signals, kinds of model."""

from collections.abc import Iterator

from ..errors import Problem
from ..schema import Bottleneck, Metric, ModelKind
from .rule import Subject, rule


@rule(
    "A signal that compares a word with a number, or with a word that nobody can enter, never speaks.",
    bad="- {metric: gpu-idle, op: is, threshold: high, why: {zh: …, en: …}}",
    good='- {metric: gpu-idle, op: ">=", threshold: "20", why: {zh: …, en: …}}',
    single=True,
)
def deaf_signal(subject: Subject) -> Iterator[Problem]:
    metrics = subject.catalog.lists["metrics"]
    for item in subject.judged_of("bottleneck"):
        assert isinstance(item.record, Bottleneck)
        for i, signal in enumerate(item.record.signals):
            metric = metrics.get(signal.metric)
            if not isinstance(metric, Metric):
                continue
            if (signal.op == "is") != bool(metric.values):
                expected = "'is'" if metric.values else "a comparison with a number"
                yield subject.at(item, ("signals", i, "op"), f"'{signal.op}' cannot be asked of {signal.metric}", f"it takes {expected}")
            elif metric.values and signal.threshold not in metric.values:
                message = f"'{signal.threshold}' is no value of {signal.metric}"
                yield subject.at(item, ("signals", i, "threshold"), message, f"one of: {', '.join(metric.values)}")


@rule(
    "A kind of model that excludes what does not exist excludes nothing.",
    bad="without: [kv-cash]",
    good="without: [kv-cache]",
)
def unknown_exclusion(subject: Subject) -> Iterator[Problem]:
    for name, kind in subject.catalog.lists["model-kinds"].items():
        assert isinstance(kind, ModelKind)
        if name in subject.catalog.items:
            yield subject.entry("model-kinds", (name,), f"'{name}' is the id of a record", "give the kind another name")
        for i, record in enumerate(kind.without):
            if not subject.exists(record):
                yield subject.entry("model-kinds", (name, "without", i), *subject.no_record(record))
        for i, category in enumerate(kind.without_categories):
            if category not in subject.catalog.lists["categories"]:
                known = ", ".join(subject.catalog.lists["categories"])
                yield subject.entry("model-kinds", (name, "without_categories", i), f"'{category}' is not a category", f"one of: {known}")
