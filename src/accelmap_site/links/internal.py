"""Every address inside a built site: does the page exist, and has it the anchor?"""

import gc
import gzip
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

from rapidfuzz import fuzz, process

from ..errors import SetupError
from .data import in_css, in_json, in_xml, line_of
from .page import Read, lines_of, read

HINTS = 200
"""Suggestions cost time; a site with more faults than this has one cause, not many slips."""
SILENT = ("mailto:", "tel:", "data:", "blob:", "about:")
OTHERS = ("pagefind/", "schema/")
"""Folders whose JSON holds no addresses: an index of words, and descriptions of fields."""
Row = tuple[int, str]
READERS: dict[str, Callable[["BuiltSite", str], Iterator[Row]]] = {
    ".xml": lambda site, text: in_xml(text),
    ".css": lambda site, text: in_css(text),
    ".json": lambda site, text: in_json(text, site.folders),
}


@dataclass(frozen=True, order=True)
class Fault:
    """One address that leads nowhere. ``page`` is the path below the site, ``line`` counts from 1."""

    page: str
    line: int
    target: str
    fact: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.target}: {self.fact}"


@dataclass(frozen=True)
class Survey:
    """What was found: faults sorted by place, outside addresses with the pages that name them, and counts."""

    faults: tuple[Fault, ...]
    outside: dict[str, list[str]]
    pages: int
    links: int


@dataclass
class BuiltSite:
    """A folder with a built site, read once. ``base`` is its public address with a final slash, or empty."""

    folder: Path
    base: str = ""
    pages: dict[str, Read] = field(default_factory=dict)
    files: frozenset[str] = frozenset()
    hints: int = HINTS

    @cached_property
    def prefix(self) -> str:
        """Path of the public address, with slashes on both sides."""
        return urlsplit(self.base).path or "/"

    @cached_property
    def folders(self) -> frozenset[str]:
        """Names of the folders at the top."""
        return frozenset(name.partition("/")[0] for name in self.files if "/" in name)

    def text(self, name: str) -> str:
        """The text of a file; bytes that are not UTF-8 are replaced."""
        return (self.folder / name).read_text("utf-8", errors="replace")

    def fault(self, page: str, address: str) -> str | None:
        """What is wrong with an address on a page; nothing if it is right or leads outside."""
        read_page = self.pages.get(page)
        at = self.locate(page, address, read_page.base if read_page else "")
        if at is None:
            return None
        path, anchor, fact = at
        return fact or self._missing(path) or self._anchor(path, anchor)

    def locate(self, page: str, address: str, base: str = "") -> tuple[str, str, str] | None:
        """(file, anchor, fact) for an address inside the site; None for one outside."""
        path, _, anchor = address.partition("#")
        path = path.partition("?")[0]
        if not path and not base:
            return page, anchor, ""
        if ((colon := path.find(":")) > 0 and path.find("/", 0, colon) < 0) or path.startswith("//"):
            if not (self.base and (path + "/").startswith(self.base)):
                return self._foreign(path)
            path = self.prefix + path[len(self.base) :]
        if path.startswith("/"):
            if not (path + "/").startswith(self.prefix):
                return "", "", f"leaves the site, which lives under {self.prefix}"
            steps, rest = [], path[len(self.prefix) :]
        elif page == "404.html":
            return "", "", "404.html is shown at any depth; write the path from the root"
        else:
            steps, rest = page.split("/")[:-1], base.partition("#")[0] + path if base else path
        return _walk(steps, unquote(rest) if "%" in rest else rest, anchor)

    def _foreign(self, path: str) -> tuple[str, str, str] | None:
        scheme = "" if path.startswith("//") else path.partition(":")[0].lower()
        if scheme in ("javascript", "vbscript"):
            return "", "", "a script, not an address"
        return ("", "", "points into a file system") if scheme == "file" or len(scheme) == 1 else None

    def _missing(self, path: str) -> str | None:
        if path in self.files:
            return None
        if f"{path}/index.html" in self.files:
            return "names a folder; add the final slash"
        what = "page" if path.endswith("index.html") else "file"
        shown = path.removesuffix("index.html")
        alike = [name.removesuffix("index.html") for name in self.files if name.endswith(".html") == (what == "page")]
        return f"no such {what} ({shown})" + self._near(shown, alike)

    def _anchor(self, path: str, anchor: str) -> str | None:
        anchor = anchor.partition(":~:")[0]
        target = self.pages.get(path)
        if not anchor or anchor.lower() == "top" or target is None or anchor in target.anchors or unquote(anchor) in target.anchors:
            return None
        return f'no anchor "{unquote(anchor)}" on {path.removesuffix("index.html") or "/"}' + self._near(
            unquote(anchor), list(target.anchors)
        )

    def _near(self, word: str, options: list[str]) -> str:
        self.hints -= 1
        near = process.extractOne(word, options, scorer=fuzz.ratio, score_cutoff=80) if self.hints >= 0 else None
        return f'; did you mean "{near[0]}"?' if near else ""


