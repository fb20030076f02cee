"""Units of formulas. The one door of pint, with a registry of our own: only what formulas need, exact factors."""

import ast
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .expression import Expression
from .fault import Fault

if TYPE_CHECKING:
    import pint

_DEFINITIONS = """
nano- = 1/1000000000 = n-
micro- = 1/1000000 = u-
milli- = 1/1000 = m-
kilo- = 1000 = k-
mega- = 1000000 = M-
giga- = 1000000000 = G-
tera- = 1000000000000 = T-
peta- = 1000000000000000 = P-
exa- = 1000000000000000000 = E-
zetta- = 1000000000000000000000 = Z-
kibi- = 1024 = Ki-
mebi- = 1048576 = Mi-
gibi- = 1073741824 = Gi-
tebi- = 1099511627776 = Ti-
second = [time] = s
minute = 60 * second = min
hour = 3600 * second = h
day = 86400 * second
byte = [information] = B
bit = byte / 8
FLOP = [computation]
token = [text]
param = []
percent = 1 / 100
"""
_ALLOWED = re.compile(r"(?:1|[A-Za-z]+(?:\*\*[1-4])?)(?:[*/](?:1|[A-Za-z]+(?:\*\*[1-4])?)){0,5}")
_KNOWN = "known: s, min, h, day, B, bit, FLOP, token, param, %, 1, with prefixes n u m k M G T P E Z Ki Mi Gi Ti"
Dimension = tuple[tuple[str, Fraction], ...]
PLAIN: Dimension = ()


@lru_cache(maxsize=1)
def _registry() -> "pint.UnitRegistry[Fraction]":
    import pint  # takes a quarter of a second to import and set up, which nothing without a formula need wait for

    return pint.UnitRegistry(_DEFINITIONS.strip().splitlines(), non_int_type=Fraction, cache_folder=None)


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[Fraction, Dimension]:
    spelled = text.strip().replace("%", "percent").replace("·", "*")
    if not _ALLOWED.fullmatch(spelled):
        raise Fault(f"'{text}' is not a unit", "such as GB/s, TFLOP/s, KiB/token, Gparam, % or 1")
    try:
        quantity = _registry().Quantity(Fraction(1), spelled).to_base_units()
    except Exception:  # pint raises many unrelated types on bad input
        raise Fault(f"'{text}' is not a known unit", _KNOWN) from None
    dims = ((str(name), _exact(power)) for name, power in quantity.dimensionality.items())
    return _exact(quantity.magnitude), tuple(sorted(dims))


def _exact(magnitude: Any) -> Fraction:
    return Fraction(magnitude)


def factor(text: str) -> float:
    """How many base units (s, B, FLOP, token, 1) a unit holds: GiB → 1073741824."""
    return float(_read(text)[0])


def dimension(text: str) -> Dimension:
    """Dimension of a unit as sorted (name, power) pairs; () for plain numbers."""
    return _read(text)[1]


def spoken(found: Dimension) -> str:
    """A dimension in words, for messages."""
    names = {"[information]": "B", "[computation]": "FLOP", "[time]": "s", "[text]": "token"}
    return " · ".join(f"{names.get(name, name)}{'' if power == 1 else f'^{power}'}" for name, power in found) or "a plain number"


def result_dimension(expression: Expression, dims: Mapping[str, Dimension]) -> Dimension:
    """Dimension of the value. Raises Fault where quantities of different dimension meet."""
    found = _dim(expression.tree, dims)
    return PLAIN if found is None else found


def _dim(node: ast.expr, dims: Mapping[str, Dimension]) -> Dimension | None:
    """Dimension of a node; None for a literal zero, which fits any."""
    match node:
        case ast.Constant(value=value):
            return None if value == 0 else PLAIN
        case ast.Name(id=name):
            if name not in dims:
                raise Fault(f"'{name}' is neither an input nor a constant", f"defined: {', '.join(dims)}")
            return dims[name]
        case ast.UnaryOp(operand=operand):
            return _dim(operand, dims)
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(op, left, right, node, dims)
        case ast.BoolOp(values=values):
            for side in values:
                _dim(side, dims)
            return PLAIN
        case ast.Compare(left=left, comparators=others):
            _same((left, *others), node, dims)
            return PLAIN
        case ast.IfExp(test=test, body=body, orelse=orelse):
            _dim(test, dims)
            return _same((body, orelse), node, dims)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _called(name, args, node, dims)
    raise Fault(f"{type(node).__name__} has no unit")


def _binary(op: ast.operator, left: ast.expr, right: ast.expr, node: ast.expr, dims: Mapping[str, Dimension]) -> Dimension | None:
    if isinstance(op, (ast.Add, ast.Sub, ast.Mod)):
        return _same((left, right), node, dims)
    a, b = _dim(left, dims) or PLAIN, _dim(right, dims) or PLAIN
    if isinstance(op, ast.Mult):
        return _scaled(a, b, 1)
    if isinstance(op, ast.Div):
        return _scaled(a, b, -1)
    if isinstance(op, ast.FloorDiv):
        return _plain(_scaled(a, b, -1), node)
    _plain(b, node)
    if a == PLAIN:
        return PLAIN
    if not isinstance(right, ast.Constant):
        raise Fault(f"'{ast.unparse(node)[:60]}' raises a quantity with a unit to a variable power", "divide by the unit first")
    return _scaled(PLAIN, a, Fraction(str(right.value)))


def _called(name: str, args: list[ast.expr], node: ast.expr, dims: Mapping[str, Dimension]) -> Dimension | None:
    if name in ("min", "max", "sum"):
        return _same(args, node, dims)
    found = _dim(args[0], dims) or PLAIN
    if name == "abs":
        return found
    return _scaled(PLAIN, found, Fraction(1, 2)) if name == "sqrt" else _plain(found, node)


def _scaled(a: Dimension, b: Dimension, by: int | Fraction) -> Dimension:
    powers = dict(a)
    for name, power in b:
        powers[name] = powers.get(name, Fraction(0)) + power * by
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def _plain(found: Dimension, node: ast.expr) -> Dimension:
    if found != PLAIN:
        raise Fault(f"'{ast.unparse(node)[:60]}' needs a plain number, not {spoken(found)}", "divide by the unit first")
    return PLAIN


def _same(nodes: Iterable[ast.expr], whole: ast.expr, dims: Mapping[str, Dimension]) -> Dimension | None:
    found = [dim for node in nodes if (dim := _dim(node, dims)) is not None]
    for other in found[1:]:
        if other != found[0]:
            message = f"'{ast.unparse(whole)[:60]}' brings together {spoken(found[0])} and {spoken(other)}"
            raise Fault(message, "only quantities of one kind can be added or compared")
    return found[0] if found else None
