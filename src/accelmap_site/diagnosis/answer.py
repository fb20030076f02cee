"""What a diagnosis says. All values are frozen; texts stand in the records that the ids name."""

from dataclasses import dataclass, field
from typing import Any

from ..schema import Record

Observed = float | str


@dataclass(frozen=True)
class Case:
    """What is known of a job. ``observed`` is sorted by metric; numbers are in the unit of the metric.

    ``hardware`` and ``model`` are '' where unknown; ``model`` is a key of :attr:`Rules.models`.
    """

    stage: str
    hardware: str = ""
    model: str = ""
    observed: tuple[tuple[str, Observed], ...] = ()


@dataclass(frozen=True)
class Standing:
    """How a bottleneck stands. Numbers are places in its ``signals``; those of other stages are left out.

    ``silent``: observed, but the threshold is not crossed. ``score``: weights for minus weights against.
    """

    bottleneck: str
    score: int
    supports: tuple[int, ...]
    opposes: tuple[int, ...]
    silent: tuple[int, ...]
    unobserved: tuple[int, ...]


@dataclass(frozen=True)
class Next:
    """The observation that would separate the leaders best, and a way to take it ('' where no record states one)."""

    metric: str
    between: tuple[str, ...]
    tool: str
    command: str
    read_in: str


@dataclass(frozen=True)
class Remedy:
    """A technique or tool that relieves the bottleneck.

    ``swap``: means another model, since the architecture of this one is fixed. ``present``: the model has it; see
    that it is on. ``requires`` and ``conflicts`` are ids. The record holds why, gains, costs and switches.
    """

    id: str
    strength: int
    layer: str
    maturity: str
    swap: bool
    present: bool
    requires: tuple[str, ...]
    conflicts: tuple[str, ...]
    record: Record | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Withheld:
    """A remedy that is not offered. ``reason``: hardware, model, fixed, has, requires or conflict; ``because``: ids."""

    id: str
    reason: str
    because: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """Remedies for one bottleneck, best first, and what was held back."""

    bottleneck: str
    techniques: tuple[Remedy, ...]
    tools: tuple[Remedy, ...]
    withheld: tuple[Withheld, ...]


@dataclass(frozen=True)
class Answer:
    """The whole answer. ``decided``: one bottleneck leads clearly."""

    case: Case
    decided: bool
    standings: tuple[Standing, ...]
    next: Next | None
    plans: tuple[Plan, ...]


def plain(value: Any) -> Any:
    """An answer as plain data, the same that the script of the page computes; records are left out."""
    if isinstance(value, Case):
        return {"stage": value.stage, "hardware": value.hardware, "model": value.model, "observed": dict(value.observed)}
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__ if name != "record"}
    return value
