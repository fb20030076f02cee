"""One way to write a record: order of fields, of set-like lists, indentation, spaces, long flow collections.

Scalars are copied as they were typed, comments move with the field they precede, and prose is never wrapped anew: a wrapped
paragraph hides in a diff the word that changed. What comes out is read again; if data or comments differed, nothing is written.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..load import Node, Uneditable, nodes
from ..schema import UNORDERED, Keyed, Kind, Part, Record, field_order, inside

WIDTH = 140
_FOLD = re.compile(r"[ \t]*\n[ \t]*")
_COMMENT = re.compile(r"[ \t]+(#.*)")
_MODELINE = "yaml-language-server:"
Lists = Mapping[str, Sequence[str]]


def formatted(text: str, kind: type[Record], lists: Lists) -> str:
    """The text of a record in the one way to write it. ``lists`` holds the keys of the closed lists in their order.

    Raises Uneditable where the text is no YAML, or where a comment stands at a place that cannot be kept.
    """
    tree = nodes(text)
    if tree.kind != "map" or tree.flow:
        raise Uneditable("the file is not a block mapping of fields")
    result = _Writer(text, lists).document(tree, kind)
    if result == text:
        return text
    again = nodes(result)
    if _canonical(again, kind) != _canonical(tree, kind):
        raise Uneditable("rewriting would change the data; nothing is changed")
    if _comments(result, again) != _comments(text, tree):
        raise Uneditable("a comment stands inside a value; put it on a line of its own above the field")
    return result


def _canonical(node: Node, kind: Kind, name: str = "") -> object:
    """The data with set-like lists as sets, and fields regardless of order."""
    if node.kind == "text":
        return node.value
    if node.kind == "map":
        return {key.value: _canonical(value, *inside(kind, key.value)) for key, value in node.entries if key}
    items = [_canonical(value, kind) for _, value in node.entries]
    return sorted(items, key=str) if name in UNORDERED else items


def _comments(text: str, tree: Node) -> list[str]:
    """All comments, sorted: what starts with '#' at the start of a line or after a space, outside of scalars."""
    bare, at = [], 0
    for start, end in _scalars(tree):
        bare.append(text[at:start])
        at = end
    return sorted(found.strip() for found in re.findall(r"(?:^|(?<=[ \t\n]))#.*", "\0".join([*bare, text[at:]]), re.M))


def _scalars(node: Node) -> list[tuple[int, int]]:
    if node.kind == "text":
        return [(node.start, node.end)] if node.flow and node.end > node.start else _block_scalar(node)
    return [span for key, value in node.entries for part in (key, value) if part for span in _scalars(part)]


def _block_scalar(node: Node) -> list[tuple[int, int]]:
    return [(node.start, node.end)] if node.end > node.start else []


def _gap(lines: Sequence[str], pad: str) -> list[str]:
    """Comment lines at an indentation, with single blank lines between them."""
    bare = [line.strip() for line in lines]
    return [f"{pad}{line}".rstrip() for i, line in enumerate(bare) if line or not i or bare[i - 1]]


@lru_cache(maxsize=256)
def _places(kind: type[Part]) -> Mapping[str, int]:
    """Place of each field in the order of its class."""
    return {name: i for i, name in enumerate(field_order(kind))}


@dataclass
class _Writer:
    text: str
    lists: Lists

    def __post_init__(self) -> None:
        self.lines = self.text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def document(self, tree: Node, kind: Kind) -> str:
        first = tree.entries[0][0] if tree.entries else None
        above = self.lines[: first.line] if first else []
        header = max((i + 1 for i, line in enumerate(above) if not line.strip() or _MODELINE in line), default=0)
        head = _gap(above[:header], "")
        body = self.block(tree, kind, 0, header)
        tail = _gap(self.lines[self.last(tree) + 1 :], "")
        return "\n".join([*head, *body, *tail]).strip("\n") + "\n"

    def line_of(self, offset: int, first: int = 0) -> int:
        return bisect_right(self.starts, offset, first, len(self.lines)) - 1

    def last(self, node: Node) -> int:
        """The last line that belongs to a node."""
        return self.line_of(max(node.start, node.end - 1), node.line)

    def block(self, node: Node, kind: Kind, indent: int, floor: int, name: str = "") -> list[str]:
        """Lines of a block mapping or list. ``floor`` is the first line that may hold comments before its first entry."""
        parts: list[tuple[str, list[str]]] = []
        pad, column = " " * indent, node.column
        for key, value in node.entries:
            start = (key or value).line if node.kind == "map" else self._dash(value, floor)
            gap = self.lines[floor:start]
            if parts and gap:
                own = next((i for i, line in enumerate(gap) if line.strip() and len(line) - len(line.lstrip()) <= column), len(gap))
                own -= sum(1 for line in reversed(gap[:own]) if not line.strip()) if own < len(gap) else 0
                parts[-1][1].extend(_gap(gap[:own], f"{pad}  "))
                gap = gap[own:]
            lines = _gap(gap, pad) if gap else []
            lines += self.field(key, value, kind, indent) if key else self.item(value, kind, indent, start)
            parts.append((key.value if key else value.value, lines))
            floor = self.last(value) + 1
        return [line for _, lines in self._sorted(parts, node, kind, name) for line in lines]

    def _dash(self, value: Node, floor: int) -> int:
        """The line of the dash of a list item: mostly the line of the item."""
        at = value.line
        while at > floor and not self.lines[at].lstrip().startswith("-"):
            at -= 1
        return at

    def _sorted(self, parts: list[tuple[str, list[str]]], node: Node, kind: Kind, name: str) -> list[tuple[str, list[str]]]:
        place: Mapping[str, int] = {}
        if node.kind == "list" and name in UNORDERED:
            place = {one: i for i, one in enumerate(self.lists.get(name, ()))}
        elif node.kind == "map" and kind and not isinstance(kind, Keyed):
            place = _places(kind)
        return sorted(parts, key=lambda part: place.get(part[0], len(place))) if place and len(parts) > 1 else parts

    def field(self, key: Node, value: Node, kind: Kind, indent: int) -> list[str]:
        """``key: value`` with what follows."""
        label = f"{' ' * indent}{self.text[key.start : key.end]}:"
        inner, name = inside(kind, key.value)
        if value.kind == "text" or value.flow:
            return self.inline(label, value, inner, indent + 2, name)
        return [label + self.rest(key.end, ":"), *self.block(value, inner, indent + 2, key.line + 1, name)]

    def item(self, value: Node, kind: Kind, indent: int, line: int) -> list[str]:
        """``- value`` with what follows."""
        label = " " * indent + "-"
        if value.kind == "text" or value.flow:
            return self.inline(label, value, kind, indent + 3 if value.kind != "text" else indent + 2)
        lines = self.block(value, kind, indent + 2, line + 1)
        return [f"{label} {lines[0].lstrip()}", *lines[1:]]

    def rest(self, offset: int, skip: str = "") -> str:
        """The comment at the end of the line after a value or key."""
        if self.text.startswith(f"{skip}\n", offset):
            return ""
        tail = self.text[offset : self.starts[self.line_of(offset) + 1] - 1].removeprefix(" ").removeprefix(skip)
        found = _COMMENT.fullmatch(tail.rstrip())
        return f"  {found[1]}" if found else ""

    def inline(self, label: str, value: Node, kind: Kind, indent: int, name: str = "") -> list[str]:
        """A scalar or flow collection after its key or dash."""
        raw = self.text[value.start : value.end]
        if value.kind != "text":
            lines = self.flow(label, value, kind, indent, name)
            return [*lines[:-1], lines[-1] + self.rest(value.end)]
        if not value.flow:
            return self._literal(label, raw, indent)
        if "\n" not in raw:
            return [f"{label} {raw}".rstrip() + self.rest(value.end if raw else value.start)]
        pad = " " * indent
        first, *others = raw.split("\n")
        lines = [f"{label} {first}".rstrip(), *(f"{pad}{line.strip()}".rstrip() for line in others)]
        return [*lines[:-1], lines[-1] + self.rest(value.end)]

    def _literal(self, label: str, raw: str, indent: int) -> list[str]:
        """A block scalar: its lines shifted as a whole."""
        header, *lines = raw.split("\n")
        if re.match(r"[|>][-+]*[0-9]", header) or "+" in header.partition("#")[0]:
            raise Uneditable("a block scalar with an indentation or '+' in its header; write it as '|'")
        depth = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
        return [f"{label} {header.rstrip()}", *(f"{' ' * indent}{line[depth:]}" if line.strip() else "" for line in lines)]

    def flow(self, label: str, node: Node, kind: Kind, indent: int, name: str) -> list[str]:
        """A flow collection on one line, or filled up to WIDTH between its entries."""
        raw = self.text[node.start : node.end]
        if "\n" in raw and "#" in raw and "#" in "".join(self._between(node)):
            return [f"{label} {line}" if i == 0 else line for i, line in enumerate(raw.split("\n"))]
        opening, closing = "{}" if node.kind == "map" else "[]"
        entries = self.entries(node, kind, name)
        lines = [f"{label} {opening}"]
        for i, entry in enumerate(entries):
            text = entry + (closing if i == len(entries) - 1 else ",")
            bare = lines[-1].endswith(opening) and i == 0
            if len(lines[-1]) + len(text) + (not bare) > WIDTH and not bare:
                lines.append(" " * indent + text)
            else:
                lines[-1] += text if bare else f" {text}"
        return lines if entries else [f"{label} {opening}{closing}"]

    def _between(self, node: Node) -> list[str]:
        """The source of a collection without its scalars."""
        spans, at, found = _scalars(node), node.start, []
        for start, end in spans:
            found.append(self.text[at:start])
            at = end
        return [*found, self.text[at : node.end]]

    def entries(self, node: Node, kind: Kind, name: str) -> list[str]:
        """Entries of a flow collection, sorted, each on one line."""
        parts = []
        for key, value in node.entries:
            inner, named = inside(kind, key.value) if key else (kind, "")
            if value.kind == "text":
                text = self._one_line(value)
            else:
                opening, closing = "{}" if value.kind == "map" else "[]"
                text = f"{opening}{', '.join(self.entries(value, inner, named))}{closing}"
            said = f"{self._one_line(key)}: {text}".rstrip() if key else text
            parts.append((key.value if key else value.value, [said]))
        return [lines[0] for _, lines in self._sorted(parts, node, kind, name)]

    def _one_line(self, node: Node) -> str:
        raw = self.text[node.start : node.end]
        if "\n" not in raw:
            return raw
        if "\n\n" in raw.replace(" ", "") or "\\\n" in raw:
            raise Uneditable(f"a value with blank or escaped line breaks inside {{ }} or [ ] on line {node.line + 1}; use '|'")
        return _FOLD.sub(" ", raw)
