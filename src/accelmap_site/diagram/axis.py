"""Axes of plots: ticks, ends, places, numbers. ``plot-axis.js`` computes the same in the page, operation for operation."""

import math
from decimal import ROUND_HALF_UP, Decimal

MOST_TICKS = 7
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(exponent: int) -> float:
    """Ten to a whole power, the nearest double."""
    return float(f"1e{exponent}")


def exponent(value: float) -> int:
    """Decimal exponent of a positive number; exact at powers of ten."""
    found = math.floor(math.log10(value))
    if power(found) > value:
        return found - 1
    return found + 1 if power(found + 1) <= value else found


def binary(value: float) -> int:
    """Largest k with 2**k ≤ value."""
    return math.frexp(value)[1] - 1


def _step(span: float) -> tuple[int, int]:
    """The smallest of 1, 2, 5 times a power of ten that cuts a span into at most six."""
    e = exponent(span) - 1
    for e_, m in ((e, 1), (e, 2), (e, 5), (e + 1, 1), (e + 1, 2), (e + 1, 5)):
        if span / scaled(m, e_) <= 6.000001:
            return m, e_
    raise AssertionError(span)


def scaled(mantissa: int, e: int) -> float:
    """``mantissa`` times a power of ten, rounded once."""
    return mantissa * power(e) if e >= 0 else mantissa / power(-e)


def ticks(low: float, high: float, scale: str) -> list[float]:
    """Round numbers within an axis, at most seven or eight."""
    if scale == "linear":
        m, e = _step(high - low)
        step = scaled(m, e)
        return [scaled(k * m, e) for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
    if scale == "log2":
        first, last = binary(low) + (2.0 ** binary(low) < low), binary(high)
        stride = max(1, math.ceil((last - first + 1) / MOST_TICKS))
        return [2.0**k for k in range(first, last + 1, stride)]
    decades = range(exponent(low) + (power(exponent(low)) < low), exponent(high) + 1)
    if len(decades) >= 3:
        return [power(e) for e in decades[:: math.ceil(len(decades) / MOST_TICKS)]]
    return [tick for e in range(exponent(low), exponent(high) + 1) for m in (1, 2, 5) if low <= (tick := scaled(m, e)) <= high]


def ends(low: float, high: float, scale: str) -> tuple[float, float]:
    """Round ends of an axis that holds values from ``low`` to ``high``; a linear one starts at 0."""
    if scale == "linear":
        low = min(0.0, low)
        high = max(high, low + 1e-300) if high > low else low + 1.0
        m, e = _step(high - low)
        step = scaled(m, e)
        return scaled(math.floor(low / step + 1e-9) * m, e), scaled(math.ceil(high / step - 1e-9) * m, e)
    if scale == "log2":
        last = binary(high) + (2.0 ** binary(high) < high)
        return 2.0 ** binary(low), 2.0 ** max(last, binary(low) + 1)
    bottom = max(scaled(m, exponent(low)) for m in (1, 2, 5) if scaled(m, exponent(low)) <= low)
    e = exponent(high)
    top = min(tick for tick in (scaled(1, e), scaled(2, e), scaled(5, e), power(e + 1)) if tick >= high)
    return bottom, top if top > bottom else bottom * 10


def share(value: float, low: float, high: float, scale: str) -> float:
    """Place of a value between the ends of an axis, from 0 to 1."""
    if scale == "linear":
        return (value - low) / (high - low)
    return math.log(value / low) / math.log(high / low)


def tick_text(value: float, scale: str) -> str:
    """A tick as it is printed: 128K on a binary axis, 10⁶ on a decimal one."""
    if scale == "log2" and value >= 2048 and value % 1024 == 0:
        return f"{int(value) // 1048576}M" if value % 1048576 == 0 else f"{int(value) // 1024}K"
    if scale == "log10" and value > 0 and (value >= 1e6 or value < 1e-3) and power(exponent(value)) == value:
        return "10" + str(exponent(value)).translate(SUPERSCRIPTS)
    return brief(value)


def brief(value: float) -> str:
    """Four significant digits, whole numbers in full, thousands grouped."""
    if value == 0:
        return "0"
    e = exponent(abs(value))
    if not -5 <= e < 15:
        digits = _rounded(value / power(e), 3)
        return f"{digits}×10{str(e).translate(SUPERSCRIPTS)}"
    return _rounded(value, max(0, 3 - e))


def _rounded(value: float, places: int) -> str:
    text = f"{Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
