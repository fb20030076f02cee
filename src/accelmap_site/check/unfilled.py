"""A rule about new records: no place that was marked for filling is still open."""

from collections.abc import Iterator

from ..errors import Problem
from ..schema import parts
from .rule import Subject, rule

OPEN = "FILL_IN"
"""What ``accelmap new`` writes at a place that the author has to fill."""


@rule(
    "A place that is still marked for filling was never written.",
    bad="zh: FILL_IN",
    good="zh: 每张卡只留一份权重",
    single=True,
)
def left_open(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        if item.written and OPEN not in item.written:
            continue
        for at, part in parts(item.record):
            for name in part.model_fields_set:
                value = getattr(part, name)
                for i, text in enumerate(value) if isinstance(value, tuple) else [(None, value)]:
                    if isinstance(text, str) and OPEN in text:
                        path = (*at, name) if i is None else (*at, name, i)
                        yield subject.at(item, path, f"still holds {OPEN}", "replace it, or delete the field")
