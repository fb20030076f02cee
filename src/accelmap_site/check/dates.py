"""Rules about dates that contradict each other: nobody compares a record with a source that does not exist yet."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..load import dotted
from ..schema import Item, Path, Source, parts
from .rule import Subject, rule

_DATE = re.compile(r"20\d\d-(?:0[1-9]|1[0-2])(?:-\d\d)?")


@rule(
    "A record cannot have been compared with a source, or describe a version, that appeared after the comparison.",
    bad="sources: [{key: paper, year: 2026, …}]\nverified: 2025-03-01",
    good="sources: [{key: paper, year: 2026, …}]\nverified: 2026-02-01",
    single=True,
)
def verified_too_early(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        verified = item.record.verified
        for path, day, what in _dated(item):
            ahead = bool(subject.today) and day > str(subject.today)[: len(day)]  # other rules say so
            if day > verified[: len(day)] and not ahead:
                yield subject.at(item, ("verified",), f"{verified} is before {what}", f"{day} stands at {dotted(path)}: one is wrong")


def _dated(item: Item) -> Iterator[tuple[Path, str, str]]:
    """Dates that lie before the comparison, as they are written, with their places and what they are."""
    for field in ("introduced", "released"):
        if day := getattr(item.record, field, None):
            yield (field,), day, f"the thing was {field}"
    for i, source in enumerate(item.record.sources):
        if day := month_of(source) or str(source.year or ""):
            yield ("sources", i), day, f"the source {source.key}"
    if "since: " in item.written:
        for at, part in parts(item.record):
            since = getattr(part, "since", None)
            if isinstance(since, str) and _DATE.fullmatch(since):
                yield (*at, "since"), since, "what is described began"


def month_of(source: Source) -> str:
    """The month that an arXiv number names, YYYY-MM; empty for old numbers and for other addresses."""
    number = source.arxiv or ""
    return f"20{number[:2]}-{number[2:4]}" if number[:1].isdigit() else ""


@rule(
    "What a paper is cited for as the beginning cannot have begun after the paper.",
    bad='introduced: 2024-05\nsources: [{key: paper, arxiv: "2205.14135", supports: [introduced], …}]',
    good='introduced: 2022-05\nsources: [{key: paper, arxiv: "2205.14135", supports: [introduced], …}]',
    allowable=True,
    single=True,
)
def introduced_after_source(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("technique"):
        introduced = str(getattr(item.record, "introduced"))
        for source in item.record.sources:
            month = month_of(source) if "introduced" in source.supports else ""
            if month and introduced[:7] > month:
                message = f"{introduced} is after the arXiv number {source.arxiv}, which is cited for it"
                yield subject.at(item, ("introduced",), message, f"the number is of {month}")
