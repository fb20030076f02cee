"""Rich text of a record → one line of safe HTML.

Each field is rendered by itself, so that damage cannot leave it. References become ``href="ref:ID"``
and are given their address when the page is known. The result holds no line break outside <pre>,
so that it survives as one HTML block in any Markdown dialect.
"""

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING

import nh3

from ..check import REFERENCE
from ..facts import MARKED
from .math import to_mathml

if TYPE_CHECKING:
    import markdown

_TAGS = {"p", "ul", "ol", "li", "strong", "em", "code", "pre", "a", "br", "blockquote", "span", "sub", "sup"}
_PLAIN = re.compile(
    r"(?![-+>#=~:]|\d+\.)[^\s*_`\[\]<>&\\!\ue000-\ue005](?:[^\n*_`\[\]<>&\\!\ue000-\ue005]*[^\s*_`\[\]<>&\\!\ue000-\ue005])?"
)
_MATH = re.compile(r"\\\(([^\ue001]+?)\\\)|\\\[([^\ue001]+?)\\\]")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.S)
_LIST_START = re.compile(r"(?m)^(?![-*+ ] ?|\d+\. |\s*$)(.+)\n(?=(?:[-*+]|\d+\.) )")
_AFTER_INDENT = re.compile(r"(?m)(^\n(?:  .+\n)+)(?=(?:[-*+]|\d+\.) )")
_CJK_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])")
_HELD_MATH = re.compile(r"\ue000(\d+)\ue002")
_HELD_CODE = re.compile(r"\ue001(\d+)\ue002")
_MARKS = re.compile(r"[\ue000-\ue002]")


def plain(text: str) -> str:
    """Text that is shown as it stands."""
    return html.escape(text.strip(), quote=False).replace("\n", " ")


@lru_cache(maxsize=65_536)
def rich(text: str) -> str:
    """Markdown, references and ``\\( \\)`` maths → sanitised HTML on one line."""
    if _PLAIN.fullmatch(text):
        return f"<p>{text}</p>"
    maths: list[str] = []
    codes: list[str] = []

    def hold(mark: str, shelf: list[str], fragment: str) -> str:
        shelf.append(fragment)
        return f"{mark}{len(shelf) - 1}\ue002"

    source = _CODE.sub(lambda m: hold("\ue001", codes, m[0]), _MARKS.sub("", text).strip())
    source = MARKED.sub(lambda m: hold("\ue000", maths, _fact(m[1], m[2])), source)
    source = _MATH.sub(lambda m: hold("\ue000", maths, to_mathml(m[1] or m[2], block=m[1] is None)), source)
    source = REFERENCE.sub(lambda m: f"[{m[1]}](ref:{m[2]})", source)
    source = _CJK_BREAK.sub("", _LIST_START.sub(r"\1\n\n", _AFTER_INDENT.sub(r"\1\n", source)))
    source = _markdown().reset().convert(_HELD_CODE.sub(lambda m: codes[int(m[1])], source))
    clean = nh3.clean(source, tags=_TAGS, attributes={"a": {"href"}}, url_schemes={"ref"}, link_rel=None)
    return _one_line(_HELD_MATH.sub(lambda m: maths[int(m[1])], clean))


def _fact(words: str, origin: str) -> str:
    title = f' title="{html.escape(origin)}"' if origin else ""
    return f'<span class="am-fact-value"{title}>{html.escape(words, quote=False)}</span>'


def inline(text: str) -> str:
    """Rich text without the paragraph around it, if it is a single one."""
    rendered = rich(text)
    if rendered.startswith("<p>") and rendered.count("<p>") == 1 and rendered.endswith("</p>"):
        return rendered[3:-4]
    return rendered


@lru_cache(maxsize=1)
def _markdown() -> "markdown.Markdown":
    import markdown

    converter = markdown.Markdown(extensions=["fenced_code", "sane_lists"], tab_length=2, output_format="html")
    for name in ("html_block", "html"):
        converter.preprocessors.deregister(name, strict=False)
        converter.inlinePatterns.deregister(name, strict=False)
    for name in ("code", "reference"):
        converter.parser.blockprocessors.deregister(name, strict=False)
    return converter


def _one_line(fragment: str) -> str:
    parts = re.split(r"(<pre>.*?</pre>)", fragment, flags=re.S)
    for i, part in enumerate(parts):
        parts[i] = part.replace("\n", "&#10;" if i % 2 else " ")
    return "".join(parts).strip()
