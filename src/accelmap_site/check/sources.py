"""Rules about sources as they are written: where they lead, when they appeared, what they support, where in them to look."""

import re
from collections import defaultdict
from collections.abc import Iterator

from rapidfuzz import process

from ..errors import Problem
from ..schema import Item, Source, Wording
from .dates import month_of
from .rule import Subject, rule

_ADDRESSES = (
    ("arxiv", re.compile(r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf|html)/([0-9]{4}\.[0-9]{4,5})(?:v\d+)?(?:\.pdf)?/?")),
    ("doi", re.compile(r"https?://(?:dx\.)?doi\.org/(10\..+)")),
    ("hf", re.compile(r"https?://huggingface\.co/((?!docs/|blog/|papers/|spaces/|datasets/|posts/|hardware/)[\w.-]+/[\w.-]+)/?")),
)
_PARTS = re.compile(r"[;,]|\d")
_MANY = 5
"""In fewer documents the same words may well head a section each."""


def _sources(subject: Subject) -> Iterator[tuple[Item, int, Source]]:
    return ((item, i, source) for item in subject.judged for i, source in enumerate(item.record.sources))


@rule(
    "One document under several addresses is not recognised as one, and cannot be checked under its canonical form.",
    bad="- {key: paper, kind: paper, title: …, url: https://arxiv.org/pdf/2205.14135v2, locator: §3}",
    good='- {key: paper, kind: paper, title: …, arxiv: "2205.14135", locator: §3}',
    single=True,
)
def address_not_canonical(subject: Subject) -> Iterator[Problem]:
    for item, i, source in _sources(subject):
        for field, pattern in _ADDRESSES if source.url else ():
            if match := pattern.fullmatch(source.url or ""):
                message = f"the address names {'an arXiv number' if field == 'arxiv' else 'a DOI' if field == 'doi' else 'a repository'}"
                yield subject.at(item, ("sources", i, "url"), message, f'write {field}: "{match[1]}"')


@rule(
    "A source older than its arXiv number, or from the future, was copied wrongly.",
    bad='- {key: paper, arxiv: "2205.14135", year: 2021, …}',
    good='- {key: paper, arxiv: "2205.14135", year: 2022, …}',
    single=True,
)
def source_year(subject: Subject) -> Iterator[Problem]:
    for item, i, source in _sources(subject):
        number = source.arxiv or ""
        month = month_of(source)
        if subject.today and month > subject.today[:7]:
            yield subject.at(item, ("sources", i, "arxiv"), f"the number {number} is of {month}, which lies in the future")
        elif month and source.year and source.year < int(month[:4]):
            yield subject.at(
                item, ("sources", i, "year"), f"{source.year} is before the arXiv number {number}", f"the number is of {month}"
            )
        elif subject.today and source.year and source.year > int(subject.today[:4]):
            yield subject.at(item, ("sources", i, "year"), f"{source.year} lies in the future", f"today is {subject.today}")


@rule(
    "A source that supports a field which the record does not have was opened for something else.",
    bad="- {key: paper, …, supports: [mechanisms]}",
    good="- {key: paper, …, supports: [mechanism]}",
    single=True,
)
def supports_no_field(subject: Subject) -> Iterator[Problem]:
    for item, i, source in _sources(subject):
        fields = type(item.record).model_fields
        for j, name in enumerate(source.supports):
            if name in fields and name not in item.record.model_fields_set:
                hint = "write the field, or name what the source supports"
                yield subject.at(item, ("sources", i, "supports", j), f"the record leaves '{name}' out", hint)
            if name not in fields:
                near = process.extractOne(name, list(fields), score_cutoff=60)
                hint = f"did you mean '{near[0]}'?" if near else "name the field of the record that the source was opened for"
                yield subject.at(item, ("sources", i, "supports", j), f"a {item.kind} has no field '{name}'", hint)


@rule(
    "A place that is the same in many documents was pasted and not looked up.",
    bad="# in five records, each of another document\nlocator: main results section",
    good="locator: §4.2, Table 3",
    allowable=True,
)
def locator_pasted(subject: Subject) -> Iterator[Problem]:
    """One document, or a numbered place that stands alone (§3.3), may recur; words that every document has are listed as plain."""
    lists = [entry for entry in subject.catalog.lists["style"].values() if isinstance(entry, Wording)]
    plain = {_normal(word) for entry in lists for word in entry.locators}
    empty = {_normal(word) for entry in lists for word in entry.placeholders}
    cited: dict[str, list[tuple[Item, int]]] = defaultdict(list)
    for item, i, source in _sources(subject):
        place = _normal(source.locator)
        if place in empty:
            yield subject.at(item, ("sources", i, "locator"), f"'{source.locator}' is no place", "name the section, table, file or heading")
        elif place not in plain and (not _PARTS.search(place) or len(_PARTS.findall(place)) > 3):
            cited[place].append((item, i))
    for found in cited.values():
        documents = {item.record.sources[i].address.partition("#")[0] for item, i in found}
        for item, i in found if len(documents) >= _MANY else ():
            message = f"'{item.record.sources[i].locator}' is said of {len(documents)} documents"
            yield subject.at(item, ("sources", i, "locator"), message, "open the document and name the place in it")


def _normal(locator: str) -> str:
    return " ".join(locator.casefold().split()).strip(" .")
