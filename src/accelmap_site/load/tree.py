"""Text → plain data with the place of every field. The only room that speaks YAML.

Scalars are kept as written (``no`` stays ``no``, ``1.10`` stays ``1.10``); the schema types them.
The events of the C parser are read once: what could explode or change meaning is refused before anything is built
from it, and composing nodes in between would double the time that loading takes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..errors import Problem
from ..schema import Path, Position
from .text import invisible

DEPTH_CAP = 20
Tree = tuple[Any, dict[Path, Position], list[Problem]]


def parse(text: str, path: str) -> Tree:
    """Data, places and problems of one YAML document; data is None when there are problems."""
    try:
        reader = _Reader(yaml.CSafeLoader(text).get_event, path, text.split("\n") if " #" in text else [])
        data = reader.document()
    except yaml.YAMLError as error:
        return None, {}, [_syntax(error, path)]
    except _Refused as refused:
        return None, {}, list(refused.args)
    if reader.unsafe:
        return None, {}, reader.unsafe
    if not isinstance(data, dict):
        found = "nothing" if data is None else "a list" if isinstance(data, list) else "a plain value"
        return None, {}, [Problem(path, 1, 1, "", f"the file holds {found}", "a record is one mapping of fields", "load")]
    return (None if reader.problems else data), reader.places, reader.problems


def _place(mark: Any) -> Position:
    """Line and column of a mark, from 1."""
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _syntax(error: yaml.YAMLError, path: str) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    what = getattr(error, "problem", None) or str(error)
    line, column = _place(mark)
    hint = "quote text that holds ': ', '#' or starts with a special character"
    return Problem(path, line, column, "", f"not readable as YAML: {what}", hint, "load")


class _Refused(Exception):
    """Reading on would be dangerous; the arguments are the problems found so far."""


@dataclass
class _Reader:
    """Events → data. ``unsafe`` forbids the use of anything read, ``problems`` are slips in single fields."""

    read: Callable[[], Any]
    path: str
    lines: list[str]
    """Lines of a text in which a value may end before ' #'; otherwise none are needed."""
    places: dict[Path, Position] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unsafe: list[Problem] = field(default_factory=list)
    depth: int = 0

    def document(self) -> Any:
        """The value of the only document; None if there is none."""
        data, documents = None, 0
        while type(event := self.read()) is not yaml.StreamEndEvent:
            if type(event) is yaml.DocumentStartEvent:
                documents += 1
                if documents == 2:
                    self._refuse(event, "a second document ('---')", "one record a file")
                first = self._next()
                self.places[()] = _place(first.start_mark)
                data = self._value(first, ())
        return data

    def _refuse(self, event: Any, message: str, hint: str) -> None:
        raise _Refused(*self.unsafe, Problem(self.path, *_place(event.start_mark), "", message, hint, "load"))

    def _next(self) -> Any:
        """The next event, unless it is one that could explode or change meaning."""
        event = self.read()
        kind = type(event)
        if kind is yaml.ScalarEvent and event.anchor is None and event.tag is None:
            return event
        if kind is yaml.AliasEvent or getattr(event, "anchor", None):
            self._refuse(event, "an anchor or alias (& or *)", "write the value out; quote text that starts so")
        if kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self.depth += 1
            if self.depth > DEPTH_CAP:
                self._refuse(event, f"nesting deeper than {DEPTH_CAP} levels", "flatten it")
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self.depth -= 1
            return event
        if event.tag:
            place = _place(event.start_mark)
            self.unsafe.append(Problem(self.path, *place, "", f"a tag ({event.tag})", "remove it; fields are typed by the schema", "load"))
        return event

    def _value(self, event: Any, at: Path) -> Any:
        kind = type(event)
        if kind is yaml.MappingStartEvent:
            return self._mapping(at)
        if kind is yaml.SequenceStartEvent:
            values: list[Any] = []
            while type(child := self._next()) is not yaml.SequenceEndEvent:
                inner = (*at, len(values))
                mark = child.start_mark
                self.places[inner] = (mark.line + 1, mark.column + 1)
                values.append(self._value(child, inner))
            return values
        if not event.style:
            self._plain_slips(event, at)
        elif event.style == '"' and (what := invisible(event.value)):
            self._slip(_place(event.start_mark), at, f"an escape for {what}", "write visible text")
        return event.value

    def _mapping(self, at: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        while type(key := self._next()) is not yaml.MappingEndEvent:
            mark = key.start_mark
            place = (mark.line + 1, mark.column + 1)
            if type(key) is not yaml.ScalarEvent:
                self._slip(place, at, "a key that is a list or mapping", "keys are words")
                self._skip(key)
                self._skip(self._next())
                continue
            name = key.value.strip()
            inner = (*at, name)
            if name == "<<":
                self._slip(place, at, "a merge key (<<)", "write the fields out")
                self._skip(self._next())
            elif name in data:
                first = self.places[inner][0]
                self._slip(place, inner, f"written twice, first on line {first}", "keep one")
                self._skip(self._next())
            else:
                self.places[inner] = place
                data[name] = self._value(self._next(), inner)
        return data

    def _skip(self, event: Any) -> None:
        """Read past a value that is not used."""
        floor = self.depth - 1
        if type(event) is not yaml.ScalarEvent:
            while self.depth > floor:
                self._next()

    def _slip(self, place: Position, at: Path, message: str, hint: str) -> None:
        self.problems.append(Problem(self.path, *place, dotted(at), message, hint, "load"))

    def _plain_slips(self, event: Any, at: Path) -> None:
        """An unquoted value that YAML silently cut or that carries quotes of the wrong kind."""
        value = event.value
        if value and self.lines and self.lines[event.end_mark.line].startswith(" #", event.end_mark.column):
            self._slip(_place(event.start_mark), at, "the value ends before ' #'", "quote it, or put two spaces before a comment")
        if len(value) > 1 and value[0] in "“‘" and value[-1] in "”’":
            self._slip(_place(event.start_mark), at, "typographic quotes around a value", 'use " or none')


def dotted(path: Path) -> str:
    """``('bottlenecks', 1, 'id')`` → ``bottlenecks[1].id``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text
