"""The texts of a diagnosis in one language, as the page and the command line say them."""

from collections.abc import Iterator
from typing import Any

from ..diagnosis import exported, rules, slug
from ..export import dump
from ..graph import Graph
from ..schema import LOCALES, Bottleneck, Catalog, Gain, Metric, Model, Record, Signal, Switch, Technique, record_path, url_of
from .plaintext import unmarked

_SIGNS = {"is": "=", ">=": "≥", "<=": "≤"}
MATURITIES = ("default", "available", "research", "declining")


class Wording:
    """Records and lists of a catalog in the words of one language."""

    def __init__(self, catalog: Catalog, locale: str) -> None:
        self.catalog, self.locale = catalog, locale

    def say(self, text: Any) -> str:
        """A bilingual text without markup."""
        return unmarked(str(getattr(text, self.locale)))

    def label(self, key: str) -> str:
        """A word of the interface."""
        return str(getattr(self.catalog.lists["labels"][key], self.locale))

    def entry(self, name: str, key: str) -> str:
        """Title of a member of a closed list."""
        found = self.catalog.lists[name].get(key)
        return str(getattr(getattr(found, "title"), self.locale)) if found else key

    def title(self, record_id: str) -> str:
        """Title of a record, a kind of model or a size of a family; the id itself if nothing has it."""
        family, _, size = record_id.partition("/")
        if family in self.catalog.items:
            record: Record = self.catalog.items[family].record
            return str(getattr(record.title, self.locale)) + (f" {size}" if size else "")
        return self.entry("model-kinds", record_id)

    def value(self, metric: str, value: float | str) -> str:
        """An observation with its unit."""
        scale = self.catalog.lists["metrics"][metric]
        assert isinstance(scale, Metric)
        if isinstance(value, str):
            return str(getattr(scale.values[value], self.locale)) if value in scale.values else value
        return f"{value:g} {scale.unit}" if scale.unit else f"{value:g}"

    def signal(self, signal: Signal) -> str:
        """A signal as a condition: ``TPOT > 50 ms``."""
        threshold = signal.threshold if signal.op == "is" else float(signal.threshold)
        return f"{self.entry('metrics', signal.metric)} {_SIGNS.get(signal.op, signal.op)} {self.value(signal.metric, threshold)}"

    def gain(self, gain: Gain) -> str:
        """A measured benefit with its envelope."""
        low, high = gain.value
        span = f"{low:g}" if low == high else f"{low:g}–{high:g}"
        unit = gain.unit if gain.unit in ("×", "%") else f" {gain.unit}"
        given = [self.say(gain.baseline), gain.model or "", gain.hardware or "", self.say(gain.setting) if gain.setting else ""]
        stop, comma = ("：", "；") if self.locale == "zh" else (": ", "; ")
        return f"{self.say(gain.metric)}{stop}{span}{unit}{comma}{comma.join(one for one in given if one)}"

    def switch(self, switch: Switch) -> dict[str, str]:
        """How a tool turns a technique on; empty values are left out."""
        note = self.say(switch.note) if switch.note else ""
        found = {"tool": switch.tool, "how": switch.how or "", "since": switch.since or "", "note": note}
        return {name: value for name, value in found.items() if value}


def diagnosis_files(catalog: Catalog, graph: Graph) -> Iterator[tuple[str, str]]:
    """(path, text) of what the page of the diagnosis fetches: the rules, and the texts in each language."""
    yield "diagnose/rules.json", dump(exported(rules(catalog, graph)))
    for locale in LOCALES:
        yield f"diagnose/texts.{locale}.json", dump(_texts(catalog, graph, Wording(catalog, locale)))


def _texts(catalog: Catalog, graph: Graph, words: Wording) -> dict[str, Any]:
    tables = rules(catalog, graph)
    candidates = {name: catalog.items[name].record for name in tables.candidates}
    named = {*candidates, *(limit.id for limit in tables.limits), *tables.hardware}
    named |= {other for one in tables.candidates.values() for other in (*one.requires, *one.conflicts)}
    named |= {switch.tool for record in candidates.values() for switch in getattr(record, "tools", ())}
    lists = ("stages", "layers", "metrics", "features")
    return {
        **{name: {key: words.entry(name, key) for key in catalog.lists[name]} for name in lists},
        "maturities": {name: words.label(f"maturity-{name}") for name in MATURITIES},
        "values": {
            key: {value: words.value(key, value) for value in metric.values}
            for key, metric in catalog.lists["metrics"].items()
            if isinstance(metric, Metric) and metric.values
        },
        "records": {name: _record(catalog, words, name) for name in sorted(named)},
        "models": {name: model_title(catalog, words, name) for name in tables.models},
        "limits": {limit.id: _signals(catalog.items[limit.id].record, words) for limit in tables.limits},
        "candidates": {name: _candidate(record, words) for name, record in candidates.items()},
    }


def _record(catalog: Catalog, words: Wording, name: str) -> list[str]:
    if name not in catalog.items:
        return [name, ""]
    return [words.title(name), url_of(record_path(words.locale, catalog.items[name].kind, name))]


def model_title(catalog: Catalog, words: Wording, choice: str) -> str:
    """Title of a choice of model: sizes by the name that their maker gave them."""
    family, _, size = choice.partition("/")
    record = catalog.items[family].record if family in catalog.items else None
    if not size or not isinstance(record, Model):
        return words.title(choice)
    name = next((variant.name for variant in record.variants if slug(variant.name) == size), size)
    return f"{words.title(family)} {name}"


def _signals(record: Record, words: Wording) -> list[list[str]]:
    assert isinstance(record, Bottleneck)
    return [[words.signal(signal), words.say(signal.why)] for signal in record.signals]


def _candidate(record: Record, words: Wording) -> dict[str, Any]:
    found: dict[str, Any] = {"summary": words.say(record.summary)}
    if isinstance(record, Technique):
        found |= {
            "gains": [words.gain(gain) for gain in record.gains],
            "costs": [words.say(cost) for cost in record.costs],
            "tools": [words.switch(switch) for switch in record.tools],
            "software": list(record.needs_software),
        }
    return {name: value for name, value in found.items() if value}
