"""Rules about comparison tables and the properties that fill them."""

from collections.abc import Iterator

from rapidfuzz import process

from ..compare import column, known
from ..errors import Problem
from ..schema import KINDS, Comparison, Path, Property
from .rule import Subject, rule


@rule(
    "A property outside its list, or on a kind that cannot carry it, fills no table.",
    bad='properties:\n  attn-cash: {zh: "2·g·d", en: "2·g·d", source: paper}',
    good='properties:\n  attn-cache: {zh: "2·g·d", en: "2·g·d", source: paper}',
    single=True,
)
def unknown_property(subject: Subject) -> Iterator[Problem]:
    properties = subject.catalog.lists["properties"]
    for item in subject.judged:
        for name in item.record.properties:
            entry = properties.get(name)
            if not isinstance(entry, Property):
                options = ", ".join(properties) or "none yet"
                yield subject.at(item, ("properties", name), f"'{name}' is not in taxonomy/properties.yml", f"one of: {options}")
            elif item.kind not in entry.kinds:
                yield subject.at(item, ("properties", name), f"a {item.kind} cannot carry '{name}'", f"for: {', '.join(entry.kinds)}")


@rule(
    "A column that nothing fills, or a row that is no record, would be missing from the page without a word.",
    bad="columns: [attn-cache, introducd]",
    good="columns: [attn-cache, introduced]",
)
def broken_comparison(subject: Subject) -> Iterator[Problem]:
    for name, entry in subject.catalog.lists["comparisons"].items():
        assert isinstance(entry, Comparison)
        for path, message, hint in (*_columns(subject, entry), *_rows(subject, entry), *_sources(entry)):
            yield subject.entry("comparisons", (name, *path), message, hint)


def _columns(subject: Subject, entry: Comparison) -> Iterator[tuple[Path, str, str]]:
    named: list[tuple[Path, str]] = [(("columns", i), one) for i, one in enumerate(entry.columns)]
    if entry.select and entry.select.having:
        named.append((("select", "having"), entry.select.having))
    for path, one in named:
        if column(one, subject.catalog) is None and one.partition(".")[2] not in subject.catalog.unread:
            near = process.extractOne(one, list(known(subject.catalog)), score_cutoff=60)
            yield path, f"'{one}' is no column", f"did you mean '{near[0]}'?" if near else "a property or a field of records"
    for i, row in enumerate(entry.rows):
        for one in row.cells:
            if one not in entry.columns:
                yield ("rows", i, "cells", one), f"'{one}' is no column of this table", f"one of: {', '.join(entry.columns)}"


def _rows(subject: Subject, entry: Comparison) -> Iterator[tuple[Path, str, str]]:
    named: list[tuple[Path, str]] = [(("records", i), one) for i, one in enumerate(entry.records)]
    named += [(("rows", i, "record"), row.record) for i, row in enumerate(entry.rows) if row.record]
    for path, one in named:
        if not subject.exists(one):
            yield path, *subject.no_record(one)
    select = entry.select
    if select is None:
        return
    lists = subject.catalog.lists
    for field, value, options in (
        ("kind", select.kind, KINDS), ("category", select.category, lists["categories"]), ("topic", select.topic, lists["topics"]),
    ):  # fmt: skip
        if value and value not in options:
            yield ("select", field), f"no {field} '{value}'", f"one of: {', '.join(options)}"


def _sources(entry: Comparison) -> Iterator[tuple[Path, str, str]]:
    keys = [source.key for source in entry.sources]
    for i, row in enumerate(entry.rows):
        for one, value in row.cells.items():
            if value.source not in keys:
                yield ("rows", i, "cells", one), f"no source with the key '{value.source}'", f"keys here: {', '.join(keys) or 'none'}"