def _walk(steps: list[str], rest: str, anchor: str) -> tuple[str, str, str]:
    """Follow a relative path from a folder."""
    for step in rest.split("/"):
        if step == "..":
            if not steps:
                return "", "", "climbs above the root of the site"
            steps.pop()
        elif step and step != ".":
            steps.append(step)
    path = "/".join(steps)
    if rest.endswith(("/", "/..", "/.")) or rest in ("", ".", ".."):
        path = f"{path}/index.html" if path else "index.html"
    return path, anchor, ""


def survey(folder: Path, base: str = "") -> Survey:
    """Check every address of a built site.

    ``base`` is the public address; without one it is the canonical address of the home page. Raises SetupError if the folder
    holds no home page. What is read lives until the end and holds no circles, so the collector rests: a third of the time.
    """
    if not (folder / "index.html").is_file():
        raise SetupError(f"{folder}: no index.html here; name the folder of a built site (make site)")
    site = BuiltSite(folder)
    start = len(os.path.join(folder, ""))
    site.files = frozenset(os.path.join(where, name)[start:].replace(os.sep, "/") for where, _, names in os.walk(folder) for name in names)
    collecting = gc.isenabled()
    gc.disable()
    try:
        site.pages = {name: read(site.text(name)) for name in sorted(site.files) if name.endswith(".html")}
        given = base or site.pages["index.html"].canonical
        site.base = given.rstrip("/") + "/" if urlsplit(given).scheme else ""
        return _survey(site)
    finally:
        if collecting:
            gc.enable()


def _survey(site: BuiltSite) -> Survey:
    outside: dict[str, list[str]] = {}
    faults = [fault for name in site.pages for fault in _page(site, name, outside)]
    faults += [fault for name in sorted(site.files) for fault in _file(site, name)]
    count = sum(len(page.links) for page in site.pages.values())
    return Survey(tuple(sorted(set(faults))), dict(sorted(outside.items())), len(site.pages), count)


def _page(site: BuiltSite, name: str, outside: dict[str, list[str]]) -> Iterator[Fault]:
    wrong = []
    for attribute, address in site.pages[name].links:
        if fact := site.fault(name, address):
            wrong.append((attribute, address, fact))
        elif address.startswith(("http://", "https://")) and not (site.base and address.startswith(site.base)):
            outside.setdefault(address, []).append(name)
    wrong += [("href", address, fact) for address, fact in _alternates(site, name)]
    if wrong:
        text = site.text(name)
        for attribute, address, fact in wrong:
            yield from (Fault(name, line, address, fact) for line in lines_of(text, attribute, address))


def _alternates(site: BuiltSite, name: str) -> Iterator[tuple[str, str]]:
    """A page in another language must name this one in return, or search engines ignore both."""
    for language, address in site.pages[name].alternates:
        at = site.locate(name, address)
        other = site.pages.get(at[0]) if at and not at[2] else None
        if at and other and name not in {back[0] for _, one in other.alternates if (back := site.locate(at[0], one))}:
            yield address, f"named as the page in {language}, but does not name this page in return"


def _file(site: BuiltSite, name: str) -> Iterator[Fault]:
    if name == "sitemap.xml.gz" and gzip.decompress((site.folder / name).read_bytes()) != (site.folder / "sitemap.xml").read_bytes():
        yield Fault(name, 1, "sitemap.xml", "the packed sitemap differs from it")
    reader = READERS.get(Path(name).suffix)
    if reader is None or (name.endswith(".json") and name.startswith(OTHERS)):
        return
    text = site.text(name)
    try:
        rows = list(reader(site, text))
    except ValueError as error:
        yield Fault(name, getattr(error, "lineno", 1), name, "not readable as JSON")
        return
    home = "index.html" if name.endswith(".json") else name
    for position, address in rows:
        if not address.startswith(SILENT) and (fact := site.fault(home, address)):
            yield Fault(name, line_of(text, position, address), address, fact)
