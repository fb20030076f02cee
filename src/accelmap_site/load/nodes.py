"""Text → tree of nodes with their exact extent, for what edits files instead of reading them.

Scalars keep their source, so that an edit leaves everything else as it was typed.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import yaml

from ..errors import AccelmapError
from .tree import DEPTH_CAP


class Uneditable(AccelmapError):
    """The text is no YAML that can be edited by rule; the argument says why."""


class Node(NamedTuple):
    """A value and where it stands: ``text[start:end]``, without what follows it.

    ``flow`` is false for block mappings, block lists and block scalars (``|`` and ``>``). ``entries`` holds (key, value) of a
    mapping and (None, value) of a list; ``column`` counts from 0, ``line`` from 0.
    """

    kind: Literal["map", "list", "text"]
    start: int
    end: int
    line: int
    column: int
    flow: bool
    value: str = ""
    entries: tuple[tuple["Node | None", "Node"], ...] = ()

    def get(self, key: str) -> "Node | None":
        """The value of a key of a mapping."""
        return next((value for name, value in self.entries if name is not None and name.value == key), None)

    def plain(self) -> Any:
        """Mappings, lists and text, without places."""
        if self.kind == "text":
            return self.value
        if self.kind == "list":
            return [value.plain() for _, value in self.entries]
        return {name.value: value.plain() for name, value in self.entries if name is not None}


def nodes(text: str) -> Node:
    """The tree of one document. Raises Uneditable for what is no YAML, and for anchors, tags and a second document."""
    try:
        reader = _Nodes(yaml.CSafeLoader(text).get_event, text)
        return reader.document()
    except yaml.YAMLError as error:
        raise Uneditable(f"not readable as YAML: {getattr(error, 'problem', None) or error}") from error


class _Nodes:
    def __init__(self, read: Callable[[], Any], text: str) -> None:
        self.read = read
        self.text = text
        self.depth = 0

    def document(self) -> Node:
        self.read()
        if type(self.read()) is not yaml.DocumentStartEvent:
            raise Uneditable("the file is empty")
        found = self._node(self.read())
        self.read()
        if type(self.read()) is not yaml.StreamEndEvent:
            raise Uneditable("a second document ('---')")
        return found

    def _node(self, event: Any) -> Node:
        if type(event) is yaml.AliasEvent or event.anchor or event.tag:
            raise Uneditable(f"an anchor, alias or tag on line {event.start_mark.line + 1}")
        if type(event) is yaml.ScalarEvent:
            return self._scalar(event)
        self.depth += 1
        if self.depth > DEPTH_CAP:
            raise Uneditable(f"nesting deeper than {DEPTH_CAP} levels")
        kind: Literal["map", "list"] = "map" if type(event) is yaml.MappingStartEvent else "list"
        entries, end = self._map() if kind == "map" else self._list()
        self.depth -= 1
        mark = event.start_mark
        stop = end.end_mark.index if event.flow_style else (entries[-1][1].end if entries else mark.index)
        return Node(kind, mark.index, stop, mark.line, mark.column, bool(event.flow_style), "", tuple(entries))

    def _map(self) -> tuple[list[tuple[Node | None, Node]], Any]:
        entries: list[tuple[Node | None, Node]] = []
        seen: set[str] = set()
        while type(event := self.read()) is not yaml.MappingEndEvent:
            key = self._node(event)
            if key.kind != "text" or key.value in seen:
                raise Uneditable(f"a key on line {key.line + 1} that is no word or stands twice")
            seen.add(key.value)
            entries.append((key, self._node(self.read())))
        return entries, event

    def _list(self) -> tuple[list[tuple[Node | None, Node]], Any]:
        entries: list[tuple[Node | None, Node]] = []
        while type(event := self.read()) is not yaml.SequenceEndEvent:
            entries.append((None, self._node(event)))
        return entries, event

    def _scalar(self, event: Any) -> Node:
        mark, stop, flow = event.start_mark, event.end_mark.index, event.style not in ("|", ">")
        start = mark.index
        if not flow:
            stop = start + len(self.text[start:stop].rstrip(" \n"))
        return Node("text", start, stop, mark.line, mark.column, flow, event.value)
