"""How long a statement holds before it must be looked at again, by class of claim."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from .schema import Bottleneck, Catalog, Hardware, Model, Record, Scenario, Technique, Tool, Trend

DAYS = {"support": 90, "facts": 365, "definition": None}
"""support: tools, flags and commands, which change with every release; facts: models, hardware and what is advised for them;
definition: what a word means, or how a method works."""


@dataclass(frozen=True, order=True)
class Due:
    """A record whose claims of a class have to be compared with their sources again on ``due`` (YYYY-MM-DD)."""

    due: str
    id: str
    kind: str
    claim: str
    verified: str
    file: str


def claim_of(record: Record) -> str:
    """The class of the shortest-lived claim in a record: a key of DAYS."""
    if isinstance(record, Tool | Bottleneck) or (isinstance(record, Technique) and record.tools):
        return "support"
    return "facts" if isinstance(record, Model | Hardware | Scenario | Trend) else "definition"


def stale(catalog: Catalog, as_of: date) -> Iterator[Due]:
    """Every record that is due on a day, most overdue first."""
    found = []
    for item in catalog.items.values():
        claim = claim_of(item.record)
        days = DAYS[claim]
        verified = _day(item.record.verified)
        if days is not None and verified is not None and (due := verified + timedelta(days=days)) <= as_of:
            found.append(Due(due.isoformat(), item.id, item.kind, claim, item.record.verified, item.file))
    yield from sorted(found)


def _day(text: str) -> date | None:
    """A date that exists; the checks report one that does not."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
