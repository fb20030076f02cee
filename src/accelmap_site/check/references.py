"""Rules about ids: they exist, they may stand where they stand, they do not run in circles."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..graph import CATEGORY_PREFIX, cycles, references, required
from ..schema import aloud, is_plain, texts
from .rule import Subject, rule

REFERENCE = re.compile(r"\[(?<!!\[)((?:[^\[\]]|\\[\[\]])+)\]\[([^\[\]]*)\]")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.S)


@rule(
    "An edge to nothing is a dead end for readers and breaks every table built from it.",
    bad="combines_with: [paged-atention]",
    good="combines_with: [paged-attention]",
)
def unknown_id(subject: Subject) -> Iterator[Problem]:
    for edge in subject.graph.edges:
        for end in (edge.source, edge.target):
            if end.startswith(CATEGORY_PREFIX):
                if end.removeprefix(CATEGORY_PREFIX) not in subject.catalog.lists["categories"]:
                    options = ", ".join(subject.catalog.lists["categories"])
                    yield subject.edge(edge, f'no category "{end.removeprefix(CATEGORY_PREFIX)}"', f"one of: {options}")
            elif not subject.exists(end):
                yield subject.edge(edge, *subject.no_record(end))
    for item in subject.catalog.items.values():
        for path, wanted in references(item.record):
            if not subject.exists(wanted):
                yield subject.at(item, path, *subject.no_record(wanted))
    for name, family in subject.catalog.lists["families"].items():
        for i, root in enumerate(getattr(family, "roots")):
            if not subject.exists(root):
                yield subject.entry("families", (name, "roots", i), *subject.no_record(root))


@rule(
    "Markdown turns an undefined reference into plain text without a word.",
    bad="zh: 见[分页注意力][paged-atention]",
    good="zh: 见[分页注意力][paged-attention]",
    single=True,
)
def unknown_reference(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        named = {after.partition("]")[0] for text in aloud(item.record) for after in text.split("][")[1:]}
        plain = any("][" in text for _, field, _, text in texts(item.record) if is_plain(field)) if named else False
        if not plain and all(map(subject.exists, named)):
            continue
        for path, field, _, text in texts(item.record):
            if "][" not in text:
                continue
            bare = _CODE.sub(lambda m: " " * len(m.group()), text)
            for match in REFERENCE.finditer(bare):
                if is_plain(field):
                    yield subject.at(item, path, "a reference in plain text", "summaries stand alone; write the name only")
                elif not subject.exists(match[2]):
                    yield subject.at(item, path, *subject.no_record(match[2]))


@rule(
    "A relation means something only between the kinds it was made for.",
    bad="variant_of: [pytorch]   # a tool",
    good="implemented_by: [pytorch]",
)
def relation_kinds(subject: Subject) -> Iterator[Problem]:
    items = subject.catalog.items
    for edge in subject.graph.edges:
        kind_of = {end: items[end].kind if end in items else "category" for end in (edge.source, edge.target)}
        declared = subject.graph.types.get(edge.relation)
        if declared is None:
            yield subject.edge(edge, f"the relation {edge.relation} is not declared", "declare it in taxonomy/relations.yml")
            continue
        if not (edge.source in items or edge.source.startswith(CATEGORY_PREFIX)):
            continue
        if kind_of[edge.source] not in declared.from_kinds:
            allowed = ", ".join(declared.from_kinds)
            yield subject.edge(edge, f"{edge.relation} cannot start at a {kind_of[edge.source]}", f"it starts at: {allowed}")
        if (edge.target in items or edge.target.startswith(CATEGORY_PREFIX)) and kind_of[edge.target] not in declared.to_kinds:
            allowed = ", ".join(declared.to_kinds)
            yield subject.edge(edge, f'"{edge.target}" is a {kind_of[edge.target]}', f"{edge.relation} leads to: {allowed}")


@rule(
    "A record that is its own variant says nothing and makes trees endless.",
    bad="# lora.yml\nvariant_of: [lora]",
    good="# lora.yml\nvariant_of: [peft]",
)
def relation_to_itself(subject: Subject) -> Iterator[Problem]:
    for edge in subject.graph.edges:
        if edge.source == edge.target:
            yield subject.edge(edge, f"{edge.relation} leads back to the record itself", "remove it")


@rule(
    "Descent, membership and requirement have a direction; a circle means that one edge is wrong.",
    bad="# a.yml\nevolves_from: [b]\n# b.yml\nevolves_from: [a]",
    good="# a.yml\nevolves_from: [b]",
)
def circle(subject: Subject) -> Iterator[Problem]:
    for name, declared in subject.graph.types.items():
        if declared.acyclic:
            for ring in cycles(subject.graph.edges, name):
                if len(ring) > 1:
                    path = " → ".join([ring[0].source, *(edge.target for edge in ring)])
                    yield subject.edge(ring[-1], f"{name} runs in a circle: {path}", "remove the edge that is wrong")


@rule(
    "A relation is written on one side and read on both; two copies drift apart.",
    bad="# a.yml\nalternative_to: [b]\n# b.yml\nalternative_to: [a]",
    good="# a.yml\nalternative_to: [b]",
)
def edge_written_twice(subject: Subject) -> Iterator[Problem]:
    seen: dict[tuple[str, str, str], str] = {}
    for edge in subject.graph.edges:
        declared = subject.graph.types.get(edge.relation)
        ends = sorted((edge.source, edge.target)) if declared and declared.symmetric else [edge.source, edge.target]
        key = (edge.relation, ends[0], ends[1])
        if key in seen and edge.relation not in ("recommends", "implemented_by", "used_by"):
            yield subject.edge(edge, f"the same edge is written in {seen[key]}", "keep one of the two")
        seen.setdefault(key, edge.owner)


@rule(
    "Nothing can be required and forbidden at once, be it through others.",
    bad="requires: [kv-cache]\nincompatible_with: [kv-cache]",
    good="requires: [kv-cache]",
)
def contradiction(subject: Subject) -> Iterator[Problem]:
    edges = [edge for edge in subject.graph.edges if edge.status != "no"]
    together = {(e.source, e.target): e.relation for e in edges if e.relation in ("requires", "combines_with", "part_of")}
    apart = [edge for edge in edges if edge.relation == "incompatible_with"]
    for edge in apart:
        other = together.get((edge.source, edge.target)) or together.get((edge.target, edge.source))
        if other:
            yield subject.edge(edge, f'"{edge.target}" is also joined by {other}', "one of the two is wrong")
    needs = {source: required(subject.graph, source) for source in {edge.source for edge in edges if edge.relation == "requires"}}
    for record_id, chains in sorted(needs.items()):
        reached = {record_id: (), **chains}
        for edge in apart:
            ends = (edge.source, edge.target)
            if all(end in reached for end in ends) and max(len(reached[end]) for end in ends) > 1:
                ways = " and ".join(f'"{" → ".join(one.target for one in reached[end])}"' for end in ends if reached[end])
                first = reached[max(ends, key=lambda end: len(reached[end]))][0]
                yield subject.edge(first, f"requires {ways}, but {ends[0]} and {ends[1]} are incompatible", "one of the edges is wrong")
            elif all(end in chains for end in ends):
                message = f"requires {ends[0]} and {ends[1]}, which are incompatible"
                yield subject.edge(reached[edge.target][0], message, "one of the edges is wrong")
