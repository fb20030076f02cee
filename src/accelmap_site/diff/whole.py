"""The whole comparison: a revision is unpacked and read, both sides are compared, and pages that can differ are made."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..inspection import Opened, opened
from .changes import Changes, Side, compare
from .history import commit, unpack
from .sides import alike, same_templates, side_of

if TYPE_CHECKING:
    from .texts import Texts


def changes_since(root: Path, revision: str, with_pages: bool = True) -> Changes:
    """What a working tree changes against a revision of its history, with the texts of pages unless told otherwise.

    Raises SetupError if there is no git, no such revision, or no project.
    """
    sha = commit(root, revision)
    with tempfile.TemporaryDirectory(prefix="accelmap-") as folder:
        before = Path(folder) / "before"
        before.mkdir()
        unpack(root, sha, before)
        now = opened(root)
        was = opened(before, like=now)
        if was.catalog is now.catalog and not was.catalog.unread and (not with_pages or same_templates(before, root)):
            nothing = Side({}, frozenset(), {} if with_pages else None)
            return compare(nothing, nothing)
        sides = [side_of(was, before), side_of(now, root)]
        sides = [alike(sides[0], sides[1], before), alike(sides[1], sides[0], root)]
        made = _pages((before, was), (root, now)) if with_pages else []
    notes = [note.replace("%s", name, 1) for (_, note), name in zip(made, (revision, "the working tree"), strict=False) if note]
    for side, name in zip(sides, (revision, "the working tree"), strict=True):
        unread = sorted(entry.file for entry in side.entries.values() if entry.unread)
        if unread:
            shown = ", ".join(unread[:5]) + (f" and {len(unread) - 5} more" if len(unread) > 5 else "")
            notes.append(f"{name}: compared as written, because the schema does not accept {shown}")
    old, new = (replace(side, pages=made[i][0] if made else None) for i, side in enumerate(sides))
    return compare(old, new, tuple(notes))


def _pages(old: tuple[Path, Opened], new: tuple[Path, Opened]) -> "list[tuple[Texts | None, str]]":
    """Only a comparison that makes pages waits for templates and Markdown to be imported."""
    from .texts import texts_of

    return texts_of(old, new)
