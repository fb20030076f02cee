"""Walking through a record: every part, every text, with its path."""

from collections.abc import Iterator

from .catalog import Path
from .parts import Part, Title


def parts(value: object, at: Path = ()) -> Iterator[tuple[Path, Part]]:
    """``value`` and every part inside it, outermost first."""
    if isinstance(value, Part):
        yield at, value
        for name in type(value).model_fields:
            yield from parts(getattr(value, name), (*at, name))
    elif isinstance(value, tuple):
        for i, child in enumerate(value):
            yield from parts(child, (*at, i))
    elif isinstance(value, dict):
        for key, child in value.items():
            yield from parts(child, (*at, key))


def texts(value: object) -> Iterator[tuple[Path, str, str, str]]:
    """(path, field, locale, text) of every bilingual text; titles are not prose and are left out."""
    for at, part in parts(value):
        if isinstance(part, Title) or not {"zh", "en"} <= set(type(part).model_fields):
            continue
        field = next((step for step in reversed(at) if isinstance(step, str)), "")
        for locale in ("zh", "en"):
            yield (*at, locale), field, locale, getattr(part, locale)


def is_plain(field: str) -> bool:
    """Whether a text field is shown as it stands, without Markdown."""
    return field in ("summary", "goal", "scenario", "path_note")
