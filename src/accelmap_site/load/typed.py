"""Plain data → typed record; pydantic's findings become problems with a place."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from rapidfuzz import process

from ..errors import Problem
from ..schema import OPEN, Part, Path, Position, nearest
from .tree import dotted

P = TypeVar("P", bound=Part)
_SAID = {
    "missing": "is missing",
    "dict_type": "should be a mapping of fields",
    "model_type": "should be a mapping of fields",
    "model_attributes_type": "should be a mapping of fields",
    "tuple_type": "should be a list",
    "list_type": "should be a list",
    "string_type": "should be text",
    "too_short": "has too few items",
    "too_long": "has too many items",
    "string_too_short": "is empty",
    "string_too_long": "is too long",
}


def typed(kind: type[P], data: Any, places: Mapping[Path, Position], path: str) -> tuple[P | None, list[Problem]]:
    """The typed value, or None and everything that is wrong with the data."""
    try:
        return kind.model_validate(data), []
    except ValidationError as error:
        errors = [dict(item) for item in error.errors(include_url=False)]
        return None, [_problem(kind, item, places, path) for item in errors if not _echo(item, errors)]


def _echo(error: dict[str, Any], errors: list[dict[str, Any]]) -> bool:
    """A list counts as too short once its faulty items are left out; what is wrong are the items."""
    at = error["loc"]
    return error["type"] == "too_short" and any(len(other["loc"]) > len(at) and other["loc"][: len(at)] == at for other in errors)


def _problem(kind: type[Part], error: dict[str, Any], places: Mapping[Path, Position], path: str) -> Problem:
    at: Path = tuple(step for step in error["loc"] if not str(step).startswith("["))
    code, line, column = error["type"], *nearest(places, at)
    message, hint = _SAID.get(code, error["msg"].removeprefix("Value error, ")), ""
    if code == "extra_forbidden":
        cut = " " in str(at[-1]).strip()
        message = "no such field"
        hint = "a comma ends a value inside { }; quote the text" if cut else _did_you_mean(str(at[-1]), _fields(kind, at[:-1]))
    if code == "literal_error":
        given, options = str(error["input"]), error["ctx"]["expected"].replace("'", "").replace(" or ", ", ")
        message, hint = f"'{given}' is not allowed", f"one of: {options}"
    if code in ("greater_than_equal", "less_than_equal"):
        message = f"{error['input']} is out of range; {error['msg'][0].lower()}{error['msg'][1:]}"
    if code == "string_too_long":
        hint = f"at most {error['ctx']['max_length']} characters; it has {len(error['input'])}"
    if error["input"] == OPEN:
        wanted = message.removeprefix(f"'{OPEN}' is not an id; ").replace(f"'{OPEN}' is not ", "write ").replace(" written ", " as ")
        message, hint = f"still holds {OPEN}", hint or wanted
    return Problem(path, line, column, dotted(at), message, hint)


def _fields(kind: type[Part], at: Path) -> list[str]:
    """Names of the fields allowed at a place of a record."""
    here: Any = kind
    for step in at:
        if isinstance(step, str) and isinstance(here, type) and issubclass(here, Part):
            here = _part_in(here.model_fields[step].annotation) if step in here.model_fields else None
    return sorted(here.model_fields) if isinstance(here, type) and issubclass(here, Part) else []


def _part_in(annotation: Any) -> Any:
    if isinstance(annotation, type):
        return annotation
    return next((part for arg in getattr(annotation, "__args__", ()) if (part := _part_in(arg)) and _is_part(part)), None)


def _is_part(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Part)


def _did_you_mean(word: str, options: list[str]) -> str:
    near = process.extractOne(word, options, score_cutoff=60)
    return f"did you mean '{near[0]}'?" if near else f"allowed here: {', '.join(options)}"
