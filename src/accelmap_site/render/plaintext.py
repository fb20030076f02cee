"""Rich text → text for places that show no markup: the command line and what scripts insert."""

import re

from ..check import REFERENCE

_CODE = re.compile(r"`([^`]*)`")
_MATH = re.compile(r"\\[(\[](.+?)\\[)\]]", re.S)
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.S)


def unmarked(text: str) -> str:
    """``text`` on one line, without references, emphasis and the marks of code and maths."""
    found = REFERENCE.sub(lambda match: str(match[1]), text)
    found = _MATH.sub(lambda match: str(match[1]), found)
    found = _STRONG.sub(lambda match: str(match[2]), found)
    return " ".join(_CODE.sub(lambda match: str(match[1]), found).split())
