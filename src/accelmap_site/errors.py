"""What can be wrong with a tree of records, and how it is said.

A :class:`Problem` is a fact with a place and a hint; problems are collected, sorted and
shown all at once. Exceptions only carry problems from one room to the next.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake in one file. ``line`` and ``column`` count from 1; 0 means the whole file."""

    path: str
    line: int
    column: int
    field: str
    message: str
    hint: str = ""
    rule: str = "schema"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        field = f" {self.field}:" if self.field else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}:{field} {self.message}{hint}".replace("\r", "\\r").replace("\n", "\\n")


class AccelmapError(Exception):
    """Base of everything this package raises on purpose."""


class ContentError(AccelmapError):
    """The tree cannot be built; ``problems`` says why, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__(summary(self.problems))


class SetupError(AccelmapError):
    """The folder or the installation is not what the command needs; the text says what to do."""


def summary(problems: Iterable[Problem]) -> str:
    """All problems, a line each, and a closing count."""
    lines = [str(problem) for problem in problems]
    count = len(lines)
    return "\n".join([*lines, f"{count} problem{'' if count == 1 else 's'}"])
