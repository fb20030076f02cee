"""Rules about sources, dates and predicates."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from ..errors import Problem
from ..formula import Fault, fields_of, parse_predicate
from ..schema import Config, Dispute, Part, Path, Record, Technique, parts_by_class
from .rule import Subject, rule


@rule(
    "A statement that points at no source of its record has no source.",
    bad='gains:\n  - {metric: …, value: [2, 4], unit: "×", baseline: …, source: papper}',
    good='gains:\n  - {metric: …, value: [2, 4], unit: "×", baseline: …, source: paper}',
    single=True,
)
def unknown_source(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        keys = {source.key for source in item.record.sources}
        for path, value in _cited(item.record):
            if value not in keys:
                known = ", ".join(source.key for source in item.record.sources)
                yield subject.at(item, path, f"no source with the key '{value}'", f"keys here: {known}")


def _cited(record: Record) -> Iterator[tuple[Path, str]]:
    """Keys of sources that a record names, with their places."""
    for kind, found in parts_by_class(record).items():
        if field := _citing(kind):
            for at, part in found:
                yield from _keys((*at, field), getattr(part, field))


def _keys(at: Path, value: str | tuple[str, ...] | None) -> Iterable[tuple[Path, str]]:
    if isinstance(value, tuple):
        return [((*at, i), one) for i, one in enumerate(value)]
    return [(at, value)] if value else ()


@lru_cache(maxsize=256)
def _citing(kind: type[Part]) -> str:
    """The field in which a class names keys of sources; asking a pydantic object for a field that it lacks is slow."""
    if kind is Dispute:
        return "sources"
    return "source" if "source" in kind.model_fields else ""


@rule(
    "Two sources under one key or address are one source or a mistake.",
    bad='- {key: paper, arxiv: "2205.14135", locator: "§3"}\n- {key: flash, arxiv: "2205.14135", locator: "§3"}',
    good='- {key: paper, arxiv: "2205.14135", locator: "§3"}',
    single=True,
)
def source_twice(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        seen: dict[str, int] = defaultdict(int)
        for i, source in enumerate(item.record.sources):
            for mark in {source.key, _document(source.address) + source.locator}:
                seen[mark] += 1
                if seen[mark] == 2:
                    yield subject.at(item, ("sources", i), f"'{mark}' stands twice", "merge the two")


def _document(address: str) -> str:
    """An address without what two spellings of it differ in."""
    return re.sub(r"^https?://(?:www\.)?", "https://", address).rstrip("/").removesuffix(".git")


@rule(
    "A technique without a paper or code behind it is hearsay.",
    bad="sources:\n  - {key: post, kind: blog, title: A post, …}",
    good="sources:\n  - {key: paper, kind: paper, title: The paper, …}\n  - {key: post, kind: blog, title: A post, …}",
    allowable=True,
    single=True,
)
def no_primary_source(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("technique"):
        if not any(source.kind in ("paper", "code") for source in item.record.sources):
            yield subject.at(item, ("sources",), "no source of kind paper or code", "add the paper or the implementation")


@rule(
    "A date that does not exist or lies ahead was not written by someone who looked.",
    bad="verified: 2025-02-30",
    good="verified: 2025-02-28",
    single=True,
)
def bad_date(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for field in ("verified", "introduced", "released"):
            day = getattr(item.record, field, None)
            if day and not _in_calendar(day):
                yield subject.at(item, (field,), f"{day} is not a day of the calendar")
            elif day and subject.today and day > subject.today:
                yield subject.at(item, (field,), f"{day} lies in the future", f"today is {subject.today}")


def _in_calendar(day: str) -> bool:
    """Whether a date written YYYY-MM or YYYY-MM-DD exists."""
    try:
        date.fromisoformat(day if len(day) == len("YYYY-MM-DD") else f"{day}-01")
    except ValueError:
        return False
    return True


@rule(
    "A technique that names no tool, and no reason for none, can be used by nobody.",
    bad="title: {zh: 全头注意力, en: Full heads}",
    good="title: {zh: 全头注意力, en: Full heads}\ntools:\n  - {tool: pytorch, how: scaled_dot_product_attention(q, k, v)}",
    single=True,
)
def no_use(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("technique"):
        record = item.record
        if isinstance(record, Technique) and not record.tools and not record.no_tool and not record.relations.implemented_by:
            yield subject.at(item, (), "no tool is named", "name one under tools, or say why under no_tool")


@rule(
    "A predicate over a field that no model has can never be true.",
    bad="applies_if: expert > 0",
    good="applies_if: experts > 0",
    single=True,
)
def bad_predicate(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("technique"):
        text = getattr(item.record, "applies_if")
        if text:
            for message, hint in _predicate(text):
                yield subject.at(item, ("applies_if",), message, hint)


def _predicate(text: str) -> Iterator[tuple[str, str]]:
    try:
        tree = parse_predicate(text)
    except Fault as fault:
        yield fault.message, fault.hint
        return
    for name in sorted(fields_of(tree) - set(Config.model_fields)):
        yield f"'{name}' is not a field of a model's config", f"fields: {', '.join(Config.model_fields)}"
