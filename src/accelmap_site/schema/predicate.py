"""Predicates over the configuration of a model, as in ``applies_if: experts > 0``.

The language is a small part of Python's: comparisons of fields of :class:`Config` with numbers, words or other
fields, joined by ``and``, ``or`` and ``not``. It is parsed, never executed. Truth has three values, because a
configuration states only what its maker has published: an unknown field makes a comparison unknown (None).
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from .parts import Part

_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.In: lambda left, right: left in right, ast.NotIn: lambda left, right: left not in right,
}  # fmt: skip


def holds(predicate: str, config: Part) -> bool | None:
    """Whether ``predicate`` is true of ``config``; None where the configuration does not say.

    What is no predicate (the checks report it) is unknown, too.
    """
    tree = _parsed(predicate)
    return None if tree is None else _truth(tree, config)


@lru_cache(maxsize=4096)
def _parsed(predicate: str) -> ast.expr | None:
    try:
        return ast.parse(predicate, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _truth(node: ast.expr, config: Part) -> bool | None:
    if isinstance(node, ast.BoolOp):
        values = [_truth(value, config) for value in node.values]
        decisive = isinstance(node.op, ast.Or)
        return decisive if decisive in values else None if None in values else not decisive
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _truth(node.operand, config)
        return None if inner is None else not inner
    if not isinstance(node, ast.Compare):
        return None
    sides = [_value(side, config) for side in (node.left, *node.comparators)]
    found = [_compared(op, left, right) for op, (left, right) in zip(node.ops, pairwise(sides), strict=True)]
    return False if False in found else None if None in found else True


def _compared(op: ast.cmpop, left: Any, right: Any) -> bool | None:
    compare = _COMPARE.get(type(op))
    if left is None or right is None or compare is None:
        return None
    try:
        return compare(left, right)
    except TypeError:
        return None


def _value(node: ast.expr, config: Part) -> Any:
    if isinstance(node, ast.Name):
        return getattr(config, node.id) if node.id in type(config).model_fields else None
    if isinstance(node, ast.Tuple):
        return tuple(_value(one, config) for one in node.elts)
    return node.value if isinstance(node, ast.Constant) else None
