"""A rule about spaces and punctuation where Chinese meets Latin: autocorrect decides, this module shows it what a reader sees."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

import autocorrect_py

from ..errors import Problem
from ..facts import Ledger
from ..schema import Item, aloud
from .rule import Said, Subject, rule

_C = r"\u3400-\u9fff"
_L = "A-Za-z0-9`"
_SUSPECT = re.compile(
    rf"[{_L}\\{{,.;:!?](?<=[{_C}].)|[{_L}%](?=\[?[{_C}])|[{_L})]\]\[[^\]]*\][{_C}]|\[(?<=[{_C}].)[{_L}]|\](?<=[{_C}].)\[[^\]]*\][{_L}]"
    rf"|(?:\\\)|\}}\}}|[,;!?] ?)[{_C}]|[，。；：？！、（）「」“”《》] | [，。；：？！、（）「」“”《》]"
)
"""What may be wrong; most texts hold nothing of the kind and are spared the look. Nothing begins with a Chinese character: most are."""

_MARKUP = re.compile(
    r"```.*?```|`[^`]*`|\\\(.*?\\\)|\\\[.*?\\\]|\[(?P<words>[^\[\]]+)\]\[[^\[\]]*\]|\{\{ *fact\( *[\"'](?P<fact>[^\"']*)[\"'] *\) *\}\}",
    re.S,
)
_FULL_WIDTH = re.compile(rf"(?<![{_C}，。；：？！、（）「」“”《》])[，。；：？！、（）](?![{_C}，。；：？！、（）「」“”《》])")
_RULES = {
    "space-word": 1, "space-punctuation": 1, "space-backticks": 1, "fullwidth": 1, "no-space-fullwidth": 1, "no-space-fullwidth-quote": 1,
    "space-bracket": 0, "space-dash": 0, "space-dollar": 0, "halfwidth-word": 0, "halfwidth-punctuation": 0, "spellcheck": 0,
}  # fmt: skip
"""Half-width brackets and commas stay in formulas, full-width ones in zh texts without a Chinese character: both are right here."""


@lru_cache(maxsize=1)
def _configure() -> None:
    getattr(autocorrect_py, "load_config")(json.dumps({"rules": _RULES}))


@rule(
    "A space between Chinese and Latin, and punctuation of the width of its language, make mixed text readable.",
    bad="zh: 在H100上跑,显存80GB",
    good="zh: 在 H100 上跑，显存 80 GB",
    allowable=True,
    single=True,
)
def spacing(subject: Subject) -> Iterator[Problem]:
    _configure()
    ledger = subject.once(Ledger)
    for item in subject.judged:
        zh, en = aloud(item.record)
        if _SUSPECT.search(item.record.title.zh) or _SUSPECT.search(zh):
            title = Said(item, ("title", "zh"), "title", "zh", item.record.title.zh)
            for said in (title, *subject.said(item)):
                if said.locale == "zh" and _SUSPECT.search(said.text):
                    yield from _as_autocorrect_has_it(subject, said, *_seen(ledger, item, said.text))
        for said in subject.said(item) if not en.isascii() else ():
            if said.locale == "en" and not said.text.isascii() and (match := _FULL_WIDTH.search(said.text)):
                hint = "write the half-width one and a space"
                yield subject.within(said, match.start(), match[0], f"the full-width '{match[0]}' in an English sentence", hint)


def _seen(ledger: Ledger, item: Item, text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text as it is read: words of references, printed facts, one word for code or maths; and where its pieces begin in both."""
    parts, starts, length, after = [], [(0, 0)], 0, 0
    for match in _MARKUP.finditer(text):
        inner, at = match["words"], match.start("words")
        if inner is None:
            found = ledger.printed(item.id, match["fact"], "zh") if match["fact"] else None
            inner, at = found.words if found else "`x`", match.start()
        parts += [text[after : match.start()], inner]
        length += match.start() - after
        starts += [(length, at), (length + len(inner), match.end())]
        length, after = length + len(inner), match.end()
    return "".join([*parts, text[after:]]), starts


def _as_autocorrect_has_it(subject: Subject, said: Said, seen: str, starts: list[tuple[int, int]]) -> Iterator[Problem]:
    better = autocorrect_py.format(seen)
    for i, j in _changes(seen, better):
        piece = bisect_right(starts, (i, len(said.text))) - 1
        start = min(starts[piece][1] + i - starts[piece][0], len(said.text) - 1)
        message = f"'{_around(seen, i)}' is written '{_around(better, j)}'"
        yield subject.within(said, start, said.text[start], message)


def _around(text: str, at: int) -> str:
    """A few characters before and after a place, on its line."""
    return text[max(text.rfind("\n", 0, at) + 1, at - 4) : at + 5].partition("\n")[0].strip()


def _changes(old: str, new: str) -> Iterator[tuple[int, int]]:
    """Places in both texts at which they differ; they differ in spaces put in or out and in punctuation of another width only."""
    i, j, last = 0, 0, -2
    while i < len(old) and j < len(new):
        if old[i] != new[j]:
            if i > last + 1:
                yield i, j
            last = i
            put_in, taken_out = new[j] == " ", old[i] == " "
            i, j = i + (not put_in), j + (not taken_out)
        else:
            i, j = i + 1, j + 1
