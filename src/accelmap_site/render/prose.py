"""Rich text of a record → one line of safe HTML.

Each field is rendered by itself, so that damage cannot leave it. References become ``href="ref:ID"``
and are given their address when the page is known. The result holds no line break outside <pre>,
so that it survives as one HTML block in any Markdown dialect.
"""

import html
import re
from functools import lru_cache

import markdown
import nh3

from ..check import REFERENCE
from .math import to_mathml

_TAGS = {"p", "ul", "ol", "li", "strong", "em", "code", "pre", "a", "br", "blockquote", "span", "sub", "sup"}
_MATH = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.S)
_CODE = re.compile(r"(```.*?```|`[^`]*`)", re.S)
_LIST_START = re.compile(r"(?m)^(?![-*+ ] ?|\d+\. |\s*$)(.+)\n(?=(?:[-*+]|\d+\.) )")
_CJK_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])")
_HOLD = "\ue000{}\ue001"
_HELD = re.compile("\ue000(\\d+)\ue001")


def plain(text: str) -> str:
    """Text that is shown as it stands."""
    return html.escape(text.strip(), quote=False).replace("\n", " ")


@lru_cache(maxsize=65_536)
def rich(text: str) -> str:
    """Markdown, references and ``\\( \\)`` maths → sanitised HTML on one line."""
    held: list[str] = []

    def hold(fragment: str) -> str:
        held.append(fragment)
        return _HOLD.format(len(held) - 1)

    pieces = _CODE.split(text.strip())
    for i in range(0, len(pieces), 2):
        pieces[i] = _MATH.sub(lambda m: hold(to_mathml(m[1] or m[2], block=m[1] is None)), pieces[i])
        pieces[i] = REFERENCE.sub(lambda m: f"[{m[1]}](ref:{m[2]})", pieces[i])
    source = _CJK_BREAK.sub("", _LIST_START.sub(r"\1\n\n", "".join(pieces)))
    clean = nh3.clean(_markdown().reset().convert(source), tags=_TAGS, attributes={"a": {"href"}}, url_schemes={"ref"}, link_rel=None)
    return _one_line(_HELD.sub(lambda m: held[int(m[1])], clean))


def inline(text: str) -> str:
    """Rich text without the paragraph around it, if it is a single one."""
    rendered = rich(text)
    if rendered.startswith("<p>") and rendered.count("<p>") == 1 and rendered.endswith("</p>"):
        return rendered[3:-4]
    return rendered


@lru_cache(maxsize=1)
def _markdown() -> markdown.Markdown:
    converter = markdown.Markdown(extensions=["fenced_code", "sane_lists"], tab_length=2, output_format="html")
    for name in ("html_block", "html"):
        converter.preprocessors.deregister(name, strict=False)
        converter.inlinePatterns.deregister(name, strict=False)
    converter.parser.blockprocessors.deregister("code", strict=False)
    return converter


def _one_line(fragment: str) -> str:
    parts = re.split(r"(<pre>.*?</pre>)", fragment, flags=re.S)
    for i, part in enumerate(parts):
        parts[i] = part.replace("\n", "&#10;" if i % 2 else " ")
    return "".join(parts).strip()
