"""What earlier runs saw: only successes spare a request; faults are counted, a day at most once."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from ..errors import SetupError
from .verdict import Verdict

VERSION = 1
THRICE = 3


@dataclass
class Cache:
    """``good``: address → day of the last success. ``faults``: address → days on which it failed in a row."""

    good: dict[str, str] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=dict)

    def fresh(self, address: str, today: str, days: int) -> bool:
        """Whether the last success is less than ``days`` old."""
        last = self.good.get(address)
        return bool(last) and address not in self.faults and 0 <= _age(str(last), today) < days

    def settle(self, address: str, verdict: Verdict, today: str) -> Verdict:
        """Note a verdict and return the final one: a fault of line or server is dead when seen on three days."""
        if verdict.state in ("ok", "moved", "odd"):
            self.faults.pop(address, None)
            if verdict.state == "ok":
                self.good[address] = today
            return verdict
        if verdict.state == "flaky":
            days = self.faults.setdefault(address, [])
            self.faults[address] = days = [*days, *([today] if today not in days else [])][-THRICE:]
            if len(days) >= THRICE:
                return Verdict("dead", f"{verdict.fact}; so on {', '.join(days)}")
            return Verdict("flaky", f"{verdict.fact}; seen {len(days)} of {THRICE} times")
        return verdict

    def last_good(self, address: str) -> str:
        """Day of the last success, or nothing."""
        return self.good.get(address, "")


def _age(day: str, today: str) -> int:
    try:
        return (date.fromisoformat(today) - date.fromisoformat(day)).days
    except ValueError:
        return -1


def read_cache(file: Path | None) -> Cache:
    """The cache in a file; an empty one if there is none yet. Raises SetupError if the file is something else."""
    if file is None or not file.exists():
        return Cache()
    try:
        data: Any = json.loads(file.read_text("utf-8"))
        good, faults = data["good"], data["faults"]
        if data["version"] != VERSION or not isinstance(good, dict) or not isinstance(faults, dict):
            raise ValueError("of another version")
        return Cache({str(k): str(v) for k, v in good.items()}, {str(k): [str(day) for day in v] for k, v in faults.items()})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SetupError(f"{file}: not a cache of links; delete it ({error})") from error


def write_cache(file: Path, cache: Cache, known: Mapping[str, object]) -> None:
    """Keep what concerns addresses that the site still names. Whole or not at all."""
    kept = {name: {k: v for k, v in sorted(getattr(cache, name).items()) if k in known} for name in ("good", "faults")}
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(file.name + ".part")
    draft.write_text(json.dumps({"version": VERSION, **kept}, indent=1) + "\n", "utf-8")
    draft.replace(file)
