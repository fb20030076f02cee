"""Expression + numbers → value, in IEEE doubles, step for step as the JavaScript of the page does it."""

import ast
import math
from collections.abc import Mapping

from .expression import Expression
from .fault import Fault

Numbers = Mapping[str, float]


def evaluate(expression: Expression, numbers: Numbers) -> float:
    """Value of the expression. Raises Fault for a missing name, a division by zero, an overflow."""
    return _finite(_value(expression.tree, numbers), expression.tree)


def _value(node: ast.expr, numbers: Numbers) -> float:
    match node:
        case ast.Constant(value=value):
            assert isinstance(value, (int, float))
            return float(value)
        case ast.Name(id=name):
            if name not in numbers:
                raise Fault(f"no value for '{name}'")
            return float(numbers[name])
        case ast.UnaryOp(op=op, operand=operand):
            value = _value(operand, numbers)
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp(left=left, op=op, right=right):
            return _finite(_binary(op, _value(left, numbers), _value(right, numbers), node), node)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _truth(test, numbers) else orelse, numbers)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _finite(_called(name, [_value(argument, numbers) for argument in args], node), node)
    raise Fault(f"{type(node).__name__} has no value")


def _binary(op: ast.operator, left: float, right: float, node: ast.expr) -> float:
    if isinstance(op, (ast.Div, ast.FloorDiv, ast.Mod)) and right == 0:
        raise Fault(f"division by zero in '{ast.unparse(node)[:60]}'", "the divisor must not be 0")
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.FloorDiv():
            return _floor(left / right, node)
        case ast.Mod():
            return left - right * _floor(left / right, node)
    return _power(left, right, node)


def _power(left: float, right: float, node: ast.expr) -> float:
    if (left == 0 and right < 0) or (left < 0 and not right.is_integer()):
        raise Fault(f"'{ast.unparse(node)[:60]}' has no value", "a negative number has no root, zero no inverse")
    try:
        return math.pow(left, right)
    except OverflowError:
        return math.inf


def _called(name: str, values: list[float], node: ast.expr) -> float:
    first = values[0]
    match name:
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "sum":
            return _total(values)
        case "abs":
            return abs(first)
        case "ceil":
            return -_floor(-first, node)
        case "floor":
            return _floor(first, node)
        case "round":
            return _floor(first + 0.5, node)
    if first < 0 or (name == "log2" and first == 0):
        raise Fault(f"'{ast.unparse(node)[:60]}' has no value for {first:g}", "its argument must be positive")
    return math.sqrt(first) if name == "sqrt" else math.log2(first)


def _total(values: list[float]) -> float:
    """From left to right, without the compensation that Python's own sum() applies."""
    total = 0.0
    for value in values:
        total += value
    return total


def _floor(value: float, node: ast.expr) -> float:
    return float(math.floor(_finite(value, node)))


def _truth(node: ast.expr, numbers: Numbers) -> bool:
    match node:
        case ast.UnaryOp(operand=operand):
            return not _truth(operand, numbers)
        case ast.BoolOp(op=op, values=values):
            found = (_truth(value, numbers) for value in values)
            return all(found) if isinstance(op, ast.And) else any(found)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_value(side, numbers) for side in (left, *others)]
            return all(_compared(op, a, b) for op, a, b in zip(ops, sides, sides[1:], strict=False))
    raise Fault(f"{type(node).__name__} is not a condition")


def _compared(op: ast.cmpop, left: float, right: float) -> bool:
    match op:
        case ast.Lt():
            return left < right
        case ast.LtE():
            return left <= right
        case ast.Gt():
            return left > right
        case ast.GtE():
            return left >= right
        case ast.Eq():
            return left == right
    return left != right


def _finite(value: float, node: ast.expr) -> float:
    if not math.isfinite(value):
        raise Fault(f"'{ast.unparse(node)[:60]}' is too large for a number", "check the size of the inputs")
    return value
