"""Text → plain data with the place of every field. The only room that speaks YAML.

Scalars are kept as written (``no`` stays ``no``, ``1.10`` stays ``1.10``); the schema types them.
The events of the C parser are read once: what could explode or change meaning is refused before anything is built
from it, and composing nodes in between would double the time that loading takes. Places are noted in a second reading,
of texts in which something is wrong: most are read for their data alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from sys import intern
from typing import Any

import yaml
from yaml import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

from ..errors import Problem
from ..schema import Path, Position
from .text import invisible

DEPTH_CAP = 20
Tree = tuple[Any, Mapping[Path, Position], list[Problem]]


class Places(Mapping[Path, Position]):
    """Places of fields that are sought once somebody asks for one. There is always one, of the whole."""

    def __init__(self, seek: Callable[[], Mapping[Path, Position]]) -> None:
        self.seek = seek

    @cached_property
    def _found(self) -> Mapping[Path, Position]:
        return self.seek()

    def __getitem__(self, path: Path) -> Position:
        return self._found[path]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        return True


def parse(text: str, path: str) -> Tree:
    """Data, places and problems of one YAML document; data is None when there are problems."""
    data = plain(text)
    return (data, places_of(text), []) if data is not None else read(text, path)


def places_of(text: str) -> Places:
    """The place of every field of a document without problems."""
    return Places(lambda: read(text, "")[1])


def plain(text: str) -> dict[str, Any] | None:
    """The data of a document in which nothing could be wrong; None where a closer look is due."""
    if " #" in text:
        return None
    try:
        return _Plain(yaml.CSafeLoader(text).get_event, "\\" in text).document()
    except (yaml.YAMLError, _Refused):
        return None


class _Plain:
    """Events → data, until one is met that :class:`_Reader` has to look at."""

    def __init__(self, read: Callable[[], Any], escapes: bool) -> None:
        self.read = read
        self.escapes = escapes

    def document(self) -> dict[str, Any]:
        """The mapping that is the only document."""
        self.read()
        if type(self.read()) is not yaml.DocumentStartEvent or type(first := self.read()) is not MappingStartEvent:
            raise _Refused
        data = self._mapping(first, 1)
        self.read()
        if type(self.read()) is not yaml.StreamEndEvent:
            raise _Refused
        return data

    def _mapping(self, start: Any, depth: int) -> dict[str, Any]:
        if start.anchor or start.tag or depth > DEPTH_CAP:
            raise _Refused
        data: dict[str, Any] = {}
        while type(key := self.read()) is ScalarEvent:
            name = intern(key.value.strip())
            if key.anchor or key.tag or name in data or name == "<<":
                raise _Refused
            event = self.read()
            data[name] = self._text(event) if type(event) is ScalarEvent else self._inner(event, depth + 1)
        if type(key) is not MappingEndEvent:
            raise _Refused
        return data

    def _inner(self, start: Any, depth: int) -> Any:
        if type(start) is MappingStartEvent:
            return self._mapping(start, depth)
        if type(start) is not SequenceStartEvent or start.anchor or start.tag or depth > DEPTH_CAP:
            raise _Refused
        values: list[Any] = []
        while type(event := self.read()) is not SequenceEndEvent:
            values.append(self._text(event) if type(event) is ScalarEvent else self._inner(event, depth + 1))
        return values

    def _text(self, event: Any) -> str:
        value: str = event.value
        if event.anchor or event.tag:
            raise _Refused
        if value[:1] in ("“", "‘") if not event.style else self.escapes and event.style == '"' and invisible(value):
            raise _Refused
        return value


def read(text: str, path: str) -> Tree:
    """As :func:`parse`, with a look at every event and its place."""
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
        if kind is ScalarEvent and event.anchor is None and event.tag is None:
            return event
        if kind is yaml.AliasEvent or getattr(event, "anchor", None):
            self._refuse(event, "an anchor or alias (& or *)", "write the value out; quote text that starts so")
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            self.depth += 1
            if self.depth > DEPTH_CAP:
                self._refuse(event, f"nesting deeper than {DEPTH_CAP} levels", "flatten it")
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self.depth -= 1
            return event
        if event.tag:
            place = _place(event.start_mark)
            self.unsafe.append(Problem(self.path, *place, "", f"a tag ({event.tag})", "remove it; fields are typed by the schema", "load"))
        return event

    def _value(self, event: Any, at: Path) -> Any:
        kind = type(event)
        if kind is MappingStartEvent:
            return self._mapping(at)
        if kind is SequenceStartEvent:
            values: list[Any] = []
            while type(child := self._next()) is not SequenceEndEvent:
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
        while type(key := self._next()) is not MappingEndEvent:
            mark = key.start_mark
            place = (mark.line + 1, mark.column + 1)
            if type(key) is not ScalarEvent:
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
        if type(event) is not ScalarEvent:
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
