"""What readers see of pages: of all pages of a folder, or of those that a change can reach."""

import html
import re
import shutil
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..cores import cores, spread
from ..errors import AccelmapError
from ..inspection import Opened, opened
from ..pages import Page, pages, some_pages
from ..render import Names, World, render, templates
from ..schema import LOCALES
from .reach import Reach, reach

SHARE = 0.5
"""Share of the records above which all pages are made, each side in a process of its own."""

NO_NAMES = Names({}, {})
"""Links are their words, so that no name is looked for in any text: this takes more than half of the time of a page."""

Texts = dict[str, str]
"""Text by path of the page."""

_HEAD = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_TITLE = re.compile(r'^(?:title|description): "(.*)"$', re.MULTILINE)
_CARDS = re.compile(r'<script type="application/json" class="am-cards">.*?</script>', re.DOTALL)
_LINK = re.compile(r"</?a\b[^>]*>")
_TAG = re.compile(r"<[^>]*>|\{: [^}\n]*\}")


def text_of(page: str) -> str:
    """What a reader sees of a page: title and description, no markup, no cards, one blank between words. Links are their words."""
    head = _HEAD.match(page)
    shown = " ".join(_TITLE.findall(head[0])) if head else ""
    body = page[head.end() :] if head else page
    bare = _LINK.sub("", _CARDS.sub("", f"{shown} {body}"))
    return " ".join(html.unescape(_TAG.sub(" ", bare)).split())


def few_texts(root: Path, was: Opened, now: Opened) -> list[Texts] | None:
    """Texts of the pages of both sides that can differ; None if these are not few, or cannot be made."""
    worlds = [World(side.catalog, side.graph, NO_NAMES) for side in (was, now)]
    try:
        wanted = reach(*worlds)
        if wanted is None or len(wanted.records) > SHARE * len(now.catalog.items):
            return None
        return some_texts(root, worlds, wanted)
    except Exception:  # records with problems may fail in any way; the long way says what fails
        return None


def both_texts(before: Path, root: Path) -> list[tuple[Texts | None, str]]:
    """Texts of all pages of two folders, with notes, in a process a folder."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(all_texts, before, root), pool.submit(all_texts, root, None)]
        return [job.result() for job in jobs]


def some_texts(root: Path, worlds: Iterable[World], wanted: Reach) -> list[Texts]:
    """Texts of some pages of each of several worlds, all with the templates of one folder."""
    environment = templates(root / "templates")
    found = [(world, some_pages(world.catalog, world.graph, wanted.records, wanted.indexes)) for world in worlds]

    def made(locale: str) -> list[Texts]:
        """Pages of one language on both sides: most of their texts are the same, and those of two languages never are."""
        return [_made(environment, world, (page for page in few if page.locale == locale)) for world, few in found]

    parts = [several for _, several in spread(LOCALES, made, cores())]
    return [dict(chain.from_iterable(texts.items() for texts in side)) for side in zip(*parts, strict=True)]


def all_texts(root: Path, spare: Path | None) -> tuple[Texts | None, str]:
    """Texts of all pages of a folder, and a note. Old templates that the code of today cannot fill give way to ``spare``'s."""
    try:
        found = opened(root)
        world = World(found.catalog, found.graph, NO_NAMES)
        return _made(templates(root / "templates"), world, pages(found.catalog, found.graph)), ""
    except Exception as error:  # templates of the past, or records with problems, may fail in any way under the code of today
        if spare is None:
            said = str(error).splitlines()[0] if isinstance(error, AccelmapError) else type(error).__name__
            return None, f"pages are not compared: %s does not render ({said.replace(str(root), '.')})"
    shutil.rmtree(root / "templates", ignore_errors=True)
    shutil.copytree(spare / "templates", root / "templates")
    texts, note = all_texts(root, None)
    return texts, note or "%s: its records, shown in the templates of the working tree"


def _made(environment: Any, world: World, found: Iterable[Page]) -> Texts:
    return {page.path: text_of(render(page, world, environment)) for page in found}
