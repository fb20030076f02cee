"""What the stack checker is asked and what it says. Frozen values; texts stand in the records that the ids name."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

YES, NO, UNTESTED = "yes", "no", "untested"


@dataclass(frozen=True)
class Stack:
    """What is to run together. '' and an empty tuple mean: not chosen. ``size`` names a variant of the model."""

    model: str = ""
    size: str = ""
    hardware: str = ""
    engine: str = ""
    techniques: tuple[str, ...] = ()

    @property
    def chosen(self) -> tuple[str, ...]:
        """Ids of all records in the stack: techniques first, then model, hardware, engine."""
        return (*self.techniques, *(one for one in (self.model, self.hardware, self.engine) if one))


@dataclass(frozen=True)
class Verdict:
    """One finding. ``check``: conflict, feature, requires, applies, engine or pair.

    ``verdict`` is yes, no or untested, and ``reason`` says in one word why; ``subject`` is judged against ``object``
    (a record, a hardware feature, or '' where nothing was chosen). ``edge`` is the place of the edge in the tables, or None.
    """

    check: str
    verdict: str
    reason: str
    subject: str
    object: str
    edge: int | None = None


def overall(verdicts: Iterable[Verdict]) -> str:
    """The worst of all: one no makes it no, one untested makes it untested."""
    found = {one.verdict for one in verdicts}
    return NO if NO in found else UNTESTED if UNTESTED in found else YES


def plain(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """Verdicts as plain data, the same that the script of the page computes."""
    return [
        {"check": v.check, "verdict": v.verdict, "reason": v.reason, "subject": v.subject, "object": v.object, "edge": v.edge}
        for v in verdicts
    ]
