"""A folder → Catalog. Every file is read; every problem is collected before anything is raised."""

import stat
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from ..errors import Problem, SetupError
from ..schema import FOLDERS, KINDS, LISTS, Catalog, Item, Part, Path, Position, is_id
from .text import decode
from .tree import parse
from .typed import typed

_RESERVED = {"index", "readme", "con", "prn", "aux", "nul"}


def load(root: FilePath, known: Mapping[str, Item] | None = None) -> tuple[Catalog, list[Problem]]:
    """Read ``taxonomy/``, ``content/`` and ``glossary/`` below ``root``.

    ``known`` holds records of another tree by their files: a file with the same text is not parsed again, its record is the same object.
    Returns what could be read and every problem met. Raises SetupError if ``root`` holds none of the folders.
    """
    _is_project(root)
    lists, list_places, problems = _lists(root)
    problems += _strays(root)
    items: dict[str, Item] = {}
    for kind, folder in FOLDERS.items():
        for file in _files(root / folder, root, problems):
            item, found = _item(file, kind, root, known or {})
            problems += found
            if item and item.id in items:
                other = items[item.id].file
                problems.append(
                    Problem(item.file, 0, 0, "", f"the id '{item.id}' is taken by {other}", "ids are unique over all kinds", "load")
                )
            elif item:
                items[item.id] = item
    unread = frozenset(FilePath(problem.path).stem for problem in problems if is_id(FilePath(problem.path).stem)) - set(items)
    return Catalog(dict(sorted(items.items())), lists, list_places, unread), problems


def _is_project(root: FilePath) -> None:
    if not any((root / folder).is_dir() for folder in ("taxonomy", "content", "glossary")):
        raise SetupError(f"{root}: no taxonomy/, content/ or glossary/ here; run it in the folder of the project")


def _files(folder: FilePath, root: FilePath, problems: list[Problem]) -> Iterator[FilePath]:
    for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
        mode = file.lstat().st_mode
        if stat.S_ISREG(mode) and file.parent == folder and file.suffix == ".yml":
            yield file
        elif stat.S_ISREG(mode) and not file.name.startswith("."):
            name = file.relative_to(root).as_posix()
            problems.append(Problem(name, 0, 0, "", "not a record", "a record is <id>.yml directly in the folder of its kind", "load"))


def _strays(root: FilePath) -> Iterator[Problem]:
    """What no kind would read or no site should copy: symbolic links anywhere, and what belongs to no kind."""
    lists = {root / f"taxonomy/{name}.yml" for name in LISTS}
    known = {root / folder for folder in (*FOLDERS.values(), "content/pages")} | lists
    for folder in (root / "content", root / "glossary", root / "taxonomy"):
        for file in (folder, *folder.rglob("*")):
            if file.is_symlink():
                yield Problem(file.relative_to(root).as_posix(), 0, 0, "", "a symbolic link", "put the file itself here", "load")
            elif file not in known and file.parent in (root / "content", root / "taxonomy") and not file.name.startswith("."):
                here = sorted(other.name for other in known if other.parent == file.parent)
                yield Problem(file.relative_to(root).as_posix(), 0, 0, "", "nothing reads this", f"known here: {', '.join(here)}", "load")


def _text(file: FilePath, name: str) -> tuple[str, list[Problem]]:
    try:
        return decode(file.read_bytes(), name)
    except OSError as error:
        return "", [Problem(name, 0, 0, "", f"cannot be read: {error.strerror}", "", "load")]


def _read(file: FilePath, name: str) -> tuple[Any, dict[Path, Position], list[Problem]]:
    text, problems = _text(file, name)
    return (None, {}, problems) if problems else parse(text, name)


def _item(file: FilePath, kind: str, root: FilePath, known: Mapping[str, Item]) -> tuple[Item | None, list[Problem]]:
    name, record_id = file.relative_to(root).as_posix(), file.stem
    problems = list(name_problems(record_id, name))
    text, found = _text(file, name)
    if name in known and known[name].written == text and not found:
        return known[name], []
    data, places, found = (None, {}, found) if found else parse(text, name)
    if found or data is None:
        return None, problems + found
    record, found = typed(KINDS[kind], data, places, name)
    if record is None or problems:
        return None, problems + found
    return Item(record_id, kind, record, name, places, text), []


def name_problems(record_id: str, name: str) -> Iterator[Problem]:
    """What is wrong with an id as the name of a file."""
    if not is_id(record_id):
        yield Problem(name, 0, 0, "", f"'{record_id}' is not an id", "name the file in kebab-case ASCII: paged-attention.yml", "load")
    elif record_id in _RESERVED:
        yield Problem(name, 0, 0, "", f"the id '{record_id}' is reserved", "choose another name", "load")


def record_files(root: FilePath) -> dict[FilePath, str]:
    """The file of every record below ``root``, readable or not, with its kind. Raises SetupError as :func:`load` does."""
    _is_project(root)
    return {file: kind for kind, folder in FOLDERS.items() for file in _files(root / folder, root, [])}


def closed_lists(root: FilePath) -> Mapping[str, Mapping[str, Part]]:
    """The closed lists under ``taxonomy/`` alone, without the records; what cannot be read is left out."""
    return _lists(root)[0]


def _lists(root: FilePath) -> tuple[dict[str, Mapping[str, Part]], dict[str, Mapping[Path, Position]], list[Problem]]:
    lists: dict[str, Mapping[str, Part]] = {}
    all_places: dict[str, Mapping[Path, Position]] = {}
    problems: list[Problem] = []
    for name, entry_type in LISTS.items():
        path = f"taxonomy/{name}.yml"
        if not (root / path).is_file():
            problems.append(Problem(path, 0, 0, "", "the list is missing", "restore the file", "load"))
            lists[name] = {}
            continue
        data, places, found = _read(root / path, path)
        problems += found
        lists[name], found = _entries(entry_type, data or {}, places, path)
        problems += found
        all_places[name] = places
    return lists, all_places, problems


def _entries(
    entry_type: type[Part], data: Mapping[str, Any], places: Mapping[Path, Position], path: str
) -> tuple[dict[str, Part], list[Problem]]:
    entries: dict[str, Part] = {}
    problems: list[Problem] = []
    inner: dict[Any, dict[Path, Position]] = defaultdict(dict)
    for at, place in places.items():
        inner[at[0] if at else None][at[1:]] = place
    for key, value in data.items():
        entry, found = typed(entry_type, value, inner[key], path)
        problems += found
        if entry is not None:
            entries[key] = entry
    return entries, problems
