"""Bytes of a file → text that YAML may read, or the problems that forbid it."""

import re
import unicodedata
from collections.abc import Iterator

from ..errors import Problem

SIZE_CAP = 1_000_000
_INVISIBLE = {
    "\ufeff": "a byte-order mark inside the text",
    "\u200b": "a zero-width space",
    "\u200c": "a zero-width non-joiner",
    "\u200d": "a zero-width joiner",
    "\u2060": "a word joiner",
    "\u00a0": "a no-break space",
    "\u3000": "an ideographic space (U+3000)",
    "\u0085": "a NEL line break",
    "\u2028": "a Unicode line separator",
    "\u2029": "a Unicode paragraph separator",
    "\u00ad": "a soft hyphen",
    "\ufffd": "a character that was lost in a conversion",
    "\u202f": "a narrow no-break space",
    "\u200e": "a left-to-right mark",
    "\u200f": "a right-to-left mark",
}
_CHARS = re.compile(f"[{''.join(_INVISIBLE)}]")
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
    r"\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200a\u205f\u2061-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\uffa0"
    r"\ufff0-\ufffb\ue000-\uf8ff\U000e0000-\U0010ffff]"
)
"""Control characters; marks, fillers and spaces that nobody sees; tags; characters of private use."""

_ODD = re.compile(f"[\\t{_CHARS.pattern[1:-1]}{_CONTROL.pattern[1:-1]}]")
_BLOCK = re.compile(r"^([ -]*)[A-Za-z_][A-Za-z0-9_]*: +[|>][-+0-9]* *$")
_FULL_COLON = re.compile(r"(?m)^[ -]*[A-Za-z_][A-Za-z0-9_]*：")
_AFTER_LATIN = re.compile(r"：(?<=[A-Za-z0-9_]：)")
"""What a text with such a colon has: a pattern that begins with a fixed character is looked for six times as fast."""


def decode(data: bytes, path: str) -> tuple[str, list[Problem]]:
    """Decode UTF-8 and look at characters. The text is usable only if there are no problems."""
    if len(data) > SIZE_CAP:
        return "", [Problem(path, 0, 0, "", f"the file has {len(data):,} bytes", f"at most {SIZE_CAP:,} are read", "load")]
    if data.startswith(b"\xef\xbb\xbf"):
        return "", [Problem(path, 1, 1, "", "the file starts with a byte-order mark", "save it as UTF-8 without BOM", "load")]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8")) + 1
        return "", [Problem(path, line, column, "", "the file is not UTF-8", "save it as UTF-8 (is it GBK or UTF-16?)", "load")]
    return text, list(_odd_characters(text, path))


def _odd_characters(text: str, path: str) -> list[Problem]:
    problems = []
    if "\r" in text:
        line = text[: text.index("\r")].count("\n") + 1
        problems.append(Problem(path, line, 1, "", "line endings are CRLF or CR", "use LF line endings", "load"))
    if _ODD.search(text):
        for number, line_text in enumerate(text.split("\n"), 1):
            problems += _odd_in_line(line_text, number, path)
    if _AFTER_LATIN.search(text) and _FULL_COLON.search(text):
        problems += _full_colons(text.split("\n"), path)
    if not problems and not unicodedata.is_normalized("NFC", text):
        at = next(i for i, (a, b) in enumerate(zip(text, unicodedata.normalize("NFC", text), strict=False)) if a != b)
        line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
        problems.append(Problem(path, line, column, "", "text is not in Unicode form NFC", "normalise it to NFC", "load"))
    return problems


def _odd_in_line(text: str, number: int, path: str) -> list[Problem]:
    problems = []
    if (tab := text.find("\t")) >= 0:
        problems.append(Problem(path, number, tab + 1, "", "a tab", "indent and separate with spaces", "load"))
    for match in _CHARS.finditer(text):
        what = _INVISIBLE[match.group()]
        problems.append(Problem(path, number, match.start() + 1, "", what, "delete it or use an ordinary space", "load"))
    if control := _CONTROL.search(text):
        what = f"the control character U+{ord(control.group()):04X}"
        problems.append(Problem(path, number, control.start() + 1, "", what, "delete it", "load"))
    return problems


def _full_colons(lines: list[str], path: str) -> Iterator[Problem]:
    """Keys with a colon of the wrong width; text in a block ('zh: |') may hold any colon."""
    floor: int | None = None
    for number, line in enumerate(lines, 1):
        if floor is not None and line.strip() and len(line) - len(line.lstrip(" ")) <= floor:
            floor = None
        if floor is None:
            if block := _BLOCK.match(line):
                floor = len(block[1])
            if colon := _FULL_COLON.search(line):
                yield Problem(path, number, colon.end(), "", "a full-width colon '：' after a key", "use ': '", "load")


def invisible(text: str) -> str:
    """What the first character is that nobody can see, or nothing."""
    if hidden := _CHARS.search(text):
        return _INVISIBLE[hidden.group()]
    control = _CONTROL.search(text)
    return f"the control character U+{ord(control.group()):04X}" if control else ""
