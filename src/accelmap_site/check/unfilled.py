"""A rule about new records: no place that was marked for filling is still open."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..schema import OPEN, parts
from .rule import Subject, rule

_OPEN = re.compile(rf"{OPEN}|(?<![\w-])(?:TODO|TBD|FIXME|XXX)(?![\w-])|待补|待填|待续|待完善|(?:[?？]){{3,}}|(?i:lorem ipsum)")
"""The same in the words of whoever means to come back."""

_SIGNS = ("FILL", "TODO", "TBD", "FIXME", "XXX", "orem ", "OREM ", "??", "？？")
_WAITING = re.compile("待[补填续完]")
"""What one of them holds; most files hold nothing of the kind, and plain words are found faster."""


@rule(
    "A place that is still marked for filling was never written.",
    bad="zh: FILL_IN",
    good="zh: 每张卡只留一份权重",
    single=True,
)
def left_open(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        if item.written and not any(sign in item.written for sign in _SIGNS) and not _WAITING.search(item.written):
            continue
        for at, part in parts(item.record):
            for name in part.model_fields_set:
                value = getattr(part, name)
                for i, text in enumerate(value) if isinstance(value, tuple) else [(None, value)]:
                    if isinstance(text, str) and (match := _OPEN.search(text)):
                        path = (*at, name) if i is None else (*at, name, i)
                        yield subject.at(item, path, f"still holds {match[0]}", "replace it, or delete the field")
