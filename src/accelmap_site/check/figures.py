"""Rules about numbers that a record derives: a figure comes out as its derivation says, and a fact is printed somewhere."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..facts import Ledger, moved, named
from ..formula import Fault, results
from ..schema import Figure, parts_of
from .rule import Subject, rule

_BETWEEN = re.compile(r" / | → |–")
_NUMBER = re.compile(r"[~><≥≤]?-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?")


@rule(
    "A figure that its derivation does not give is a mistake, or one of the two has gone stale.",
    bad='- {what: {zh: 权重, en: weights}, value: "150", unit: GB, derivation: "70*2"}',
    good='- {what: {zh: 权重, en: weights}, value: "140", unit: GB, derivation: "70*2"}',
    single=True,
)
def figure_moved(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for path, part in parts_of(item.record, Figure):
            if part.derivation is None:
                continue
            try:
                found = results(part.derivation)
            except Fault as fault:
                yield subject.at(item, (*path, "derivation"), fault.message, fault.hint)
                continue
            if said := _disagreement(part.value, found):
                yield subject.at(item, (*path, "value"), *said)


def _disagreement(value: str, found: tuple[float, ...]) -> tuple[str, str] | None:
    """Message and hint where a printed value is not what was computed. One result may lie within a printed range."""
    numbers = _BETWEEN.split(value)
    if not all(_NUMBER.fullmatch(number) for number in numbers):
        return f"no derivation gives '{value}'", "write plain digits, several with ' / ' or ' → ', a range with –; words belong under unit"
    given = ", ".join(f"{one:.10g}" for one in found)
    if len(found) == 1 and len(numbers) == 2 and "–" in value:
        low, high = (float(number.lstrip("~><≥≤")) for number in numbers)
        return None if low <= found[0] <= high else (f"the derivation gives {given}", f"the value says {value}")
    if len(found) != len(numbers):
        return f"the derivation gives {given}", f"{len(numbers)} numbers are printed: separate as many by commas"
    if any(moved(one, number) for one, number in zip(found, numbers, strict=True)):
        return f"the derivation gives {given}", f"the value says {value}"
    return None


@rule(
    "A fact that no text prints is a number that nobody reads and nobody misses.",
    bad='facts: {weights: {value: "140", unit: GB, derivation: "70*2"}} # and no text says {{ fact("weights") }}',
    good='zh: 权重占 {{ fact("weights") }}。',
    whole=True,
)
def unused_fact(subject: Subject) -> Iterator[Problem]:
    ledger = subject.once(Ledger)
    printed = {
        (found[0], name.rpartition(".")[2])
        for item in subject.catalog.items.values()
        for name in named(item.written)
        if (found := ledger.find(item.id, name))
    }
    for item in subject.catalog.items.values():
        for key in item.record.facts:
            if (item.id, key) not in printed:
                hint = f'print it with {{{{ fact("{key}") }}}}, or delete it'
                yield subject.at(item, ("facts", key), f"no text prints the fact '{key}'", hint)
