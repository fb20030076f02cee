"""Predicates over the config of a model: true, false, or unknown because the record lacks a field."""

import ast
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from .fault import Fault

Config = Mapping[str, object]
_NO_CHAIN = (ast.In, ast.NotIn, ast.Is, ast.IsNot)
_HINT = "comparisons, and, or, not, in, known(field), names of config fields, numbers, 'words'"


@lru_cache(maxsize=1024)
def parse_predicate(text: str) -> ast.expr:
    """The tree of a predicate. Raises Fault for anything but comparisons."""
    try:
        tree = ast.parse(" ".join(text.split()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Fault(f"'{text[:60]}' is not a predicate", "write it like: attention in ('mha', 'gqa')") from None
    if len(text) > 400:
        raise Fault("the predicate is too long", "at most 400 characters")
    _admit(tree)
    return tree


def fields_of(tree: ast.expr) -> set[str]:
    """Names of config fields in a predicate."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - {"known"}


def holds(tree: ast.expr, config: Config) -> bool | None:
    """Whether the predicate holds; None if it hangs on a field that the config leaves out."""
    match tree:
        case ast.UnaryOp(operand=operand):
            found = holds(operand, config)
            return None if found is None else not found
        case ast.BoolOp(op=op, values=values):
            return _joined([holds(value, config) for value in values], isinstance(op, ast.Or))
        case ast.Call(args=[ast.Name(id=name)]):
            return config.get(name) is not None
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_value(side, config) for side in (left, *others)]
            return _joined([_compared(op, *pair) for op, pair in zip(ops, pairwise(sides), strict=True)], decisive=False)
    raise Fault(f"{type(tree).__name__} is not a condition")


def true_of(text: str, config: Config) -> bool | None:
    """Whether a predicate as written holds; None also for what is no predicate (the checks report it)."""
    try:
        return holds(parse_predicate(text), config)
    except Fault:
        return None


def _joined(found: list[bool | None], decisive: bool) -> bool | None:
    if decisive in found:
        return decisive
    return None if None in found else not decisive


def _value(node: ast.expr, config: Config) -> object:
    if isinstance(node, ast.Name):
        return config.get(node.id)
    return ast.literal_eval(node)


def _compared(op: ast.cmpop, left: object, right: object) -> bool | None:
    if left is None or right is None:
        return None
    if isinstance(op, (ast.In, ast.NotIn)):
        assert isinstance(right, tuple)
        return (left in right) == isinstance(op, ast.In)
    if isinstance(op, (ast.Eq, ast.NotEq)):
        return (left == right) == isinstance(op, ast.Eq)
    if not isinstance(left, (int, float)) or not isinstance(right, (int, float)):
        raise Fault("words are compared with <, <=, > or >=", "use ==, != or in")
    order = {ast.Lt: left < right, ast.LtE: left <= right, ast.Gt: left > right, ast.GtE: left >= right}
    return order[type(op)]


def _admit(node: ast.expr) -> None:
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            _admit(operand)
        case ast.BoolOp(values=values):
            for value in values:
                _admit(value)
        case ast.Call(func=ast.Name(id="known"), args=[ast.Name()], keywords=[]):
            pass
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts=elements)]):
            _admit_side(left)
            for element in elements:
                if not isinstance(element, ast.Constant):
                    raise Fault(f"'{ast.unparse(element)[:40]}' is not allowed in a list", _HINT)
                _admit_side(element)
        case ast.Compare(left=left, ops=ops, comparators=others) if not any(isinstance(op, _NO_CHAIN) for op in ops):
            for side in (left, *others):
                _admit_side(side)
        case _:
            raise Fault(f"{type(node).__name__} is not allowed in a predicate", _HINT)


def _admit_side(node: ast.expr) -> None:
    plain = isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float)) and not isinstance(node.value, bool)
    if not plain and not isinstance(node, ast.Name):
        raise Fault(f"'{ast.unparse(node)[:40]}' is not allowed in a predicate", _HINT)
