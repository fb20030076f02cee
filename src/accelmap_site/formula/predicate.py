"""Predicates over the config of a model: true, false, or unknown because the record lacks a field.

A tree is ``["and", …]``, ``["or", …]``, ``["not", tree]``, ``["known", name]`` or ``[operator, left, right]``; a side is
``["field", name]`` or ``["is", value]``, where value is a number, a word or a list of them. A script evaluates the same tree.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from .fault import Fault

Config = Mapping[str, object]
Tree = list[Any]
_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_HINT = "comparisons, and, or, not, in, known(field), names of config fields, numbers, 'words'"


@lru_cache(maxsize=1024)
def parse_predicate(text: str) -> Tree:
    """The tree of a predicate. Raises Fault for anything but comparisons."""
    try:
        tree = ast.parse(" ".join(text.split()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Fault(f"'{text[:60]}' is not a predicate", "write it like: attention in ('mha', 'gqa')") from None
    if len(text) > 400:
        raise Fault("the predicate is too long", "at most 400 characters")
    return _tree(tree)


def fields_of(tree: Tree) -> set[str]:
    """Names of config fields in a predicate."""
    head, *rest = tree
    if head in ("field", "known"):
        return {rest[0]}
    return set() if head == "is" else {name for one in rest for name in fields_of(one)}


def holds(tree: Tree, config: Config) -> bool | None:
    """Whether the predicate holds; None if it hangs on a field that the config leaves out, or orders words."""
    head, *rest = tree
    if head == "known":
        return config.get(rest[0]) is not None
    if head == "not":
        inner = holds(rest[0], config)
        return None if inner is None else not inner
    if head in ("and", "or"):
        found = [holds(one, config) for one in rest]
        decisive = head == "or"
        return decisive if decisive in found else None if None in found else not decisive
    left, right = (config.get(value) if kind == "field" else value for kind, value in rest)
    return None if left is None or right is None else _compared(head, left, right)


def true_of(text: str, config: Config) -> bool | None:
    """Whether a predicate as written holds; None also for what is no predicate (the checks report it)."""
    try:
        return holds(parse_predicate(text), config)
    except Fault:
        return None


def _compared(sign: str, left: Any, right: Any) -> bool | None:
    if sign in ("in", "not in"):
        return (left in right) == (sign == "in")
    if sign in ("==", "!="):
        return bool(left == right) == (sign == "==")
    if isinstance(left, str) or isinstance(right, str):
        return None
    return _ORDER[sign](left, right)


def _tree(node: ast.expr) -> Tree:
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ["not", _tree(operand)]
        case ast.BoolOp(op=op, values=values):
            return ["and" if isinstance(op, ast.And) else "or", *(_tree(value) for value in values)]
        case ast.Call(func=ast.Name(id="known"), args=[ast.Name(id=name)], keywords=[]):
            return ["known", name]
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[ast.Tuple(elts=elements)]):
            return ["in" if isinstance(op, ast.In) else "not in", _side(left), ["is", [_listed(element) for element in elements]]]
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _SIGNS for op in ops):
            steps = [_step(_SIGNS[type(op)], *pair) for op, pair in zip(ops, pairwise((left, *others)), strict=True)]
            return steps[0] if len(steps) == 1 else ["and", *steps]
    raise Fault(f"{type(node).__name__} is not allowed in a predicate", _HINT)


def _step(sign: str, left: ast.expr, right: ast.expr) -> Tree:
    sides = [_side(left), _side(right)]
    if sign in _ORDER and any(isinstance(value, str) for kind, value in sides if kind == "is"):
        raise Fault("words are compared with <, <=, > or >=", "use ==, != or in")
    return [sign, *sides]


def _side(node: ast.expr) -> Tree:
    match node:
        case ast.Name(id=name):
            return ["field", name]
        case ast.Constant(value=value) if type(value) in (int, float, str):
            return ["is", value]
    raise Fault(f"'{ast.unparse(node)[:40]}' is not allowed in a predicate", _HINT)


def _listed(node: ast.expr) -> object:
    kind, value = _side(node)
    if kind != "is":
        raise Fault(f"'{value}' is not allowed in a list", _HINT)
    return value
