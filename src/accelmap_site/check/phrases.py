"""Looking for many words at once in many records: first whether a file can hold any, then where in a text one stands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

GAP = "…"
_CJK = re.compile(r"[\u3400-\u9fff]")
_ANY_FEW = r"[^。；，,.;\n]{0,20}?"
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True)
class Phrases:
    """Words to be found. ``…`` in one stands for a few characters of the same clause, and at its end for the rest of a Latin word.

    A word with a Chinese character is found anywhere, a Latin one as a whole word in any case. ``longer`` words hide what stands in them.
    """

    words: tuple[str, ...]
    longer: tuple[str, ...] = ()

    @cached_property
    def _chinese(self) -> re.Pattern[str]:
        heads = {head for word in self.words if _CJK.match(head := word.split(GAP)[0])}
        return re.compile("|".join(map(re.escape, heads))) if heads else _NEVER

    @cached_property
    def _others(self) -> tuple[str, ...]:
        return tuple({word.split(GAP)[0].casefold() for word in self.words if not _CJK.match(word)})

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = sorted({*self.words, *self.longer}, key=len, reverse=True)
        return re.compile("|".join(map(_as_pattern, words)), re.I) if self.words else _NEVER

    def may_stand_in(self, written: str, lowered: str) -> bool:
        """Whether a file may hold one of the words; a quick answer that is never wrongly no."""
        return bool(self._chinese.search(written)) or any(word in lowered for word in self._others)

    def within(self, text: str) -> Iterator[re.Match[str]]:
        """Every place of a text at which one of the words stands, but not inside a longer word."""
        hiding = {word.casefold() for word in self.longer}
        return (match for match in self._pattern.finditer(text) if match[0].casefold() not in hiding)


def _as_pattern(word: str) -> str:
    open_end = word.endswith(GAP)
    inner = _ANY_FEW.join(map(re.escape, word.removesuffix(GAP).split(GAP)))
    if _CJK.search(word):
        return inner
    return rf"(?<![\w-]){inner}" + (r"[a-z]*" if open_end else r"(?![A-Za-z0-9_])")


def words_of(entries: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All words of some entries, each once."""
    return tuple(dict.fromkeys(word for words in entries for word in words))
