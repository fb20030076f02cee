"""Text → expression: Python's own parser, then an allow-list. Nothing here evaluates anything."""

import ast
from dataclasses import dataclass
from functools import lru_cache

from .fault import Fault

LONGEST = 600
DEEPEST = 30
LARGEST = 1e24
CALLS = {"min": (2, 20), "max": (2, 20), "sum": (1, 20), "ceil": (1, 1), "floor": (1, 1), "round": (1, 1), "abs": (1, 1),
         "sqrt": (1, 1), "log2": (1, 1)}  # fmt: skip
"""Functions with the least and the greatest number of arguments."""

ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_HINT = "allowed: + - * / // % **, comparisons, and, or, not, A if C else B, names, numbers, " + ", ".join(CALLS)


@dataclass(frozen=True)
class Expression:
    """A parsed expression: its text, its tree (only nodes of the allow-list) and the names in it."""

    text: str
    tree: ast.expr
    names: frozenset[str]


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """The expression in ``text``. Raises Fault for anything that is not plain arithmetic."""
    source = " ".join(text.split())
    if len(source) > LONGEST:
        raise Fault(f"the expression has {len(source)} characters", f"at most {LONGEST}")
    if not source.isascii():
        raise Fault("the expression has a character outside ASCII", "write * for ×, - for −, and ASCII names")
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = f" at column {error.offset}" if isinstance(error, SyntaxError) and error.offset else ""
        raise Fault(f"the expression does not parse{at}", _HINT) from None
    names: set[str] = set()
    if _number_or_truth(tree, names, 0):
        raise Fault("the expression is a condition, not a number", "write A if CONDITION else B")
    return Expression(source, tree, frozenset(names))


def _number_or_truth(node: ast.expr, names: set[str], depth: int) -> bool:
    """Admit a node and all below it; True if it is a condition, False if it is a number."""
    if depth > DEEPEST:
        raise Fault("the expression is nested too deeply", f"at most {DEEPEST} levels")
    below = depth + 1
    match node:
        case ast.Constant(value=value):
            _number(value)
        case ast.Name(id=name):
            names.add(name)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            _need(operand, names, below, truth=False)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            _need(operand, names, below, truth=True)
            return True
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, ARITHMETIC):
            for side in (left, right):
                _need(side, names, below, truth=False)
        case ast.BoolOp(values=values):
            for side in values:
                _need(side, names, below, truth=True)
            return True
        case ast.Compare(left=left, ops=ops, comparators=others) if all(isinstance(op, COMPARISONS) for op in ops):
            for side in (left, *others):
                _need(side, names, below, truth=False)
            return True
        case ast.IfExp(test=test, body=body, orelse=orelse):
            _need(test, names, below, truth=True)
            for side in (body, orelse):
                _need(side, names, below, truth=False)
        case ast.Call():
            _call(node, names, below)
        case _:
            raise Fault(f"{type(node).__name__} is not allowed in an expression", _HINT)
    return False


def _need(node: ast.expr, names: set[str], depth: int, *, truth: bool) -> None:
    if _number_or_truth(node, names, depth) != truth:
        said = "a condition is needed, a number stands" if truth else "a number is needed, a condition stands"
        raise Fault(f"{said} at '{ast.unparse(node)[:40]}'", "compare with <, <=, >, >=, ==, !=")


def _number(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Fault(f"{value!r:.40} is not a number", _HINT)
    if not abs(value) <= LARGEST:
        raise Fault("a number is too large", f"at most {LARGEST:g}; use a unit with a prefix")


def _call(node: ast.Call, names: set[str], depth: int) -> None:
    function = node.func
    if not isinstance(function, ast.Name) or function.id not in CALLS:
        raise Fault(f"'{ast.unparse(function)[:40]}' is not a function here", f"functions: {', '.join(CALLS)}")
    least, most = CALLS[function.id]
    if node.keywords or not least <= len(node.args) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise Fault(f"{function.id}() takes {wanted} plain argument{'' if wanted == '1' else 's'}")
    for argument in node.args:
        _need(argument, names, depth, truth=False)
