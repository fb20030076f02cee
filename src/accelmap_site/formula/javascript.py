"""Expression → JavaScript, operation for operation as :mod:`value` computes it."""

import ast

from .expression import Expression

_INFIX: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Eq: "===", ast.NotEq: "!==", ast.And: "&&", ast.Or: "||",
}  # fmt: skip
_CALLS = {"min": "Math.min", "max": "Math.max", "abs": "Math.abs", "floor": "Math.floor", "sqrt": "Math.sqrt", "log2": "Math.log2"}


def to_javascript(expression: Expression) -> str:
    """A JavaScript expression over properties of ``v``, every operation in parentheses."""
    return _js(expression.tree)


def _js(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=value):
            assert isinstance(value, (int, float))
            return repr(float(value)).removesuffix(".0")
        case ast.Name(id=name):
            return f"v.{name}"
        case ast.UnaryOp(op=op, operand=operand):
            sign = "!" if isinstance(op, ast.Not) else "-" if isinstance(op, ast.USub) else "+"
            return f"({sign}{_js(operand)})"
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(op, _js(left), _js(right))
        case ast.BoolOp(op=op, values=values):
            return "(" + f" {_INFIX[type(op)]} ".join(_js(value) for value in values) + ")"
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_js(side) for side in (left, *others)]
            pairs = (f"{a} {_INFIX[type(op)]} {b}" for op, a, b in zip(ops, sides, sides[1:], strict=False))
            return "(" + " && ".join(pairs) + ")"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"({_js(test)} ? {_js(body)} : {_js(orelse)})"
        case ast.Call(func=ast.Name(id=name), args=args):
            return _call(name, [_js(argument) for argument in args])
    raise AssertionError(type(node).__name__)


def _binary(op: ast.operator, left: str, right: str) -> str:
    match op:
        case ast.FloorDiv():
            return f"Math.floor({left} / {right})"
        case ast.Mod():
            return f"({left} - ({right} * Math.floor({left} / {right})))"
        case ast.Pow():
            return f"Math.pow({left}, {right})"
    return f"({left} {_INFIX[type(op)]} {right})"


def _call(name: str, values: list[str]) -> str:
    match name:
        case "sum":
            return "(0 + " + " + ".join(values) + ")"
        case "ceil":
            return f"(-Math.floor(-{values[0]}))"
        case "round":
            return f"Math.floor({values[0]} + 0.5)"
    return f"{_CALLS[name]}({', '.join(values)})"
