"""Typed readings of scalars. YAML hands over every scalar as written; these decide what it means."""

import math
import re
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

ID_PATTERN = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ID = re.compile(ID_PATTERN)
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_MONTH_OR_DAY = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?")
_ARXIV = re.compile(r"[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}")
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")
_URL = re.compile(r"https?://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?(?:/[^\s\"'<>`]*)?(?:\?[^\s\"'<>`]*)?(?:#[^\s\"'<>`]*)?")
_LONGEST_WHOLE = 18
OPEN = "FILL_IN"
"""What ``accelmap new`` writes at a place that the author has to fill."""


def matching(pattern: re.Pattern[str], what: str) -> AfterValidator:
    """A validator that admits text of one pattern only; ``what`` says what it should be."""

    def read(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError(f"'{text}' is not {what}")
        return text

    return AfterValidator(read)


def _whole(value: Any) -> Any:
    if isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise ValueError(f"'{value}' is not a whole number written in plain digits")
    if isinstance(value, str) and len(value) > _LONGEST_WHOLE:
        raise ValueError("the number is too large")
    return int(value) if isinstance(value, str) else value


def _decimal(value: Any) -> Any:
    if isinstance(value, str) and not _DECIMAL.fullmatch(value):
        raise ValueError(f"'{value}' is not a plain decimal number")
    return _finite(float(value)) if isinstance(value, str) else value


def _finite(number: float) -> float:
    if math.isinf(number):
        raise ValueError("the number is too large")
    return number


def _truth(value: Any) -> Any:
    if value not in ("true", "false", True, False):
        raise ValueError(f"'{value}' is neither true nor false")
    return value in ("true", True)


def _one_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise ValueError("should be one line, without line breaks")
    return text


def is_id(text: str) -> bool:
    """Whether ``text`` is a well-formed id (existence is another question)."""
    return _ID.fullmatch(text) is not None


def is_plain_number(text: str) -> bool:
    """Whether ``text`` is a decimal number in plain digits, without exponent or separators."""
    return _DECIMAL.fullmatch(text) is not None


def _id(text: str) -> str:
    if is_id(text):
        return text
    if not text:
        raise ValueError("is empty")
    if re.search("[，、；]", text):
        raise ValueError(f"'{text}' holds a full-width comma; write [a, b, c] with ASCII commas")
    raise ValueError(f"'{text}' is not an id; ids are kebab-case ASCII such as paged-attention")


Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400), AfterValidator(_one_line)]
Prose = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=12_000)]
Id = Annotated[str, AfterValidator(_id)]
Whole = Annotated[int, BeforeValidator(_whole)]
Count = Annotated[int, Field(ge=0), BeforeValidator(_whole)]
Year = Annotated[int, Field(ge=1940, le=2100), BeforeValidator(_whole)]
Strength = Annotated[int, Field(ge=1, le=3), BeforeValidator(_whole)]
Decimal = Annotated[float, BeforeValidator(_decimal)]
Amount = Annotated[float, Field(ge=0), BeforeValidator(_decimal)]
Truth = Annotated[bool, BeforeValidator(_truth)]
Day = Annotated[str, matching(_DAY, "a day written YYYY-MM-DD")]
Month = Annotated[str, matching(_MONTH, "a month written YYYY-MM")]
MonthOrDay = Annotated[str, matching(_MONTH_OR_DAY, "a date written YYYY-MM or YYYY-MM-DD")]
Arxiv = Annotated[str, matching(_ARXIV, "an arXiv number such as 2309.06180")]
Doi = Annotated[str, matching(_DOI, "a DOI such as 10.1145/3600006.3613165")]
Url = Annotated[str, matching(_URL, "an http(s) address without spaces or quotes")]
