"""A folder → Catalog. Every file is read; every problem is collected before anything is raised."""

import marshal
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path as FilePath
from typing import Any

from ..cores import processes, spread
from ..errors import Problem, SetupError
from ..schema import FOLDERS, KINDS, LISTS, Catalog, Item, Part, Path, Position, is_id
from .text import decode
from .tree import Places, parse, places_of, plain
from .typed import typed

_PIECE = 150
"""As many files are read at once: few enough that all processes end at about the same time."""

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
    files = [(name, kind) for kind, folder in FOLDERS.items() for name in _files(root, folder, problems)]
    for item, found in _all_items(root, files, known or {}):
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


def _below(folder: str, name: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Everything below a folder, sorted, with its path from the root; links are not followed."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        here = f"{name}/{entry.name}"
        yield here, entry
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, here)


def _files(root: FilePath, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Paths of the records of a kind, from the root."""
    depth = folder.count("/") + 1
    for name, entry in _below(str(root / folder), folder):
        if entry.is_file(follow_symlinks=False):
            if name.count("/") == depth and name.endswith(".yml") and entry.name != ".yml":
                yield name
            elif not entry.name.startswith("."):
                problems.append(Problem(name, 0, 0, "", "not a record", "a record is <id>.yml directly in the folder of its kind", "load"))


def _strays(root: FilePath) -> Iterator[Problem]:
    """What no kind would read or no site should copy: symbolic links anywhere, and what belongs to no kind."""
    known = {
        "content": [folder.removeprefix("content/") for folder in (*FOLDERS.values(), "content/pages") if "/" in folder],
        "taxonomy": [f"{name}.yml" for name in LISTS],
    }
    for top in ("content", "glossary", "taxonomy"):
        here = known.get(top)
        if (root / top).is_symlink():
            yield Problem(top, 0, 0, "", "a symbolic link", "put the file itself here", "load")
        for name, entry in _below(str(root / top), top):
            if entry.is_symlink():
                yield Problem(name, 0, 0, "", "a symbolic link", "put the file itself here", "load")
            elif here and entry.name not in here and name.count("/") == 1 and not entry.name.startswith("."):
                yield Problem(name, 0, 0, "", "nothing reads this", f"known here: {', '.join(sorted(here))}", "load")


def _text(file: FilePath, name: str) -> tuple[str, list[Problem]]:
    try:
        return decode(file.read_bytes(), name)
    except OSError as error:
        return "", [Problem(name, 0, 0, "", f"cannot be read: {error.strerror}", "", "load")]


Found = tuple[Item | None, list[Problem]]


def _all_items(root: FilePath, files: Sequence[tuple[str, str]], known: Mapping[str, Item]) -> Iterator[Found]:
    """A record, or what is wrong with it, of each file. YAML is read by several processes if there are many; all else is done here."""
    pieces = [files[start : start + _PIECE] for start in range(0, len(files), _PIECE)]

    def read(piece: Sequence[tuple[str, str]]) -> bytes:
        """Plain data travels faster by marshal than by pickle."""
        answer: Any = (piece, [_data(root, name, known) for name, _ in piece])
        return marshal.dumps(answer)

    def finish(answer: bytes) -> list[Found]:
        found = zip(*marshal.loads(answer), strict=True)
        return [(known[name], []) if data is True else _item(root, name, kind, text, data) for (name, kind), (text, data) in found]

    done = {number: finish(answer) for number, answer in spread(pieces, read, processes(len(files) - len(known)))}
    return chain.from_iterable(done[number] for number in range(len(pieces)))


def _data(root: FilePath, name: str, known: Mapping[str, Item]) -> tuple[str, Any]:
    """Text and data of a file; no data if there may be something wrong, which is found out by :func:`_item`."""
    if name in known and _is(root / name, known[name].written):
        return known[name].written, True
    text, problems = _text(root / name, name)
    return ("", None) if problems else (text, plain(text))


def _is(file: FilePath, text: str) -> bool:
    """Whether a file holds a text that was found to be in order; it is not looked at again."""
    try:
        return file.read_bytes() == text.encode("utf-8")
    except OSError:
        return False


def _item(root: FilePath, name: str, kind: str, text: str, data: Any) -> Found:
    record_id = name[name.rindex("/") + 1 : -len(".yml")]
    problems = list(name_problems(record_id, name))
    places: Mapping[Path, Position] = places_of(text)
    if data is None:
        text, found = _text(root / name, name)
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
    return {root / name: kind for kind, folder in FOLDERS.items() for name in _files(root, folder, [])}


def closed_lists(root: FilePath, names: tuple[str, ...] = tuple(LISTS)) -> Mapping[str, Mapping[str, Part]]:
    """Closed lists under ``taxonomy/`` without the records; what cannot be read is left out. Raises SetupError as :func:`load` does."""
    _is_project(root)
    return _lists(root, names)[0]


def _lists(
    root: FilePath, names: tuple[str, ...] = tuple(LISTS)
) -> tuple[dict[str, Mapping[str, Part]], dict[str, Mapping[Path, Position]], list[Problem]]:
    lists: dict[str, Mapping[str, Part]] = {}
    all_places: dict[str, Mapping[Path, Position]] = {}
    problems: list[Problem] = []
    for name in names:
        path = f"taxonomy/{name}.yml"
        if not (root / path).is_file():
            problems.append(Problem(path, 0, 0, "", "the list is missing", "restore the file", "load"))
            lists[name] = {}
            continue
        text, found = _text(root / path, path)
        data, places, found = (None, {}, found) if found else parse(text, path)
        problems += found
        lists[name], found = _entries(LISTS[name], data or {}, places, path)
        problems += found
        all_places[name] = places
    return lists, all_places, problems


def _entries(
    entry_type: type[Part], data: Mapping[str, Any], places: Mapping[Path, Position], path: str
) -> tuple[dict[str, Part], list[Problem]]:
    entries: dict[str, Part] = {}
    problems: list[Problem] = []
    for key, value in data.items():
        entry, found = typed(entry_type, value, _inside(places, key), path)
        problems += found
        if entry is not None:
            entries[key] = entry
    return entries, problems


def _inside(places: Mapping[Path, Position], key: str) -> Places:
    """The places of an entry of a list, from the entry."""
    return Places(lambda: {at[1:]: place for at, place in places.items() if at[:1] == (key,)})
