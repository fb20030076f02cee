"""Rules about sources, dates and predicates."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from ..errors import Problem
from ..schema import Config, Technique, parts
from .rule import Subject, rule


@rule("A statement that points at no source of its record has no source.")
def unknown_source(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.items.values():
        keys = [source.key for source in item.record.sources]
        for at, part in parts(item.record):
            named = [("source",)] if getattr(part, "source", None) else []
            cited = [(*at, "source")] if named else []
            values = [getattr(part, "source", "")] if named else []
            if type(part).__name__ == "Dispute":
                values = list(getattr(part, "sources"))
                cited = [(*at, "sources", i) for i in range(len(values))]
            for path, value in zip(cited, values, strict=True):
                if value not in keys:
                    yield subject.at(item, path, f"no source with the key '{value}'", f"keys here: {', '.join(keys)}")


@rule("Two sources under one key or address are one source or a mistake.")
def source_twice(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.items.values():
        seen: dict[str, int] = defaultdict(int)
        for i, source in enumerate(item.record.sources):
            for mark in {source.key, source.address + source.locator}:
                seen[mark] += 1
                if seen[mark] == 2:
                    yield subject.at(item, ("sources", i), f"'{mark}' stands twice", "merge the two")


@rule("A technique without a paper or code behind it is hearsay.")
def no_primary_source(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.of("technique"):
        if not any(source.kind in ("paper", "code") for source in item.record.sources):
            yield subject.at(item, ("sources",), "no source of kind paper or code", "add the paper or the implementation")


@rule("A date that does not exist or lies ahead was not written by someone who looked.")
def bad_date(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.items.values():
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


@rule("A technique that relieves nothing and names no tool helps nobody.")
def no_use(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.of("technique"):
        record = item.record
        if isinstance(record, Technique) and not record.tools and not record.no_tool and not record.relations.implemented_by:
            yield subject.at(item, (), "no tool is named", "name one under tools, or say why under no_tool")


_NODES = (ast.Expression, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Not, ast.And, ast.Or, ast.Name, ast.Load, ast.Constant, ast.Tuple)
_OPERATORS = (ast.Eq, ast.NotEq, ast.Gt, ast.GtE, ast.Lt, ast.LtE, ast.In, ast.NotIn)


@rule("A predicate over a field that no model has can never be true.")
def bad_predicate(subject: Subject) -> Iterator[Problem]:
    for item in subject.catalog.of("technique"):
        text = getattr(item.record, "applies_if")
        if text:
            for message, hint in _predicate(text):
                yield subject.at(item, ("applies_if",), message, hint)


def _predicate(text: str) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        yield f"'{text}' is not a predicate", "write it like: experts > 0 and top_k >= 2"
        return
    found = list(_words(tree))
    yield from found or _shape(tree.body)


def _words(tree: ast.Expression) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in Config.model_fields:
            yield f"'{node.id}' is not a field of a model's config", f"fields: {', '.join(Config.model_fields)}"
        elif not isinstance(node, _NODES + _OPERATORS):
            yield f"{type(node).__name__} is not allowed in a predicate", "comparisons, and, or, not, in"


def _shape(node: ast.expr) -> Iterator[tuple[str, str]]:
    """Truth comes from comparisons alone: 'experts' or 'experts > 0 and 1' has no answer where the field is unknown."""
    if isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _shape(value)
    elif isinstance(node, ast.UnaryOp):
        yield from _shape(node.operand)
    elif not isinstance(node, ast.Compare):
        yield f"'{ast.unparse(node)}' compares nothing", "write it like: experts > 0"
    else:
        for side in (node.left, *node.comparators):
            parts = side.elts if isinstance(side, ast.Tuple) else [side]
            wrong = [one for one in parts if not isinstance(one, ast.Name | ast.Constant) or isinstance(getattr(one, "value", None), bool)]
            wrong += [one for one in parts if isinstance(side, ast.Tuple) and isinstance(one, ast.Name)]
            if wrong:
                yield f"'{ast.unparse(wrong[0])}' cannot be compared", "compare fields with numbers or words"
