"""What a rule is, and the list of all rules."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar, cast

from rapidfuzz import process

from ..errors import Problem
from ..graph import CATEGORY_PREFIX, Edge, Graph
from ..load import dotted
from ..schema import Catalog, Item, Path, nearest, texts

T = TypeVar("T")


@dataclass(frozen=True)
class Said:
    """A text of a record in one language, with the path and the name of its field."""

    item: Item
    path: Path
    field: str
    locale: str
    text: str


@dataclass(frozen=True)
class Drawn:
    """A diagram of a page, the file that a correction would change, and what mermaid has against it; empty if nothing."""

    file: str
    page: str
    error: str = ""


@dataclass(frozen=True)
class Subject:
    """What rules look at: the catalog, its graph, today's date if freshness is to be judged, and diagrams if they were drawn.

    ``only`` narrows the records that are judged, for rules that judge each by itself; all others are there to be looked up.
    """

    catalog: Catalog
    graph: Graph
    today: str | None = None
    drawn: tuple[Drawn, ...] = ()
    only: frozenset[str] | None = None
    shared: dict[Callable[[Catalog], object], object] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def judged(self) -> tuple[Item, ...]:
        """The records to judge, by id."""
        items = self.catalog.items
        return tuple(items.values() if self.only is None else (item for name, item in items.items() if name in self.only))

    def judges(self, record_id: str) -> bool:
        """Whether a record is to be judged."""
        return self.only is None or record_id in self.only

    def judged_of(self, kind: str) -> Iterator[Item]:
        """The records of a kind to judge, by id."""
        return (item for item in self.judged if item.kind == kind)

    def once(self, make: Callable[[Catalog], T]) -> T:
        """What ``make`` finds in the catalog: made once for all rules and for every narrower subject."""
        if make not in self.shared:
            self.shared[make] = make(self.catalog)
        return cast(T, self.shared[make])

    @cached_property
    def known(self) -> tuple[str, ...]:
        """Ids of all records, for suggestions."""
        return tuple(self.catalog.items)

    @cached_property
    def memo(self) -> dict[str, object]:
        """What several rules find in one look at all records, by the name of what it is."""
        return {}

    def said(self, item: Item) -> Iterator[Said]:
        """The texts of a record."""
        return (Said(item, *one) for one in texts(item.record))

    def exists(self, record_id: str) -> bool:
        """Whether there is a record of that id, be it one whose file could not be read."""
        return record_id in self.catalog.items or record_id in self.catalog.unread

    def listed(self, name: str, key: str) -> bool:
        """Whether a closed list has the entry, be it one that could not be read."""
        return key in self.catalog.lists[name] or (key,) in self.catalog.list_places.get(name, {})

    def at(self, item: Item, path: Path, message: str, hint: str = "") -> Problem:
        """A problem in a field of a record."""
        return Problem(item.file, *item.place(path), dotted(path), message, hint)

    def within(self, said: Said, start: int, words: str, message: str, hint: str = "") -> Problem:
        """A problem with the words of a text that begin at ``start``, shown where these stand in the file."""
        return Problem(said.item.file, *inside(said.item, said.path, said.text, start, words), dotted(said.path), message, hint)

    def edge(self, edge: Edge, message: str, hint: str = "") -> Problem:
        """A problem with an edge, shown where it is written."""
        if edge.owner in self.catalog.items:
            return self.at(self.catalog.items[edge.owner], edge.path, message, hint)
        name = edge.owner.removeprefix(CATEGORY_PREFIX)
        return self.entry("categories", (name, *edge.path), message, hint)

    def entry(self, name: str, path: Path, message: str, hint: str = "") -> Problem:
        """A problem in a closed list."""
        places = self.catalog.list_places.get(name, {})
        return Problem(f"taxonomy/{name}.yml", *nearest(places, path), dotted(path), message, hint)

    def no_record(self, wanted: str) -> tuple[str, str]:
        """Message and did-you-mean for an id that no record has."""
        near = process.extractOne(wanted, self.known, score_cutoff=65)
        return f'no record "{wanted}"', f'did you mean "{near[0]}"?' if near else "see the file names under content/ and glossary/"


def inside(item: Item, path: Path, text: str, start: int, words: str) -> tuple[int, int]:
    """Line and column of ``words``, which stand at ``start`` of the text of a field: counted in the file as it is written."""
    line, column = item.place(path)
    lines = item.written.split("\n")
    begin = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
    pattern = re.compile(r"\s+".join(re.escape(part) for part in words.split()))
    before = sum(1 for _ in pattern.finditer(text[:start]))
    for number, match in enumerate(pattern.finditer(item.written, begin)):
        if number == before:
            above = item.written.count("\n", 0, match.start())
            return above + 1, match.start() - (item.written.rfind("\n", 0, match.start()) + 1) + 1
    return line, column


Check = Callable[[Subject], Iterable[Problem]]


@dataclass(frozen=True)
class Rule:
    """A check with its name, the reason for it, and what it refuses and accepts, as YAML of a record."""

    name: str
    why: str
    check: Check
    bad: str
    good: str
    whole: bool = False
    """Whether it judges the tree as a whole, so that files that could not be read would mislead it."""
    allowable: bool = False
    """Whether a record may ask for an exception under ``allow``: the rule judges style, and nothing breaks without it."""
    single: bool = False
    """Whether it judges each record by itself, those of ``subject.judged``, so that records can be shared out among processes."""


RULES: list[Rule] = []


def rule(why: str, *, bad: str, good: str, whole: bool = False, allowable: bool = False, single: bool = False) -> Callable[[Check], Check]:
    """Register a check under the name of its function."""

    def register(check: Check) -> Check:
        RULES.append(Rule(check.__name__.replace("_", "-"), why, check, bad, good, whole, allowable, single))
        return check

    return register
