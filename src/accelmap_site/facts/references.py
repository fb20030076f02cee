"""``{{ fact("key") }}`` in a text: found and replaced by a regular expression; nothing is evaluated."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
REFERENCE = re.compile(rf"""\{{\{{ *fact\( *(["'])((?:{_ID}\.)?{_ID})\1 *\) *\}}\}}""")
_QUOTED = r"""(?:\\?["']){1,2}"""
_WRITTEN = re.compile(rf"\{{\{{ *fact\( *{_QUOTED}((?:{_ID}\.)?{_ID}){_QUOTED} *\) *\}}\}}")
"""The same in a file, where YAML doubles or escapes quotes within a quoted scalar."""

MARKED = re.compile("\ue003([^\ue003-\ue005]*)\ue004([^\ue003-\ue005]*)\ue005")
"""A printed fact in a text that becomes rich: its words, then its origin."""

_MARKS = re.compile("[\ue003-\ue005]")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.S)
_OPEN = re.compile(r"\{\{.{0,60}", re.S)


@dataclass(frozen=True)
class Reference:
    """A place of a text that names a fact: from, to, and the name as written."""

    start: int
    end: int
    name: str


def hidden(text: str) -> str:
    """``text`` with code blanked out, every other character in its place."""
    return _CODE.sub(lambda match: " " * len(match[0]), text) if "`" in text else text


def mentions(text: str) -> Iterator[Reference]:
    """References to facts, outside code."""
    if "{{" in text:
        for match in REFERENCE.finditer(hidden(text)):
            yield Reference(match.start(), match.end(), match[2])


def named(written: str) -> set[str]:
    """Names of facts that a record refers to, from its file: texts whose facts are told hold no references any more."""
    return {match[1] for match in _WRITTEN.finditer(written)}


def broken(text: str) -> Iterator[Reference]:
    """Double braces that are no reference, outside code and maths."""
    if "{{" not in text:
        return
    bare = REFERENCE.sub(lambda match: " " * len(match[0]), _blank_maths(hidden(text)))
    for match in _OPEN.finditer(bare):
        yield Reference(match.start(), match.end(), match[0].split("}}")[0].strip()[:40])


def _blank_maths(text: str) -> str:
    return re.sub(r"\\\(.*?\\\)|\\\[.*?\\\]", lambda match: " " * len(match[0]), text, flags=re.S)


def replaced(text: str, printed: Callable[[str], str]) -> str:
    """``text`` with each reference replaced by what ``printed`` says of its name."""
    parts, after = [], 0
    for one in mentions(text):
        parts += [text[after : one.start], printed(one.name)]
        after = one.end
    return "".join([*parts, text[after:]])


def mark(words: str, origin: str) -> str:
    """A printed fact with its origin, for :data:`MARKED`."""
    return f"\ue003{_MARKS.sub('', words)}\ue004{_MARKS.sub('', origin)}\ue005"


def unmarked_by_hand(text: str) -> str:
    """``text`` without marks that somebody typed."""
    return _MARKS.sub("", text)
