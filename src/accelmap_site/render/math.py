"""LaTeX → MathML, at build time; no script in the page. The one door of latex2mathml."""

import html
from functools import lru_cache
from xml.etree.ElementTree import Element, tostring

_ACTIVE = ("href", "style", "class", "id")


@lru_cache(maxsize=16_384)
def to_mathml(tex: str, block: bool = False) -> str:
    """MathML with the LaTeX as its text alternative; the LaTeX itself where it does not parse."""
    from latex2mathml.converter import Converter

    source = " ".join(tex.split())
    try:
        tree = Converter(display="block" if block else "inline").convert_to_element(source)
    except Exception:  # the converter raises many unrelated types on bad input
        return f"<code>{html.escape(source)}</code>"
    return _written(tree, source)


def _written(tree: Element, source: str) -> str:
    """The tree as text. The converter's own writer leaves ``<`` and quotes of the LaTeX unescaped."""
    for element in tree.iter():
        element.text, element.tail = html.unescape(element.text or ""), html.unescape(element.tail or "")
        element.attrib = {name: html.unescape(value) for name, value in element.attrib.items() if name not in _ACTIVE}
    tree.attrib = {"alttext": source, **tree.attrib}
    return tostring(tree, encoding="unicode").replace("\n", " ")
