"""Mechanical repairs: what an editor or input method put into a file and nobody meant. The data stay as they were meant."""

import re
import unicodedata
from functools import lru_cache

from ..schema import KINDS, Part, part_in

SIZE_CAP = 1_000_000
_BLOCK = re.compile(r"^([ -]*)[A-Za-z_][A-Za-z0-9_]*: +[|>][-+0-9]* *(?:#.*)?$")
_COLON = re.compile(r"^([ -]*)([A-Za-z_][A-Za-z0-9_]*)：[ \u3000]*")
_TAB = re.compile(r"^([ ]*(?:- +)*(?:[A-Za-z_][A-Za-z0-9_-]*:|-))[ ]*\t[ \t]*")


@lru_cache(maxsize=1)
def _fields() -> frozenset[str]:
    """Names of all fields: only after one of these is a full-width colon a slip; in prose it is punctuation."""
    found: set[str] = set()
    waiting: list[type[Part]] = list(KINDS.values())
    seen: set[type[Part]] = set()
    while waiting:
        kind = waiting.pop()
        seen.add(kind)
        found |= set(kind.model_fields)
        waiting += [part for name in kind.model_fields if (part := part_in(kind, name)) and part not in seen]
    return frozenset(found)


def repaired(data: bytes) -> tuple[bytes, list[str]]:
    """The bytes with every mechanical slip repaired, and what was repaired. What is not UTF-8 or too large stays as it is."""
    if len(data) > SIZE_CAP:
        return data, []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data, []
    done: list[str] = []
    for what, change in (("byte-order mark", _no_mark), ("line endings", _line_feeds), ("Unicode form NFC", _composed), ("", _by_line)):
        changed = change(text, done)
        if changed != text and what:
            done.append(what)
        text = changed
    return text.encode("utf-8"), sorted(set(done))


def _no_mark(text: str, done: list[str]) -> str:
    return text.removeprefix("\ufeff")


def _line_feeds(text: str, done: list[str]) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _composed(text: str, done: list[str]) -> str:
    return unicodedata.normalize("NFC", text)


def _by_line(text: str, done: list[str]) -> str:
    """Tabs and colons after keys, spaces at ends; the text of a block scalar keeps its tabs, colons and hard line breaks."""
    floor: int | None = None
    lines = []
    for original in text.split("\n"):
        line = original
        if floor is not None and line.strip() and len(line) - len(line.lstrip(" ")) <= floor:
            floor = None
        if floor is None:
            line = _slips(line, done)
            if block := _BLOCK.match(line):
                floor = len(block[1])
        bare = line.rstrip(" \t")
        if line != bare and (floor is None or not bare or len(line) - len(bare) < 2):
            done.append("spaces at the end of a line")
            line = bare
        lines.append(line)
    if (whole := "\n".join(lines)) and not whole.endswith("\n"):
        done.append("line break at the end")
        whole += "\n"
    return whole


def _slips(line: str, done: list[str]) -> str:
    colon = _COLON.match(line)
    if colon and colon[2] in _fields():
        done.append("full-width colon")
        line = f"{colon[1]}{colon[2]}: {line[colon.end() :]}"
    if tab := _TAB.match(line):
        done.append("tab after a key")
        line = f"{tab[1]} {line[tab.end() :]}"
    return line
