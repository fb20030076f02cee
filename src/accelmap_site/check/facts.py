"""Rules about numbers: each in prose is a fact, each fact exists and still has its value."""

from collections.abc import Iterator

from rapidfuzz import process

from ..errors import Problem
from ..facts import Ledger, broken, mentions, moved, reading
from ..formula import Fault
from ..schema import Fact
from .rule import Said, Subject, rule


@rule(
    "A reference to a fact that does not exist would print nothing.",
    bad='zh: 权重占 {{ fact("wieghts") }}。',
    good='zh: 权重占 {{ fact("weights") }}。',
    single=True,
)
def unknown_fact(subject: Subject) -> Iterator[Problem]:
    ledger = subject.once(Ledger)
    for item in subject.judged:
        if "{{" not in item.written:
            continue
        for said in subject.said(item):
            for one in mentions(said.text):
                if ledger.find(item.id, one.name) is None and one.name.rpartition(".")[0] not in subject.catalog.unread:
                    near = process.extractOne(one.name, ledger.names(item.id), score_cutoff=60)
                    hint = f'did you mean "{near[0]}"?' if near else "write it under facts: of the record"
                    yield subject.within(said, one.start, said.text[one.start : one.end], f'no fact "{one.name}"', hint)
            for one in broken(said.text):
                message, hint = f"'{one.name}' is no reference to a fact", 'write {{ fact("key") }} or {{ fact("record.key") }}'
                yield subject.within(said, one.start, "{{", message, hint)


@rule(
    "A value that its derivation or formula does not give is a mistake, or has gone stale.",
    bad='weights: {value: "150", unit: GB, derivation: "70*2"}',
    good='weights: {value: "140", unit: GB, derivation: "70*2"}',
    single=True,
)
def fact_moved(subject: Subject) -> Iterator[Problem]:
    ledger = subject.once(Ledger)
    for item in subject.judged:
        for key, fact in item.record.facts.items():
            if fact.formula and fact.formula.id in subject.catalog.unread:
                continue
            field = "derivation" if fact.derivation else "formula"
            try:
                if fact.formula:
                    ledger.chosen(fact.formula)
                elif fact.derivation:
                    ledger.computed(fact)
            except Fault as fault:
                yield subject.at(item, ("facts", key, field), fault.message, fault.hint)
                continue
            if message := _moved(ledger, fact):
                yield subject.at(item, ("facts", key, "value"), message, f"the fact says {fact.value}")


def _moved(ledger: Ledger, fact: Fact) -> str:
    try:
        value = ledger.computed(fact)
    except Fault:  # the formula itself is wrong, and its own rules say so
        return ""
    if value is None or fact.value is None or not moved(value, fact.value):
        return ""
    return f"the {'derivation' if fact.derivation else 'formula'} gives {value:.10g}"


@rule(
    "A figure typed into prose has no source, is computed by nobody and goes stale unseen.",
    bad="zh: 权重占 140 GB。",
    good='zh: 权重占 {{ fact("weights") }}。',
    allowable=True,
    single=True,
)
def naked_figure(subject: Subject) -> Iterator[Problem]:
    rules = subject.once(reading)
    for item in subject.judged:
        if item.id in rules.pending:
            continue
        for path, text, found in rules.prose(item):
            for one in found:
                hint = 'make it a fact with its source and write {{ fact("key") }}'
                yield subject.within(Said(item, path, "", "", text), one.start, one.text, f"the figure '{one.text}' stands naked", hint)
    for i, record_id in enumerate(rules.pending):
        known = subject.catalog.items.get(record_id)
        if known is None and not subject.exists(record_id):
            yield subject.entry("figures", ("pending", i), *subject.no_record(record_id))
        elif known is not None and subject.judges(record_id) and next(rules.prose(known), None) is None:
            yield subject.entry("figures", ("pending", i), f"'{record_id}' has no naked figure", "take it off the list")
