"""The whole comparison: of a revision what differs is read, both sides are compared, and pages that can differ are made."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..inspection import Opened, opened, reopened
from .changes import Changes, Side, compare
from .history import commit, differing, unpack
from .sides import alike, side_of

if TYPE_CHECKING:
    from .texts import Texts


def changes_since(root: Path, revision: str, with_pages: bool = True) -> Changes:
    """What a working tree changes against a revision of its history, with the texts of pages unless told otherwise.

    Raises SetupError if there is no git, no such revision, or no project.
    """
    sha = commit(root, revision)
    names = differing(root, sha)
    with tempfile.TemporaryDirectory(prefix="accelmap-") as folder:
        before = Path(folder)
        unpack(root, sha, before, names)
        if not names:
            nothing = Side({}, frozenset(), pages={} if with_pages else None)
            return compare(nothing, nothing)
        now = opened(root)
        was = reopened(now, before, names)
        if was.catalog.unread or now.catalog.unread:
            unpack(root, sha, before)
            was = opened(before, like=now)
        sides = [side_of(was, before, now), side_of(now, root, was)]
        sides = [alike(sides[0], sides[1], before), alike(sides[1], sides[0], root)]
        made = _pages(root, sha, before, names, (was, now)) if with_pages else []
    notes = [note.replace("%s", name, 1) for (_, note), name in zip(made, (revision, "the working tree"), strict=False) if note]
    for side, name in zip(sides, (revision, "the working tree"), strict=True):
        unread = sorted(entry.file for entry in side.entries.values() if entry.unread)
        if unread:
            shown = ", ".join(unread[:5]) + (f" and {len(unread) - 5} more" if len(unread) > 5 else "")
            notes.append(f"{name}: compared as written, because the schema does not accept {shown}")
    old, new = (replace(side, pages=made[i][0] if made else None) for i, side in enumerate(sides))
    return compare(old, new, tuple(notes))


def _pages(root: Path, sha: str, before: Path, names: frozenset[str], sides: tuple[Opened, Opened]) -> "list[tuple[Texts | None, str]]":
    """Texts of the pages of both sides, with notes. Only a comparison that makes pages waits for templates and Markdown to be imported."""
    from .texts import both_texts, few_texts

    few = None if any(name.startswith("templates/") for name in names) else few_texts(root, *sides)
    if few is None:
        unpack(root, sha, before)
        return both_texts(before, root)
    return [(texts, "") for texts in few]
