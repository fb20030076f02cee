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
}  # fmt: skip
_ORDERED = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)


def fields_of(predicate: str) -> tuple[str, ...]:
    """Names that a predicate reads, sorted. Raises ValueError with the reason if it is not a predicate."""
    return tuple(sorted({node.id for node in ast.walk(_parsed(predicate)) if isinstance(node, ast.Name)}))


def holds(predicate: str, config: Part) -> bool | None:
    """Whether ``predicate`` is true of ``config``; None where the configuration does not say."""
    return _truth(_parsed(predicate), config)


@lru_cache(maxsize=4096)
def _parsed(predicate: str) -> ast.expr:
    try:
        tree = ast.parse(predicate, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"'{predicate}' is not a predicate such as experts > 0") from error
    _allow(tree, predicate)
    return tree


def _allow(node: ast.expr, predicate: str) -> None:
    if isinstance(node, ast.BoolOp):
        for value in node.values:
            _allow(value, predicate)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        _allow(node.operand, predicate)
    elif isinstance(node, ast.Compare) and all(type(op) in _COMPARE for op in node.ops):
        sides = [node.left, *node.comparators]
        if not all(_is_side(side) for side in sides) or not any(isinstance(side, ast.Name) for side in sides):
            raise ValueError(f"'{predicate}': compare fields of a configuration with numbers, words or each other")
        words = any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)
        if words and any(isinstance(op, _ORDERED) for op in node.ops):
            raise ValueError(f"'{predicate}': a word can only be compared with == or !=")
    else:
        raise ValueError(f"'{predicate}': only comparisons joined by and, or, not")


def _is_side(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) in (int, float, str))


def _truth(node: ast.expr, config: Part) -> bool | None:
    if isinstance(node, ast.BoolOp):
        values = [_truth(value, config) for value in node.values]
        decisive = isinstance(node.op, ast.Or)
        return decisive if decisive in values else None if None in values else not decisive
    if isinstance(node, ast.UnaryOp):
        inner = _truth(node.operand, config)
        return None if inner is None else not inner
    assert isinstance(node, ast.Compare)
    sides = [_value(side, config) for side in (node.left, *node.comparators)]
    found = [_compared(op, left, right) for op, (left, right) in zip(node.ops, pairwise(sides), strict=True)]
    return False if False in found else None if None in found else True


def _compared(op: ast.cmpop, left: Any, right: Any) -> bool | None:
    if left is None or right is None:
        return None
    if isinstance(op, _ORDERED) and (isinstance(left, str) or isinstance(right, str)):
        return None
    return _COMPARE[type(op)](left, right)


def _value(node: ast.expr, config: Part) -> Any:
    return getattr(config, node.id, None) if isinstance(node, ast.Name) else getattr(node, "value")
