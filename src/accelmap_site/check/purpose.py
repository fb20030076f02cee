"""Rules about what a record is good for: it hangs together with others, relieves something, and its gains can be judged."""

from collections.abc import Iterator

from ..errors import Problem
from ..graph import CATEGORY_PREFIX
from ..schema import Category, Technique
from .rule import Subject, rule

_BUILT_ON = ("used_by", "part_of", "requires", "variant_of", "evolves_from", "combines_with", "alternative_to")


@rule(
    "A record that nothing leads to and that leads nowhere is found by nobody.",
    bad="title: {zh: 新方法, en: New method}\ncategories: [peft]",
    good="title: {zh: 新方法, en: New method}\ncategories: [peft]\nrelations: {variant_of: [lora]}",
    whole=True,
    allowable=True,
)
def orphan(subject: Subject) -> Iterator[Problem]:
    graph = subject.graph
    for item in subject.catalog.items.values():
        ends = {edge.target for edge in graph.leaving.get(item.id, ())} | {edge.source for edge in graph.reaching.get(item.id, ())}
        if not any(end != item.id and not end.startswith(CATEGORY_PREFIX) for end in ends):
            yield subject.at(
                item, (), "no edge leads to it or from it", "name the record that it varies, uses, belongs to or competes with"
            )


@rule(
    "A technique that relieves nothing needs another reason to be on the map.",
    bad="categories: [io-data]",
    good="categories: [io-data]\nbottlenecks: {io-bound: 2}",
    whole=True,
    allowable=True,
)
def relieves_nothing(subject: Subject) -> Iterator[Problem]:
    """Such a reason is a category of structural choices, or a technique or model that is built on it."""
    graph, items = subject.graph, subject.catalog.items
    for item in subject.catalog.of("technique"):
        record = item.record
        assert isinstance(record, Technique)
        if record.bottlenecks or any(_structural(subject, name) for name in record.categories):
            continue
        near = [edge.target for edge in graph.leaving.get(item.id, ()) if edge.relation in _BUILT_ON]
        near += [edge.source for edge in graph.reaching.get(item.id, ()) if edge.relation in _BUILT_ON]
        if not any(items[one].kind in ("technique", "model") for one in near if one in items):
            yield subject.at(item, (), "relieves no bottleneck, and nothing is built on it", "name one under bottlenecks, or what uses it")


def _structural(subject: Subject, name: str) -> bool:
    category = subject.catalog.lists["categories"].get(name)
    return isinstance(category, Category) and category.structural


@rule(
    "A factor without model, hardware or setting holds nowhere in particular.",
    bad="gains:\n  - {metric: …, value: [2, 4], unit: ×, baseline: …, source: paper}",
    good="gains:\n  - {metric: …, value: [2, 4], unit: ×, baseline: …, model: Llama 3 8B, hardware: 1× A100, source: paper}",
    allowable=True,
    single=True,
)
def gain_without_envelope(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("technique"):
        assert isinstance(item.record, Technique)
        for i, gain in enumerate(item.record.gains):
            if not (gain.model or gain.hardware or gain.setting):
                message = "no model, hardware or setting: where was it measured?"
                yield subject.at(item, ("gains", i), message, "say what the source says, at least one of the three")


@rule(
    "A tool that is named without a word on how it offers the technique turns nothing on.",
    bad="tools:\n  - tool: vllm",
    good="tools:\n  - {tool: vllm, how: --kv-cache-dtype fp8}",
    allowable=True,
    single=True,
)
def switch_unexplained(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("technique"):
        assert isinstance(item.record, Technique)
        for i, switch in enumerate(item.record.tools):
            if not switch.how and not switch.note:
                message = f"not a word on how {switch.tool} offers it"
                yield subject.at(item, ("tools", i), message, "write the flag or call under how, or what to know under note")
        if item.record.tools and item.record.no_tool:
            yield subject.at(item, ("no_tool",), "tools are named, and a reason for naming none", "keep one of the two")
