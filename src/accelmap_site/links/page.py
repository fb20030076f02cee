"""One HTML page: the names it can be entered at, and the addresses it points to. The only module that parses HTML."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from sys import intern

from selectolax.lexbor import LexborHTMLParser, LexborNode

ATTRIBUTES = ("href", "src", "srcset", "imagesrcset", "action", "formaction", "poster", "data", "xlink:href")
_SELECTORS = {name: f"[{name.replace(':', chr(92) + ':')}]" if name != "data" else "object[data]" for name in ATTRIBUTES}
_CANDIDATE = re.compile(r"\s*(\S*[^\s,])(?:\s+[^,]*)?(?:,|$)")
_CLICK = re.compile(r'^[ \t]*click[ \t]+\S+[ \t]+(?:href[ \t]+)?"([^"\n]*)"', re.MULTILINE)
_DATA = re.compile(r"""data-[a-z-]+=(?:"(\.\.?/[^"]*)"|'(\.\.?/[^']*)')""")
_REFRESH = re.compile(r"^\s*\d+\s*;\s*url\s*=\s*['\"]?([^'\"]+)", re.IGNORECASE)
_VALUE = re.compile(r"""=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


@dataclass(frozen=True, slots=True)
class Read:
    """What a page says about links. ``links`` are (attribute, address as written); doubles are dropped."""

    anchors: frozenset[str]
    links: tuple[tuple[str, str], ...]
    alternates: tuple[tuple[str, str], ...] = ()
    """(hreflang, address) of ``<link rel=alternate>``."""
    canonical: str = ""
    base: str = ""


def read(text: str) -> Read:
    """Read a page. Broken HTML is read as a browser would; nothing is raised."""
    tree = LexborHTMLParser(text)
    anchors = {intern(name) for node in tree.css("[id],a[name]") for name in _names(node)}
    links: dict[tuple[str, str], None] = {}
    alternates, canonical, base = [], "", ""
    for node in tree.css(",".join(selector for name, selector in _SELECTORS.items() if f"{name}=" in text) or "base"):
        found = node.attributes
        rel = (found["rel"] or "").lower().split() if "rel" in found else []
        if node.tag == "base":
            base = (found.get("href") or "").strip()
        elif "edit" not in rel:
            links.update(dict.fromkeys(_addresses(found)))
        if node.tag == "link" and "canonical" in rel:
            canonical = (found.get("href") or "").strip()
        if node.tag == "link" and "alternate" in rel and found.get("hreflang"):
            alternates.append((str(found["hreflang"]), (found.get("href") or "").strip()))
    links.update(dict.fromkeys(_hidden(tree, text)))
    return Read(frozenset(anchors), tuple(links), tuple(alternates), canonical, base)


def _names(node: LexborNode) -> Iterator[str]:
    found = node.attributes
    yield from (value for name in ("id", "name") if (value := found.get(name)) and (name == "id" or node.tag == "a"))


def _addresses(found: dict[str, str | None]) -> Iterator[tuple[str, str]]:
    for name, value in found.items():
        if name not in _SELECTORS or value is None:
            continue
        if name.endswith("srcset"):
            yield from ((name, one[1]) for one in _CANDIDATE.finditer(value))
        else:
            yield intern(name), intern(value.strip())


def _hidden(tree: LexborHTMLParser, text: str) -> Iterator[tuple[str, str]]:
    """Addresses that stand in no attribute of their own: diagrams, forwarding pages, what scripts are told."""
    if "mermaid" in text:
        for node in tree.css("div.mermaid, pre.mermaid, code.mermaid"):
            yield from (("click", one[1]) for one in _CLICK.finditer(node.text()))
    for node in tree.css("meta[http-equiv]") if "http-equiv" in text.lower() else ():
        if (node.attributes.get("http-equiv") or "").lower() == "refresh" and (to := _REFRESH.match(node.attributes.get("content") or "")):
            yield "refresh", to[1].strip()
    for one in _DATA.finditer(text):
        yield "data", html.unescape(one[1] or one[2])


def lines_of(text: str, attribute: str, value: str) -> list[int]:
    """Lines, from 1, on which a page writes an address; the first line if it cannot be found again."""
    found = []
    if attribute not in ("click", "refresh") and not attribute.endswith("srcset"):
        for one in _VALUE.finditer(text):
            if html.unescape(one[1] or one[2] or one[3] or "").strip() == value:
                found.append(text.count("\n", 0, one.start()) + 1)
    if not found:
        for written in {value, html.escape(value), html.escape(value, quote=False)}:
            found += [text.count("\n", 0, one.start()) + 1 for one in re.finditer(re.escape(written), text)]
    return sorted(set(found)) or [1]
