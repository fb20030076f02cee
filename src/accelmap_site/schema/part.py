"""What everything in a record is made of."""

from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from .scalars import Line, Prose


class Part(BaseModel):
    """A frozen piece of a record; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

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
