"""Numbers as readers see them."""

import math


def shown(value: float, digits: int = 6) -> str:
    """``value`` with so many significant digits, thousands grouped, powers of ten written out: 1.5×10^21."""
    if value == 0 or not math.isfinite(value):
        return str(value).removesuffix(".0")
    exponent = math.floor(math.log10(abs(value)))
    if -5 <= exponent < 15:
        text = f"{value:,.{max(0, digits - 1 - exponent)}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa = f"{value / 10.0**exponent:.{digits - 1}f}".rstrip("0").rstrip(".")
    return f"{mantissa}×10^{exponent}"
