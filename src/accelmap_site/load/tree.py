"""Text → plain data with the place of every field. The only room that speaks YAML.

Scalars are kept as written (``no`` stays ``no``, ``1.10`` stays ``1.10``); the schema types them.
"""

from collections.abc import Iterator
from typing import Any

import yaml

from ..errors import Problem
from ..schema import Path, Position
from .text import invisible

DEPTH_CAP = 20
Tree = tuple[Any, dict[Path, Position], list[Problem]]


def parse(text: str, path: str) -> Tree:
    """Data, places and problems of one YAML document; data is None when there are problems."""
    try:
        problems = list(_guard(text, path))
        if problems:
            return None, {}, problems
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        return None, {}, [_syntax(error, path)]
    if not isinstance(node, yaml.MappingNode):
        found = "nothing" if node is None else "a list" if isinstance(node, yaml.SequenceNode) else "a plain value"
        return None, {}, [Problem(path, 1, 1, "", f"the file holds {found}", "a record is one mapping of fields", "load")]
    places: dict[Path, Position] = {}
    data = _value(node, (), places, problems, path, text.split("\n"))
    return (None if problems else data), places, problems


def _guard(text: str, path: str) -> Iterator[Problem]:
    """Refuse what could explode or change meaning before anything is built from it."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line, column = _place(event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents == 2:
                yield Problem(path, line, column, "", "a second document ('---')", "one record a file", "load")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            yield Problem(path, line, column, "", "an anchor or alias (& or *)", "write the value out; quote text that starts so", "load")
            return
        if tag := getattr(event, "tag", None):
            yield Problem(path, line, column, "", f"a tag ({tag})", "remove it; fields are typed by the schema", "load")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEPTH_CAP:
            yield Problem(path, line, column, "", f"nesting deeper than {DEPTH_CAP} levels", "flatten it", "load")
            return


def _place(mark: Any) -> Position:
    """Line and column of a mark, from 1."""
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _syntax(error: yaml.YAMLError, path: str) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    what = getattr(error, "problem", None) or str(error)
    line, column = _place(mark)
    hint = "quote text that holds ': ', '#' or starts with a special character"
    return Problem(path, line, column, "", f"not readable as YAML: {what}", hint, "load")


def _value(node: yaml.Node, at: Path, places: dict[Path, Position], problems: list[Problem], path: str, lines: list[str]) -> Any:
    places.setdefault(at, _place(node.start_mark))
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, at, places, problems, path, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_value(child, (*at, i), places, problems, path, lines) for i, child in enumerate(node.value)]
    assert isinstance(node, yaml.ScalarNode)
    if not node.style:
        _plain_slips(node, at, problems, path, lines)
    elif node.style == '"' and (what := invisible(node.value)):
        problems.append(Problem(path, *_place(node.start_mark), dotted(at), f"an escape for {what}", "write visible text", "load"))
    return node.value


def _mapping(
    node: yaml.MappingNode, at: Path, places: dict[Path, Position], problems: list[Problem], path: str, lines: list[str]
) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in node.value:
        line, column = _place(key.start_mark)
        if not isinstance(key, yaml.ScalarNode):
            problems.append(Problem(path, line, column, dotted(at), "a key that is a list or mapping", "keys are words", "load"))
            continue
        name = key.value.strip()
        if name == "<<":
            problems.append(Problem(path, line, column, dotted(at), "a merge key (<<)", "write the fields out", "load"))
        elif name in data:
            first = places[(*at, name)][0]
            problems.append(Problem(path, line, column, dotted((*at, name)), f"written twice, first on line {first}", "keep one", "load"))
        else:
            places[(*at, name)] = (line, column)
            data[name] = _value(value, (*at, name), places, problems, path, lines)
    return data


def _plain_slips(node: yaml.ScalarNode, at: Path, problems: list[Problem], path: str, lines: list[str]) -> None:
    """An unquoted value that YAML silently cut or that carries quotes of the wrong kind."""
    line, column = _place(node.start_mark)
    rest = lines[node.end_mark.line][node.end_mark.column :] if node.value else ""
    if rest.startswith(" #"):
        problems.append(
            Problem(path, line, column, dotted(at), "the value ends before ' #'", "quote it, or put two spaces before a comment", "load")
        )
    if len(node.value) > 1 and node.value[0] in "“‘" and node.value[-1] in "”’":
        problems.append(Problem(path, line, column, dotted(at), "typographic quotes around a value", 'use " or none', "load"))


def dotted(path: Path) -> str:
    """``('bottlenecks', 1, 'id')`` → ``bottlenecks[1].id``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text
