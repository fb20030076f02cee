"""Expression → LaTeX, with parentheses only where the order of operations needs them."""

import ast
import re
from collections.abc import Mapping

from .expression import Expression

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = 1, 2, 3, 4, 5
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: r"\le", ast.Gt: ">", ast.GtE: r"\ge", ast.Eq: "=", ast.NotEq: r"\ne",
}  # fmt: skip
_GREEK = re.compile(r"alpha|beta|gamma|delta|eta|theta|lambda|mu|rho|sigma|tau|phi")


def symbol_tex(name: str) -> str:
    """LaTeX of a name: one letter stays, Greek names become letters, words stand upright, the rest after _ is an index."""
    head, _, index = name.partition("_")
    shown = head if len(head) == 1 else f"\\{head}" if _GREEK.fullmatch(head) else rf"\text{{{head}}}"
    return rf"{shown}_{{\text{{{index.replace('_', ' ')}}}}}" if index else shown


def to_latex(expression: Expression, symbols: Mapping[str, str] | None = None) -> str:
    """LaTeX without delimiters. ``symbols`` gives the LaTeX (or the number) to print for a name."""
    return _tex(expression.tree, symbols or {})[0]


def _tex(node: ast.expr, symbols: Mapping[str, str]) -> tuple[str, int]:
    """LaTeX and how tightly it binds."""
    match node:
        case ast.Constant(value=value):
            return _number(value), _ATOM
        case ast.Name(id=name):
            return symbols.get(name) or symbol_tex(name), _ATOM
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return rf"\neg {_in(operand, symbols, _ATOM)}", _SIGN
        case ast.UnaryOp(op=op, operand=operand):
            return f"{'-' if isinstance(op, ast.USub) else '+'}{_in(operand, symbols, _SIGN)}", _SIGN
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(op, left, right, symbols)
        case ast.BoolOp(op=op, values=values):
            word = r" \land " if isinstance(op, ast.And) else r" \lor "
            return word.join(_in(value, symbols, _SUM) for value in values), 0
        case ast.Compare(left=left, ops=ops, comparators=others):
            text = _tex(left, symbols)[0]
            for sign, side in zip(ops, others, strict=True):
                text += f" {_COMPARED[type(sign)]} {_tex(side, symbols)[0]}"
            return text, 0
        case ast.IfExp(test=test, body=body, orelse=orelse):
            first, when, other = (_tex(part, symbols)[0] for part in (body, test, orelse))
            return rf"\begin{{cases}} {first} & {when} \\ {other} & \text{{else}} \end{{cases}}", _ATOM
        case ast.Call(func=ast.Name(id=name), args=args):
            return _call(name, [_tex(argument, symbols)[0] for argument in args])
    raise AssertionError(type(node).__name__)


def _in(node: ast.expr, symbols: Mapping[str, str], least: int) -> str:
    text, binds = _tex(node, symbols)
    return text if binds >= least else rf"\left({text}\right)"


def _binary(op: ast.operator, left: ast.expr, right: ast.expr, symbols: Mapping[str, str]) -> tuple[str, int]:
    match op:
        case ast.Add():
            return f"{_in(left, symbols, _SUM)} + {_in(right, symbols, _SUM)}", _SUM
        case ast.Sub():
            return f"{_in(left, symbols, _SUM)} - {_in(right, symbols, _PRODUCT)}", _SUM
        case ast.Mult():
            return rf"{_in(left, symbols, _PRODUCT)} \cdot {_in(right, symbols, _PRODUCT)}", _PRODUCT
        case ast.Div():
            return rf"\frac{{{_tex(left, symbols)[0]}}}{{{_tex(right, symbols)[0]}}}", _ATOM - 1
        case ast.FloorDiv():
            return rf"\left\lfloor \frac{{{_tex(left, symbols)[0]}}}{{{_tex(right, symbols)[0]}}} \right\rfloor", _ATOM
        case ast.Mod():
            return rf"{_in(left, symbols, _PRODUCT)} \bmod {_in(right, symbols, _SIGN)}", _PRODUCT
    return f"{_in(left, symbols, _ATOM)}^{{{_tex(right, symbols)[0]}}}", _POWER


def _call(name: str, values: list[str]) -> tuple[str, int]:
    inner = ", ".join(values)
    match name:
        case "sum":
            return rf"\left({' + '.join(values)}\right)", _ATOM
        case "ceil" | "floor":
            return rf"\left\l{name} {inner} \right\r{name}", _ATOM
        case "round":
            return rf"\operatorname{{round}}\left({inner}\right)", _ATOM
        case "abs":
            return rf"\left|{inner}\right|", _ATOM
        case "sqrt":
            return rf"\sqrt{{{inner}}}", _ATOM
        case "log2":
            return rf"\log_{{2}}\left({inner}\right)", _ATOM
    return rf"\{name}\left({inner}\right)", _ATOM


def _number(value: object) -> str:
    assert isinstance(value, (int, float))
    return f"{value:g}" if abs(value) < 1e6 and float(f"{value:g}") == value else repr(value).removesuffix(".0")
