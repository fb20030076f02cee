"""Another id for a record: the file, every reference in fields and prose, and the old id as a redirect."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from rapidfuzz import process

from ..errors import AccelmapError
from ..load import Node, dotted, name_problems, nodes
from ..schema import COLUMN, FOLDERS, KINDS, LISTS, OFFERS, RECORD, VARIANT, Allowance, Catalog, Keyed, Kind, Part, Ref, Title, inside
from ..schema import Path as FieldPath

_PREDICATES = ("applies_if", "holds_if", "predicate")
_PENDING = "pending"
"""The entry of taxonomy/figures.yml that lists records."""

_BEFORE_FORMER = ("title", "abbr", "aliases")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.S)


class Refused(AccelmapError):
    """The id cannot be given; the text says why."""


@dataclass(frozen=True, order=True)
class Change:
    """One place of one file, counted from 1, and what becomes of it."""

    path: str
    line: int
    column: int
    field: str
    said: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.field}: {self.said}"


@dataclass(frozen=True)
class Renaming:
    """Everything that a new id changes. ``texts`` holds the new text of each file under its old path."""

    moved: tuple[str, str]
    changes: tuple[Change, ...]
    texts: Mapping[str, str]


Edit = tuple[int, int, str, FieldPath]


def renaming(root: Path, catalog: Catalog, old: str, new: str) -> Renaming:
    """What renaming ``old`` to ``new`` changes below ``root``; nothing is written. Raises Refused.

    A record that goes back to a former id drops it from its former ids and keeps no redirect from the id it leaves, so that
    renaming there and back changes nothing.
    """
    _allowed(root, catalog, old, new)
    item = catalog.items[old]
    changes: list[Change] = []
    texts: dict[str, str] = {}
    for path, kind in _files(root, catalog):
        text = (root / path).read_bytes().decode("utf-8")
        if old not in text:
            edits: list[Edit] = []
        else:
            edits = sorted(_edits(nodes(text), kind, old, new, text, path.startswith("taxonomy/")))
        if path == item.file:
            edits = sorted([*edits, _redirect(nodes(text), text, old, new)])
        if edits:
            texts[path] = _apply(text, edits)
            changes += [_change(path, text, edit, old, new) for edit in edits]
    for path, text, edits in _pages(root, old, new):
        texts[path] = _apply(text, edits)
        changes += [_change(path, text, edit, old, new) for edit in edits]
    moved = (item.file, str(Path(item.file).with_name(f"{new}.yml").as_posix()))
    return Renaming(moved, tuple(sorted(changes)), MappingProxyType(texts))


def _allowed(root: Path, catalog: Catalog, old: str, new: str) -> None:
    former = {name: item.id for item in catalog.items.values() for name in item.record.former_ids}
    if old not in catalog.items:
        near = process.extractOne(old, list(catalog.items), score_cutoff=60)
        now = f'; it is "{former[old]}" now' if old in former else f'; did you mean "{near[0]}"?' if near else ""
        raise Refused(f'no record "{old}"{now}')
    for problem in name_problems(new, ""):
        raise Refused(f"{problem.message}; {problem.hint}")
    kind = catalog.items[old].kind
    if new in catalog.items or new in catalog.unread or (root / FOLDERS[kind] / f"{new}.yml").exists():
        raise Refused(f'the id "{new}" is taken' + (f" by {catalog.items[new].file}" if new in catalog.items else ""))
    if former.get(new, old) != old:
        raise Refused(f'the id "{new}" is a former id of {former[new]}, whose old address leads there')
    if new in catalog.lists.get("model-kinds", {}):
        raise Refused(f'the id "{new}" is taken by a kind of model in taxonomy/model-kinds.yml')


def _files(root: Path, catalog: Catalog) -> Iterator[tuple[str, type[Part]]]:
    yield from ((item.file, KINDS[item.kind]) for item in catalog.items.values())
    yield from ((f"taxonomy/{name}.yml", kind) for name, kind in LISTS.items() if (root / f"taxonomy/{name}.yml").is_file())


def _pages(root: Path, old: str, new: str) -> Iterator[tuple[str, str, list[Edit]]]:
    """Prose in files of its own: Markdown under content/ that refers to the record."""
    for file in sorted((root / "content").rglob("*.md")):
        try:
            text = "" if file.is_symlink() or not file.is_file() else file.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Refused(f"{file.relative_to(root).as_posix()}: the file is not UTF-8") from error
        whole = Node("text", 0, len(text), 0, 0, True)
        if edits := list(_Search(text, old, new).prose(whole, ("text",))):
            yield file.relative_to(root).as_posix(), text, edits


def _edits(tree: Node, kind: type[Part], old: str, new: str, text: str, is_list: bool) -> Iterator[Edit]:
    search = _Search(text, old, new)
    if not is_list:
        yield from search.part(tree, kind, "", ())
    else:
        for key, value in tree.entries:
            name = key.value if key else ""
            yield from search.part(value, kind, RECORD if kind is Allowance and name == _PENDING else "", (name,))


@dataclass(frozen=True)
class _Search:
    text: str
    old: str
    new: str

    def part(self, node: Node, kind: Kind, names: str, at: FieldPath) -> Iterator[Edit]:
        """Edits in a value of class ``kind`` or, where ``names`` says that it is an id of a record, of the id itself."""
        if node.kind == "text" and names == COLUMN:
            yield from self._column(node, at)
        elif node.kind == "text":
            whole = node.value == self.old and (names in (RECORD, VARIANT) or names in KINDS or kind is Ref)
            if whole or (names == VARIANT and node.value.startswith(f"{self.old}/")):
                yield self._word(node, at)
        elif node.kind == "list":
            for i, (_, value) in enumerate(node.entries):
                yield from self.part(value, kind, names, (*at, i))
        else:
            for key, value in node.entries:
                if key is not None:
                    yield from self._field(key, value, kind, names, at)

    def _field(self, key: Node, value: Node, kind: Kind, names: str, at: FieldPath) -> Iterator[Edit]:
        here = (*at, key.value)
        if isinstance(kind, Keyed) and key.value == self.old and names in KINDS:
            yield self._word(key, here)
        if isinstance(kind, Keyed) and names == COLUMN:
            yield from self._column(key, here)
        if key.value in ("zh", "en") and kind is not Title:
            yield from self.prose(value, here)
        elif key.value in _PREDICATES:
            yield from self._pattern(value, rf"(?<=['\"]){re.escape(self.old)}(?=['\"])", here)
        else:
            yield from self.part(value, *inside(kind, key.value), here)

    def _column(self, node: Node, at: FieldPath) -> Iterator[Edit]:
        """The technique in the name of a column of a comparison."""
        if node.value == f"{OFFERS}{self.old}":
            start = self.text.index(node.value, node.start) + len(OFFERS)
            yield start, start + len(self.old), self.new, at

    def _word(self, node: Node, at: FieldPath) -> Edit:
        start = self.text.index(self.old, node.start)
        return start, start + len(self.old), self.new, at

    def prose(self, node: Node, at: FieldPath) -> Iterator[Edit]:
        """``[text][old]`` and ``fact("old.key")`` outside of code."""
        yield from self._pattern(node, rf"(?<=\]\[){re.escape(self.old)}(?=\])", at)
        yield from self._pattern(node, rf"(?<=fact\([\"']){re.escape(self.old)}(?=\.)", at)

    def _pattern(self, node: Node, pattern: str, at: FieldPath) -> Iterator[Edit]:
        raw = _CODE.sub(lambda code: " " * len(code.group()), self.text[node.start : node.end])
        for found in re.finditer(pattern, raw):
            yield node.start + found.start(), node.start + found.end(), self.new, at


def _redirect(tree: Node, text: str, old: str, new: str) -> Edit:
    """The old id among the former ids; or, on the way back, the new one no longer among them."""
    former = tree.get("former_ids")
    entries = [value for _, value in former.entries] if former else []
    place = next((i for i, value in enumerate(entries) if value.value == new), None)
    if former is None or not entries:
        previous = [(key, value) for key, value in tree.entries if key and key.value in _BEFORE_FORMER][-1][1]
        end = text.find("\n", max(previous.end - 1, previous.start))
        end = len(text) if end < 0 else end
        return end, end, f"\nformer_ids: [{old}]", ("former_ids",)
    if place is None:
        last = entries[-1]
        joint = ", " if former.flow else "\n" + text[text.rfind("\n", 0, last.start) + 1 : last.start]
        return last.end, last.end, f"{joint}{old}", ("former_ids", len(entries))
    if len(entries) > 1:
        start, end = (entries[0].start, entries[1].start) if place == 0 else (entries[place - 1].end, entries[place].end)
        return start, end, "", ("former_ids", place)
    key = next(key for key, value in tree.entries if key and value is former)
    end = text.find("\n", former.end - 1)
    return key.start, len(text) if end < 0 else end + 1, "", ("former_ids",)


def _apply(text: str, edits: list[Edit]) -> str:
    for start, end, replacement, _ in reversed(edits):
        text = text[:start] + replacement + text[end:]
    return text


def _change(path: str, text: str, edit: Edit, old: str, new: str) -> Change:
    start, _, replacement, at = edit
    if at[0] == "former_ids":
        said = f"add {old}" if replacement else f"remove {new}"
        start += replacement.startswith("\n")
    else:
        said = f"{old} → {new}"
    line = text.count("\n", 0, start) + 1 + (replacement.startswith("\n"))
    column = 1 if replacement.startswith("\n") else start - (text.rfind("\n", 0, start) + 1) + 1
    return Change(path, line, column, dotted(at), said)
