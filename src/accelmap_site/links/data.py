"""Addresses in files that are not pages: sitemap and feed, JSON, style sheets."""

import html
import json
import re
from collections.abc import Collection, Iterator
from typing import Any

_XML = re.compile(r"""<loc>\s*([^<\s]+)\s*</loc>|<link>\s*([^<\s]+)\s*</link>|<(?:\w+:)?link\b[^>]*?\shref=["']([^"']*)["']""")
_CSS = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LOCALE = re.compile(r"[a-z]{2}(-[A-Za-z]{2,4})?")
_PATH = re.compile(r"([a-z0-9_-]+/)+(#\S+)?")


def in_xml(text: str) -> Iterator[tuple[int, str]]:
    """(position, address) of every ``loc`` and ``link``."""
    for one in _XML.finditer(text):
        at = next(i for i in (1, 2, 3) if one[i] is not None)
        yield one.start(at), html.unescape(one[at])


def in_css(text: str) -> Iterator[tuple[int, str]]:
    """(position, address) of every ``url()`` outside comments."""
    plain = _COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for one in _CSS.finditer(plain):
        if address := one[1] or one[2] or one[3]:
            yield one.start(), address


def in_json(text: str, folders: Collection[str]) -> Iterator[tuple[int, str]]:
    """(-1, address) of every ``url`` and of every text that reads like a page of the site: ``en/techniques/lora/``.

    Where it stands is only looked for when it is wrong. ``folders`` are those at the top of the site. Raises ValueError if the
    text is no JSON.
    """
    yield from ((-1, address) for address in dict.fromkeys(_urls(json.loads(text), folders)))


def line_of(text: str, position: int, address: str) -> int:
    """The line, from 1, of a position, or of an address where the position is not known."""
    if position < 0:
        position = max(0, text.find(json.dumps(address, ensure_ascii=False)), text.find(json.dumps(address)))
    return text.count("\n", 0, position) + 1


def _urls(value: Any, folders: Collection[str]) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "url" and isinstance(inner, str):
                yield inner
            elif key == "url" and isinstance(inner, dict) and inner and all(_LOCALE.fullmatch(name) for name in inner):
                yield from (str(one) for one in inner.values())
            else:
                yield from _urls(inner, folders)
    elif isinstance(value, list):
        for inner in value:
            yield from _urls(inner, folders)
    elif isinstance(value, str) and value.partition("/")[0] in folders and _PATH.fullmatch(value):
        yield value
