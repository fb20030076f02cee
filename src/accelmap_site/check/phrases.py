"""Looking for hundreds of words in thousands of records: first which of them a file can hold, then where in its texts they stand."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain

GAP = "…"
_CJK = re.compile(r"[\u3400-\u9fff]")
_ANY_FEW = r"[^。；，,.;\n]{0,20}?"
_APART = bytes(ord(mark.lower()) if mark.isalnum() else ord(" ") for mark in map(chr, range(128))) + bytes(128)
Ways = Iterable[frozenset[bytes]]


def latin_words(text: str) -> list[bytes]:
    """The runs of Latin letters and digits of a text, in lower case. Looked for in everything there is to read, hence as bytes."""
    plain = text if text.isascii() else text.casefold()
    return plain.encode("ascii", "replace").translate(_APART).split()


def ways_of(word: str) -> Ways:
    """What a text must hold, at least, to hold a phrase. An ending left open may be any."""
    whole = word.removesuffix(GAP).rpartition(" ")[0] if word.endswith(GAP) else word
    return (frozenset(latin_words(whole.replace(GAP, " "))),)


class Finder:
    """Several lists of phrases, each phrase with the ways it can be written, looked for in one look at all texts of a record.

    A phrase that begins with a Chinese character is found by its beginning, any other by its Latin words: one way is enough,
    and of a way all words are needed.
    """

    def __init__(self, lists: Mapping[str, Mapping[str, Ways]]) -> None:
        self.heads: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.ways: dict[bytes, list[tuple[frozenset[bytes], str, str]]] = defaultdict(list)
        for name, phrases in lists.items():
            for phrase, ways in phrases.items():
                if _CJK.match(phrase):
                    self.heads[phrase.split(GAP)[0].casefold()].append((name, phrase))
                else:
                    for way in ways:
                        self.ways[min(way, key=lambda word: (-len(word), word))].append((way, name, phrase))
        self.same_start = {head: [one for one in self.heads if head.startswith(one)] for head in self.heads}
        self.scan = _any_of(self.heads)
        self.words = frozenset(word for several in self.ways.values() for way, _, _ in several for word in way)

    def held(self, *texts: str) -> dict[str, frozenset[str]]:
        """Which phrases of which lists these texts may hold; most hold none."""
        found: dict[str, set[str]] = defaultdict(set)
        chinese = [text.casefold() for text in texts if not text.isascii()]
        for text in chinese:
            for head in self._beginnings(text):
                for name, phrase in self.heads[head]:
                    found[name].add(phrase)
        words = self.words.intersection(chain.from_iterable(map(latin_words, texts)))
        for word in words & self.ways.keys():
            for way, name, phrase in self.ways[word]:
                part = _chinese_part(phrase)
                if way <= words and (not part or any(part in text for text in chinese)):
                    found[name].add(phrase)
        return {name: frozenset(phrases) for name, phrases in found.items()}

    def _beginnings(self, lowered: str) -> set[str]:
        """Beginnings of phrases in a text, also where two overlap or one begins like another."""
        found: set[str] = set()
        match = self.scan.search(lowered)
        while match:
            found.update(self.same_start[match[0]])
            match = self.scan.search(lowered, match.start() + 1)
        return found


def _any_of(heads: Iterable[str]) -> re.Pattern[str]:
    """What finds any of them, the longest where several begin alike. The first two characters rule out almost every place."""
    rests: dict[str, list[str]] = defaultdict(list)
    for head in sorted(heads, key=len, reverse=True):
        rests[head[0]].append(head[1:])
    seconds = {rest[:1] for several in rests.values() for rest in several}
    promising = f"(?=[{''.join(rests)}][{re.escape(''.join(seconds))}])" if rests and "" not in seconds else ""
    ways = (f"{first}(?:{'|'.join(map(re.escape, several))})" for first, several in rests.items())
    return re.compile(f"{promising}(?:{'|'.join(ways)})" if rests else r"(?!)")


@lru_cache(maxsize=4096)
def _chinese_part(phrase: str) -> str:
    """The Chinese characters after the Latin beginning of a phrase: 内存 of GPU 内存."""
    match = _CJK.search(phrase)
    return phrase[match.start() :].split(GAP)[0] if match else ""


@lru_cache(maxsize=4096)
def pattern(phrase: str, longer: tuple[str, ...] = ()) -> re.Pattern[str]:
    """What finds a phrase: one with a Chinese character anywhere, a Latin one as whole words in any case. ``longer`` ones come first.

    ``…`` stands for a few characters of the same clause, and at the end of a phrase for the rest of its last word.
    """
    return re.compile("|".join(map(_as_pattern, (*sorted(longer, key=lambda word: (-len(word), word)), phrase))), re.I)


@lru_cache(maxsize=4096)
def beginning(phrase: str) -> str:
    """What a text in lower case holds if it holds the phrase: its first word, or its Chinese characters before a gap."""
    return phrase.split(GAP)[0].casefold()


def _as_pattern(word: str) -> str:
    open_end = word.endswith(GAP)
    inner = _ANY_FEW.join(map(re.escape, word.removesuffix(GAP).split(GAP)))
    if _CJK.search(word):
        return inner
    return rf"(?<![\w-]){inner}" + (r"[a-z]*" if open_end else r"(?![A-Za-z0-9_])")
