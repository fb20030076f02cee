"""Reading what a user typed into a case. Each mistake becomes one line that names the value and what is allowed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .answer import Case, Observed
from .tables import Rules, Scale

LARGEST = 1e9
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?", re.ASCII)
_SUFFIX = {"%": "percent", "ms": "ms", "µs": "us", "token": "tokens"}


@dataclass(frozen=True)
class Mistake:
    """A value that cannot be used. ``field``: stage, hardware, model or a metric."""

    field: str
    value: str
    allowed: str


def option(metric: str, scale: Scale) -> str:
    """Name of the command-line option of a metric, with its unit: ``--tpot-ms``."""
    suffix = _SUFFIX.get(scale.unit, re.sub("[^a-z0-9]+", "-", scale.unit.lower()).strip("-"))
    return f"--{metric}-{suffix}" if suffix and not metric.endswith(suffix) else f"--{metric}"


def allowed(scale: Scale) -> str:
    """What a metric accepts, in words."""
    if scale.values:
        return f"one of: {', '.join(scale.values)}"
    most = f"{scale.most if scale.most is not None else LARGEST:g}".replace("e+0", "e").replace("1e9", "1000000000")
    return f"a number from 0 to {most} in plain digits"


def read_case(rules: Rules, stage: str, hardware: str, model: str, values: Mapping[str, str]) -> tuple[Case, list[Mistake]]:
    """The case that was typed and every mistake in it. Empty hardware, model and values mean unknown."""
    mistakes = []
    chosen: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("stage", stage, rules.stages), ("hardware", hardware, rules.hardware), ("model", model, rules.models),
    )  # fmt: skip
    for field, value, known in chosen:
        if (value or field == "stage") and value not in known:
            mistakes.append(Mistake(field, value, f"one of: {', '.join(known)}"))
    observed: list[tuple[str, Observed]] = []
    for metric, text in sorted(values.items()):
        if metric not in rules.metrics:
            mistakes.append(Mistake(metric, text, f"one of: {', '.join(rules.metrics)}"))
            continue
        number = read_value(rules.metrics[metric], text)
        if number is None:
            mistakes.append(Mistake(metric, text, allowed(rules.metrics[metric])))
        else:
            observed.append((metric, number))
    return Case(stage, hardware, model, tuple(observed)), mistakes


def read_value(scale: Scale, text: str) -> Observed | None:
    """The observation in ``text``, or None if it is none."""
    if scale.values:
        return text if text in scale.values else None
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if number <= (LARGEST if scale.most is None else scale.most) else None
