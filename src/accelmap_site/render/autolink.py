"""First mentions of titles and aliases become links.

A scan by the first two characters of each name and then by the lengths that names with this beginning have: its cost
does not grow with the number of names. Longest match wins, Latin names need word
boundaries, Chinese ones do not. Nothing is linked inside links, code, headings or maths.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..check import folded
from ..schema import Catalog, Item

_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?([a-zA-Z0-9]+)")
_CLOSED = {"a", "code", "pre", "math", "span", "h1", "h2", "h3", "h4", "h5", "h6"}
_WORD = re.compile(r"[A-Za-z0-9_]")
_LATIN_END = re.compile(r"[A-Za-z0-9_+#]")
_GLUE_AFTER = re.compile(r"[+#]|[-.](?=[A-Za-z0-9])")
_GLUE_BEFORE = re.compile(r"[A-Za-z0-9][-.]$")
_START = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z0-9_]|[^\sA-Za-z0-9_]")
_MENTION = re.compile(r'href="ref:([a-z0-9-]+)"')


@dataclass(frozen=True)
class Name:
    """A spelling and the record it leads to. ``exact`` names match their case only."""

    text: str
    id: str
    exact: bool


@dataclass(frozen=True)
class Names:
    """Spellings in lower case, and the lengths to try, longest first, for each beginning of two characters."""

    lengths: Mapping[str, tuple[int, ...]]
    spelled: Mapping[str, tuple[Name, ...]]
    read: dict[str, tuple[tuple[int, Name], ...]] = field(default_factory=dict, repr=False, compare=False)
    """What was found in texts that were looked at before: several pages show the same."""

    def mentioned(self, text: str) -> tuple[tuple[int, Name], ...]:
        """Every name in a text with its place; none overlaps another."""
        if text not in self.read:
            self.read[text] = tuple(self._found(text))
        return self.read[text]

    def _found(self, text: str) -> Iterator[tuple[int, Name]]:
        lower = "".join(letter.lower()[:1] for letter in text)
        after = 0
        for match in _START.finditer(text):
            i = match.start()
            if i >= after and lower[i : i + 2] in self.lengths and (name := self.at(text, lower, i)):
                after = i + len(name.text)
                yield i, name

    def at(self, text: str, lower: str, i: int) -> Name | None:
        """The longest name that starts at ``i`` and ends at a boundary."""
        for length in self.lengths.get(lower[i : i + 2], ()):
            for name in self.spelled.get(lower[i : i + length], ()):
                if (not name.exact or text.startswith(name.text, i)) and _bounded(text, i, i + len(name.text)):
                    return name
        return None


def names(catalog: Catalog) -> Names:
    """Every linkable spelling. A spelling that two records claim links to neither."""
    owners: dict[str, set[str]] = defaultdict(set)
    spelled: dict[str, Name] = {}
    for item in catalog.items.values():
        for text in _spellings(item):
            owners[folded(text)].add(item.id)
            spelled.setdefault(text, Name(text, item.id, (len(text) <= 4 and text.isascii()) or text.isupper()))
    groups: dict[str, list[Name]] = defaultdict(list)
    lengths: dict[str, set[int]] = defaultdict(set)
    for text, name in spelled.items():
        if len(owners[folded(text)]) == 1 and len(text) > 1:
            groups[text.lower()].append(name)
            lengths[text[:2].lower()].add(len(text))
    return Names(
        {start: tuple(sorted(found, reverse=True)) for start, found in lengths.items()},
        {text: tuple(sorted(group, key=lambda name: name.text)) for text, group in groups.items()},
    )


def _spellings(item: Item) -> Iterator[str]:
    off = {alias.text for alias in item.record.aliases if not alias.autolink}
    candidates = [item.record.title.zh, item.record.title.en, item.record.abbr or "", *(a.text for a in item.record.aliases)]
    yield from (text for text in dict.fromkeys(candidates) if text and text not in off)


def _bounded(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 2) : start]
    if before and _WORD.match(text[start]) and (_WORD.match(before[-1]) or _GLUE_BEFORE.search(before)):
        return False
    if _LATIN_END.match(text[end - 1]) and end < len(text):
        return not (_WORD.match(text[end]) or _GLUE_AFTER.match(text[end : end + 2]))
    return True


def autolink(fragment: str, known: Names, own_id: str, seen: set[str] | None = None) -> str:
    """Link the first mention of each record in an HTML fragment made by :func:`prose.rich`.

    ``seen`` holds ids already linked in the section and grows; ``own_id`` is never linked.
    """
    taken = seen if seen is not None else set()
    taken |= {own_id, *_MENTION.findall(fragment)}
    closed: list[str] = []
    parts = _TAG.split(fragment)
    for i, part in enumerate(parts):
        if i % 2:
            _track(part, closed)
        elif part and not closed:
            parts[i] = _link(html.unescape(part), known, taken)
    return "".join(parts)


def _track(tag: str, closed: list[str]) -> None:
    match = _NAME.match(tag)
    if not match or match[1].lower() not in _CLOSED:
        return
    if tag.startswith("</"):
        if closed:
            closed.pop()
    elif not tag.endswith("/>"):
        closed.append(match[1])


def _link(text: str, known: Names, taken: set[str]) -> str:
    out: list[str] = []
    start = 0
    for i, name in known.mentioned(text):
        if name.id not in taken:
            taken.add(name.id)
            end = i + len(name.text)
            out += [html.escape(text[start:i], quote=False), f'<a href="ref:{name.id}">{html.escape(text[i:end], quote=False)}</a>']
            start = end
    return "".join([*out, html.escape(text[start:], quote=False)])
