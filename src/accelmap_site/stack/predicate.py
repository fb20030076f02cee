"""``applies_if`` → a tree of plain lists, and its truth for a configuration. A script evaluates the same tree.

A tree is ``["and", …]``, ``["or", …]``, ``["not", tree]`` or ``[operator, left, right]``; a side is ``["field", name]``
or ``["is", value]``, where value is a number, a word or a list of them. Truth has three values: what a
configuration does not state makes a comparison unknown (None).
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

Tree = list[Any]
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}


@lru_cache(maxsize=1024)
def _read(text: str) -> Tree:
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"'{text}' is not a predicate") from error
    return _tree(tree)


def parse(text: str) -> Tree:
    """The tree of a predicate. Raises ValueError for anything but comparisons joined by and, or, not."""
    return _read(text)


def _tree(node: ast.expr) -> Tree:
    if isinstance(node, ast.BoolOp):
        return ["and" if isinstance(node.op, ast.And) else "or", *(_tree(value) for value in node.values)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ["not", _tree(node.operand)]
    if isinstance(node, ast.Compare):
        sides = [_side(side) for side in (node.left, *node.comparators)]
        steps: list[Tree] = [[_SIGNS[type(op)], left, right] for op, (left, right) in zip(node.ops, pairwise(sides), strict=True)]
        return steps[0] if len(steps) == 1 else ["and", *steps]
    raise ValueError(f"{type(node).__name__} is no comparison")


def _side(node: ast.expr) -> Tree:
    if isinstance(node, ast.Name):
        return ["field", node.id]
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, str):
        return ["is", node.value]
    if isinstance(node, ast.Tuple):
        return ["is", [_side(part)[1] for part in node.elts if isinstance(part, ast.Constant)]]
    raise ValueError(f"{type(node).__name__} cannot be compared")


def holds(tree: Tree, config: Mapping[str, Any]) -> bool | None:
    """Whether a predicate is true of a configuration; None where the configuration does not say."""
    head, *rest = tree
    if head == "not":
        inner = holds(rest[0], config)
        return None if inner is None else not inner
    if head in ("and", "or"):
        found = [holds(one, config) for one in rest]
        decisive = head == "or"
        return decisive if decisive in found else None if None in found else not decisive
    left, right = (config.get(value) if kind == "field" else value for kind, value in rest)
    return None if left is None or right is None else _compared(head, left, right)


def _compared(sign: str, left: Any, right: Any) -> bool | None:
    if sign in ("in", "not in"):
        found = left in right if isinstance(right, list) else left == right
        return found if sign == "in" else not found
    if sign in ("==", "!="):
        return bool(left == right) == (sign == "==")
    if isinstance(left, (str, list)) or isinstance(right, (str, list)):
        return None
    return bool(_ORDER[sign](left, right))
