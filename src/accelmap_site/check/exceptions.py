"""Exceptions that a record asks for under ``allow``: they silence one rule, with a reason, until a day, and only while it speaks."""

from collections.abc import Iterator, Set
from dataclasses import replace

from rapidfuzz import process

from ..errors import Problem
from ..schema import Item
from .rule import RULES, Subject, rule

_YEARS = 2
"""An exception that outlives whoever asked for it is a rule of its own."""


@rule(
    "An exception without need, without end or from a rule that knows none hides the next mistake.",
    bad='allow:\n  - {rule: orphan, reason: "", until: 2020-01-01}',
    good="allow:\n  - {rule: orphan, reason: the maker has published nothing that could be linked, until: 2027-06-01}",
    single=True,
)
def idle_exception(subject: Subject) -> Iterator[Problem]:
    """What can be seen before the other rules have spoken; whether an exception is needed is seen by :func:`without_exceptions`."""
    names = [one.name for one in RULES if one.allowable]
    for item in subject.judged:
        for i, asked in enumerate(item.record.allow):
            if asked.rule not in names:
                near = process.extractOne(asked.rule, names, score_cutoff=70)
                known = any(one.name == asked.rule for one in RULES)
                message = f"'{asked.rule}' {'allows no exceptions' if known else 'is no rule'}"
                hint = f"did you mean '{near[0]}'?" if near and not known else "contributing/rules/ names the rules that allow some"
                yield subject.at(item, ("allow", i, "rule"), message, hint)
            elif any(asked.rule == other.rule for other in item.record.allow[:i]):
                yield subject.at(item, ("allow", i, "rule"), f"'{asked.rule}' is allowed twice", "keep one")
            if subject.today and int(asked.until[:4]) > int(subject.today[:4]) + _YEARS:
                message = f"{asked.until} is more than {_YEARS} years ahead"
                yield subject.at(item, ("allow", i, "until"), message, "choose a day on which somebody can still look again")
            if subject.today and asked.until < subject.today:
                yield subject.at(
                    item, ("allow", i, "until"), f"ended on {asked.until}", "mend what the rule says, or set a new day with a reason"
                )


def without_exceptions(subject: Subject, problems: Set[Problem], spoken: Set[str]) -> Iterator[Problem]:
    """The problems that no exception covers, and the exceptions that cover none. ``spoken`` are the rules that were asked."""
    allowable = {one.name for one in RULES if one.allowable}
    asking = {item.file: item for item in subject.catalog.items.values() if item.record.allow}
    used: set[tuple[str, str]] = set()
    for problem in problems:
        item = asking.get(problem.path)
        if item and problem.rule in allowable and _allows(item, problem.rule, subject.today):
            used.add((problem.path, problem.rule))
        else:
            yield problem
    for item in asking.values():
        for i, asked in enumerate(item.record.allow):
            live = not subject.today or asked.until >= subject.today
            if live and subject.judges(item.id) and asked.rule in allowable & spoken and (item.file, asked.rule) not in used:
                found = subject.at(item, ("allow", i), f"'{asked.rule}' has nothing to say here", "remove the exception")
                yield replace(found, rule="idle-exception")


def _allows(item: Item, name: str, today: str | None) -> bool:
    return any(asked.rule == name and (not today or asked.until >= today) for asked in item.record.allow)
