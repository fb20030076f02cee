"""Verdicts → a table that reads the same in a terminal and in an issue."""

from collections.abc import Iterable, Mapping, Sequence

from .cache import Cache
from .canonical import canonical
from .internal import Survey
from .verdict import STATES, Verdict

Row = tuple[str, str, str, str, str]
HEAD: Row = ("state", "address", "fact", "last good", "named on")
NAMED = 2


def rows(survey: Survey, verdicts: Mapping[str, Verdict], cache: Cache) -> list[Row]:
    """One row an address that is not simply well, the worst first."""
    found = []
    for address, pages in survey.outside.items():
        name = canonical(address)
        verdict = verdicts.get(name)
        if verdict and verdict.state != "ok":
            more = f" +{len(pages) - NAMED}" if len(pages) > NAMED else ""
            found.append((verdict.state, address, verdict.fact, cache.last_good(name) or "never", ", ".join(pages[:NAMED]) + more))
    return sorted(found, key=lambda row: (STATES.index(row[0]), row[1]))


def table(found: Sequence[Row]) -> list[str]:
    """Lines of a Markdown table; addresses and facts as code, so that nothing in them takes effect."""
    if not found:
        return []
    cells = [HEAD, *((state, _code(address), _code(fact), day, _code(pages)) for state, address, fact, day, pages in found)]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    return [lines[0], "|" + " --- |" * len(HEAD), *lines[1:]]


def counts(verdicts: Iterable[Verdict]) -> str:
    """``3 dead, 1 flaky, 120 ok``."""
    states = [verdict.state for verdict in verdicts]
    return ", ".join(f"{states.count(state)} {state}" for state in STATES if state in states) or "no outside links"


def _code(text: str) -> str:
    return "`" + " ".join(text.split()).replace("`", "'").replace("|", "\\|") + "`"
