"""The style guide as data: what concepts are called, how names are written, what says nothing."""

from pydantic import Field, model_validator

from .part import Part, Title
from .scalars import Line


class Wording(Part):
    """One decision of the style guide: an approved wording, names with one spelling, empty phrases, or words for places in sources."""

    use: Title | None = Field(None, description="How the concept is called in each language.")
    never: tuple[Line, ...] = Field((), description="Variants of it that are refused; a Latin one is a whole word in any case.")
    unless: tuple[Line, ...] = Field((), description="Longer words in which a variant may stand.")
    spellings: tuple[Line, ...] = Field((), description="Names that are written in exactly this way.")
    fillers: tuple[Line, ...] = Field((), description="What is true of anything; … stands for a few characters of the same clause.")
    locators: tuple[Line, ...] = Field((), description="Places that very many documents have, such as the abstract.")
    placeholders: tuple[Line, ...] = Field((), description="Words that stand where a place should.")
    hint: Line | None = Field(None, description="What to write instead.")

    @model_validator(mode="after")
    def _decides_one_thing(self) -> "Wording":
        kinds = (self.never, self.spellings, self.fillers, self.locators, self.placeholders)
        if sum(map(bool, kinds)) != 1 or bool(self.use) != bool(self.never):
            raise ValueError("an entry has use with never, or one of spellings, fillers, locators, placeholders")
        return self
