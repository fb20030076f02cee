"""What everything in a record is made of."""

from functools import lru_cache
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field

from .scalars import Line, Prose


class Part(BaseModel):
    """A frozen piece of a record; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @classmethod
    @lru_cache(maxsize=256)
    def is_text(cls) -> bool:
        """Whether it is prose in both languages; a title is a name."""
        return not issubclass(cls, Title) and {"zh", "en"} <= set(cls.model_fields)


class Text(Part):
    """What readers see, once in each language. Neither is a gloss of the other."""

    zh: Prose = Field(description="Chinese text.")
    en: Prose = Field(description="English text.")


class Title(Part):
    """A short plain name in both languages."""

    zh: Line = Field(description="Name as a Chinese engineer writes it; may stay Latin where the field does so.")
    en: Line = Field(description="Name as an English text writes it.")


def field_at(path: tuple[str | int, ...]) -> str:
    """The name of the field at a path: of the list, for one of its items."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def walk(part: Part, at: tuple[str | int, ...], found: list[tuple[tuple[str | int, ...], Part]]) -> None:
    """Add a part and every part inside it to ``found``, each with its path, outermost first."""
    found.append((at, part))
    for name in _fields(type(part)):
        value = getattr(part, name)
        if isinstance(value, Part):
            walk(value, (*at, name), found)
        elif isinstance(value, tuple):
            for i, child in enumerate(value):
                if isinstance(child, Part):
                    walk(child, (*at, name, i), found)
        elif isinstance(value, dict):
            for key, child in value.items():
                if isinstance(child, Part):
                    walk(child, (*at, name, key), found)


@lru_cache(maxsize=256)
def _fields(kind: type[Part]) -> tuple[str, ...]:
    """Fields that may hold parts; looking a class up in pydantic for each record takes longer than the walk."""
    return tuple(name for name, info in kind.model_fields.items() if _holds_parts(info.annotation))


def _holds_parts(annotation: Any) -> bool:
    return (isinstance(annotation, type) and issubclass(annotation, Part)) or any(map(_holds_parts, get_args(annotation)))


@lru_cache(maxsize=256)
def is_text(kind: type[Part]) -> bool:
    """:meth:`Part.is_text`, without asking pydantic for the method again for each part."""
    return kind.is_text()
