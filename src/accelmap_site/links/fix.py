"""Addresses that moved for good, rewritten where the records name them: the one value, and nothing else of the file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..load import decode, parse
from ..schema import FOLDERS
from ..schema import Path as FieldPath
from .canonical import canonical


@dataclass(frozen=True)
class Rewrite:
    """An address in a record: where it stands, and what it became. ``done`` is false if it needs a hand."""

    file: str
    line: int
    old: str
    new: str
    done: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old}: " + (f"now {self.new}" if self.done else f"write {self.new} by hand")


def fix(root: Path, moved: Mapping[str, str]) -> list[Rewrite]:
    """Rewrite every address whose canonical form is in ``moved``. Files that cannot be read are left alone."""
    return [change for folder in FOLDERS.values() for file in sorted((root / folder).glob("*.yml")) for change in _file(file, root, moved)]


def _file(file: Path, root: Path, moved: Mapping[str, str]) -> Iterator[Rewrite]:
    name = file.relative_to(root).as_posix()
    text, problems = decode(file.read_bytes(), name)
    before = text
    data, places, faults = parse(text, name) if not problems else (None, {}, problems)
    if data is None or faults:
        return
    for path, old in _addresses(data, ()):
        new = moved.get(canonical(old))
        if new:
            kept = f"#{fragment}" if (fragment := urlsplit(old).fragment) and not urlsplit(new).fragment else ""
            line, column = places[path]
            changed = _replaced(text, line, column, old, new + kept)
            done = changed is not None and _only_this(changed, name, text, path, new + kept)
            text = changed if done and changed is not None else text
            yield Rewrite(name, line, old, new + kept, done)
    if text != before:
        file.write_text(text, encoding="utf-8", newline="\n")


def _addresses(value: Any, at: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if isinstance(value, str) and value.startswith(("http://", "https://")):
        yield at, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _addresses(inner, (*at, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _addresses(inner, (*at, i))


def _replaced(text: str, line: int, column: int, old: str, new: str) -> str | None:
    """The text with the first ``old`` at or after a place replaced; None if it is not on that or the next line."""
    lines = text.split("\n")
    start = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
    end = sum(len(one) + 1 for one in lines[: line + 1])
    at = text.find(old, start, end)
    return None if at < 0 else text[:at] + new + text[at + len(old) :]


def _only_this(changed: str, name: str, text: str, path: FieldPath, new: str) -> bool:
    """Whether the rewritten file says the same but for this value."""
    data, _, problems = parse(changed, name)
    expected, _, _ = parse(text, name)
    if problems or data is None:
        return False
    inner = expected
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = new
    return bool(data == expected)
