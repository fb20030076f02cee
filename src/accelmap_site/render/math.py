"""LaTeX → MathML, at build time; no script in the page. The one door of latex2mathml."""

import html
from functools import lru_cache

from latex2mathml.converter import convert


@lru_cache(maxsize=16_384)
def to_mathml(tex: str, block: bool = False) -> str:
    """MathML with the LaTeX as its text alternative; the LaTeX itself where it does not parse."""
    source = tex.strip()
    try:
        mathml = convert(source, display="block" if block else "inline")
    except Exception:  # the converter raises many unrelated types on bad input
        return f"<code>{html.escape(source)}</code>"
    return mathml.replace("<math ", f'<math alttext="{html.escape(source)}" ', 1).replace("\n", " ")
