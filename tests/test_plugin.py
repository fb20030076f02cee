"""The site as mkdocs writes it: what readers, contributors and search engines get."""

import gzip
import json
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from accelmap_site.errors import SetupError
from accelmap_site.search import index
from conftest import SITE_URL, Built, copy_for_mkdocs, mkdocs_build, mkdocs_environment
from test_build import change, snapshot

PREFIX = urlsplit(SITE_URL).path
ORIGIN = SITE_URL.removesuffix(PREFIX)
Again = tuple[Path, dict[str, tuple[int, bytes]], dict[str, tuple[int, bytes]]]
REDIRECT = re.compile(r'<meta http-equiv="refresh" content="0; url=([^"]*)">')


class Document(HTMLParser):
    """Elements of a page with their attributes, its ids and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.title = ""
        self.h1 = ""
        self.open: list[str] = []
        self.feed(text)
        self.ids = {attributes["id"] for _, attributes in self.elements if "id" in attributes}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.open = [*self.open, tag] if tag in ("script", "style", "title", "h1") else self.open

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open[:-1] if self.open[-1:] == [tag] else self.open

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["title"]:
            self.title += data
        elif self.open[-1:] == ["h1"]:
            self.h1 += data
        if self.open[-1:] not in (["script"], ["style"]):
            self.words.append(data)

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        return [found for name, found in self.elements if name == tag and wanted.items() <= found.items()]


def documents(site: Path) -> dict[str, Document]:
    """Every HTML page of a site by its path."""
    return {file.relative_to(site).as_posix(): Document(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def pages(built: Built) -> dict[str, Document]:
    return documents(built.site)


def is_redirect(page: Document) -> bool:
    return bool(page.all("meta", **{"http-equiv": "refresh"}))


# -- the build ---------------------------------------------------------------


def test_a_strict_build_has_nothing_to_say(built: Built) -> None:
    assert not [line for line in built.said.splitlines() if line.startswith(("WARNING", "ERROR"))]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a project without a repository, its search switched off."""
    root = copy_for_mkdocs(tmp_path_factory.mktemp("bare") / "project")
    change(root, "mkdocs.yml", "  - accelmap\n", "  - accelmap:\n      search: false\n")
    answer = mkdocs_build(root, REPOSITORY_URL="")
    assert answer.returncode == 0, answer.stderr[-2000:]
    return root / "site"


def test_a_strict_build_passes_without_the_address_of_a_repository(bare: Path) -> None:
    assert not Document((bare / "techniques/paged-cache/index.html").read_text(encoding="utf-8")).all("a", **{"class": "am-edit"})


def test_search_can_be_switched_off(bare: Path) -> None:
    assert not (bare / "pagefind").exists()


def test_a_build_whose_search_index_cannot_be_written_fails_with_the_reason(tmp_path: Path) -> None:
    root = copy_for_mkdocs(tmp_path / "project")
    (root / "content/pages/pagefind").write_text("a file where the folder should be")
    answer = mkdocs_build(root)
    assert answer.returncode == 1
    assert re.search(r"the search index could not be written: \S", answer.stderr)


@pytest.fixture(scope="module")
def again(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Again:
    """The project built at another place and time: the site, and the files of the project before and after."""
    folder = tmp_path_factory.mktemp("again")
    root = shutil.copytree(built.root, folder / "elsewhere", symlinks=True, ignore=shutil.ignore_patterns("site"))
    before = snapshot(root)
    answer = mkdocs_build(root, "--site-dir", str(folder / "site"), measured=False, SOURCE_DATE_EPOCH="86400", PYTHONHASHSEED="7")
    assert answer.returncode == 0, answer.stderr
    return folder / "site", before, snapshot(root)


def test_two_builds_give_the_same_bytes_at_any_place_and_time(built: Built, again: Again) -> None:
    first, second = ({name: data for name, (_, data) in snapshot(site).items()} for site in (built.site, again[0]))
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
    assert any(name.startswith("pagefind/filter/") for name in first)


def test_a_build_writes_to_the_site_folder_only(again: Again) -> None:
    _, before, after = again
    assert after == before


def test_pages_are_dated_by_their_records_and_not_by_the_clock(built: Built) -> None:
    sitemap = (built.site / "sitemap.xml").read_text(encoding="utf-8")
    assert set(re.findall(r"<lastmod>(.*?)</lastmod>", sitemap)) == {"2025-11-03"}
    assert f"<loc>{SITE_URL}en/techniques/paged-cache/</loc>" in sitemap


# -- a bad record must not cost the site built before --------------------------


@pytest.fixture
def published(built: Built, tmp_path: Path) -> Built:
    """A copy of the project with the site that was built from it."""
    root = shutil.copytree(built.root, tmp_path / "project", symlinks=True)
    return Built(root, root / "site", "")


def break_a_record(root: Path) -> None:
    change(root, "content/techniques/paged-cache.yml", "layer: application", "layer: roof")


def write_a_page_by_hand(root: Path) -> None:
    (root / "content/pages/techniques").mkdir()
    (root / "content/pages/techniques/Paged-Cache.md").write_text("# Mine", encoding="utf-8")


def write_a_readme(root: Path) -> None:
    (root / "content/pages/README.md").write_text("# Mine", encoding="utf-8")


def link_to_a_file_outside(root: Path) -> None:
    (root / "content/pages/leak.txt").symlink_to("/etc/hostname")


def forget_the_libraries(root: Path) -> None:
    (root / "node_modules").unlink()


def break_a_template(root: Path) -> None:
    change(root, "templates/pages/technique.md.jinja", "{{ t('mechanism') }}", "{{ t('no-such-label') }}")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (break_a_record, "content/techniques/paged-cache.yml:8:1: layer: 'roof' is not in taxonomy/layers.yml"),
        (write_a_page_by_hand, "from content/pages/techniques/Paged-Cache.md and from content/techniques/paged-cache.yml"),
        (write_a_readme, "from content/pages/README.md and from templates/pages/index.md.jinja"),
        (link_to_a_file_outside, "content/pages/leak.txt: a symbolic link"),
        (forget_the_libraries, "node_modules/mermaid/dist is missing; run 'npm ci'"),
        (break_a_template, "templates/pages/technique.md.jinja: there is no label, list or record 'no-such-label'"),
    ],
)
def test_a_failed_build_says_why_and_leaves_the_previous_site(damage: Callable[[Path], None], said: str, published: Built) -> None:
    damage(published.root)
    before = snapshot(published.site)
    answer = mkdocs_build(published.root)
    assert answer.returncode == 1
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr
    assert snapshot(published.site) == before


# -- pages -------------------------------------------------------------------


def test_every_page_says_its_language(pages: dict[str, Document]) -> None:
    for path, page in pages.items():
        if not is_redirect(page):
            assert page.all("html")[0]["lang"] == ("en" if path.startswith("en/") else "zh"), path


def test_every_page_names_its_twin_and_the_twin_exists(pages: dict[str, Document]) -> None:
    for path, page in pages.items():
        if is_redirect(page) or path == "404.html":
            continue
        found = {link["hreflang"]: link["href"] for link in page.all("link") if "hreflang" in link}
        assert set(found) == {"zh-CN", "en", "x-default"}, path
        assert found["x-default"] == found["zh-CN"]
        for address in found.values():
            assert address.removeprefix(SITE_URL) + "index.html" in pages, (path, address)
        own, other = ("en", "zh-CN") if path.startswith("en/") else ("zh-CN", "en")
        assert found[own] == SITE_URL + path.removesuffix("index.html")
        (switch,) = page.all("a", **{"class": "md-header__button am-language"})
        assert switch["hreflang"] == other
        assert urljoin(SITE_URL + path, switch["href"]) == found[other]


def test_the_menu_is_in_the_language_of_the_page(pages: dict[str, Document]) -> None:
    for path in ("techniques/paged-cache/index.html", "en/techniques/paged-cache/index.html"):
        entries = [urljoin(PREFIX + path, link["href"]) for link in pages[path].all("a", **{"class": "md-tabs__link"})]
        assert len(entries) > 5
        assert {entry.startswith(f"{PREFIX}en/") for entry in entries} == {path.startswith("en/")}


def test_the_edit_link_of_a_record_opens_its_file(pages: dict[str, Document]) -> None:
    base = "https://github.com/example/accelmap/edit/main/"
    expected = {
        "techniques/paged-cache": "content/techniques/paged-cache.yml",
        "hardware/slate-80": "content/hardware/slate-80.yml",
        "glossary/cache-block": "glossary/cache-block.yml",
        "map": "templates/pages/map.md.jinja",
    }
    for page, file in expected.items():
        for path in (f"{page}/index.html", f"en/{page}/index.html"):
            (link,) = pages[path].all("a", **{"class": "am-edit"})
            assert urljoin(base, link["href"]) == base + file


def resources(page: Document) -> Iterator[str]:
    """Addresses that a browser fetches to show a page."""
    for tag, found in page.elements:
        if tag in ("script", "img", "iframe", "source", "audio", "video") and "src" in found:
            yield found["src"]
        if tag == "link" and not {"canonical", "alternate", "edit"} & set(found.get("rel", "").split()):
            yield found["href"]


def test_no_page_and_no_stylesheet_fetches_anything_from_another_host(pages: dict[str, Document], built: Built) -> None:
    for path, page in pages.items():
        foreign = [address for address in resources(page) if urlsplit(address).netloc and not address.startswith(SITE_URL)]
        assert foreign == [], path
    for file in built.site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import[^;]*//", file.read_text(encoding="utf-8")), file.name


def test_every_internal_link_and_anchor_leads_somewhere(pages: dict[str, Document], built: Built) -> None:
    dead = []
    for path, page in pages.items():
        for tag, found in page.elements:
            address = found.get("href" if tag in ("a", "link") else "src" if tag in ("script", "img") else "", "")
            target, _, anchor = urljoin(ORIGIN + PREFIX + path, address).partition("#")
            if not address or not target.startswith(SITE_URL):
                continue
            file = unquote(target.partition("?")[0].removeprefix(SITE_URL))
            file += "index.html" if file.endswith("/") or not file else ""
            if not (built.site / file).is_file() or (anchor and anchor != "__skip" and unquote(anchor) not in pages[file].ids):
                dead.append((path, address))
    assert dead == []


def test_every_link_in_a_diagram_leads_to_a_page(pages: dict[str, Document], built: Built) -> None:
    drawn = 0
    for path in pages:
        text = (built.site / path).read_text(encoding="utf-8")
        for diagram in re.findall(r'<div class="mermaid">(.*?)</div>', text, re.S):
            drawn += 1
            for address in re.findall(r"click n[0-9]+ &quot;(.*?)&quot;", diagram):
                target, _, anchor = urljoin(f"/{path}", address).lstrip("/").partition("#")
                page = pages[target if target.endswith(".html") else f"{target}index.html"]
                assert not anchor or anchor in page.ids, (path, address)
    assert drawn >= 6


def test_former_ids_lead_on(built: Built, pages: dict[str, Document]) -> None:
    for path in ("techniques/grouped-heads/index.html", "en/techniques/grouped-heads/index.html"):
        match = REDIRECT.search((built.site / path).read_text(encoding="utf-8"))
        assert match
        target = urljoin(f"/{path}", match[1]).lstrip("/")
        assert f"{target}index.html" in pages
        assert target.endswith("techniques/shared-heads/")


def test_no_source_file_is_published(built: Built) -> None:
    published = {file.suffix for file in built.site.rglob("*") if file.is_file()}
    assert not published & {".yml", ".yaml", ".jinja", ".md", ".py"}


def test_data_files_are_published_as_they_were_made(built: Built) -> None:
    index = json.loads((built.site / "api/v1/index.json").read_text(encoding="utf-8"))
    for record in index["records"]:
        for address in record["url"].values():
            assert (built.site / address.partition("#")[0] / "index.html").is_file()
    assert (built.site / "schema/v1/technique.json").is_file()


def test_pages_without_a_diagram_load_no_diagram_script(pages: dict[str, Document]) -> None:
    loaders = {path for path, page in pages.items() if any("diagram-loader" in script.get("src", "") for script in page.all("script"))}
    drawn = {path for path, page in pages.items() if page.all("div", **{"class": "mermaid"})}
    assert loaders == drawn == {"map/index.html", "diagnose/index.html", "en/map/index.html", "en/diagnose/index.html"}


def test_a_missing_search_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accelmap_site.search.get_executable", lambda: tmp_path / "nothing")
    with pytest.raises(SetupError, match=r"the search index could not be written: .*No such file"):
        index(tmp_path)


# -- search ------------------------------------------------------------------


def fragments(site: Path) -> list[dict[str, object]]:
    """What the full-text index holds of each page."""
    raw = (gzip.decompress(file.read_bytes()).removeprefix(b"pagefind_dcd") for file in (site / "pagefind/fragment").iterdir())
    return [json.loads(text) for text in raw]


def test_records_are_indexed_in_their_language_and_lists_are_not(built: Built) -> None:
    indexed = {str(page["url"]) for page in fragments(built.site)}
    assert {"/techniques/paged-cache/", "/en/techniques/paged-cache/", "/glossary/cache-block/"} <= indexed
    assert not indexed & {"/", "/map/", "/techniques/", "/en/glossary/", "/404.html"}


def test_the_full_text_index_knows_the_facets_of_a_record(built: Built) -> None:
    (page,) = [page for page in fragments(built.site) if page["url"] == "/en/techniques/shared-heads/"]
    assert page["filters"] == {
        "kind": ["Technique"],
        "stage": ["Pre-training", "Serving"],
        "layer": ["Model"],
        "category": ["Attention design", "Memory saving"],
        "bottleneck": ["Memory-bound"],
    }


def test_a_record_is_found_by_every_name_it_has(built: Built) -> None:
    for locale, address in (("zh", "techniques/shared-heads/"), ("en", "en/techniques/shared-heads/")):
        known = json.loads((built.site / f"search/names.{locale}.json").read_text(encoding="utf-8"))
        (row,) = [row for row in known["rows"] if row[2] == address]
        assert {"Shared heads", "共享头注意力", "SHA", "shared-head attention", "gongxiangtouzhuyili"} <= set(row[3])
        assert len(known["rows"]) == len(list(built.root.glob("content/*/*.yml"))) + len(list(built.root.glob("glossary/*.yml")))


# -- text of records that tries to be code -------------------------------------

HOSTILE = '<img src=x onerror=alert(1)> & "C#" | *a*'


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Document]:
    """The project built with markup in every field that takes a line of plain text."""
    root = copy_for_mkdocs(tmp_path_factory.mktemp("hostile") / "project")
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    name = "content/techniques/paged-cache.yml"
    change(root, name, "title: {zh: 分页缓存, en: Paged cache}", f"title: {{zh: {quoted}, en: {quoted}}}")
    change(root, name, "how: --block-size 16", f"how: {quoted}")
    change(root, name, 'since: "1.0"', f"since: {quoted}")
    change(root, name, "aliases: [block cache, 块式缓存]", f"abbr: {quoted}\naliases: ['<b onclick=alert(2)>']")
    change(root, name, "title: Harbor block manager", f"title: {quoted}")
    change(root, name, "locator: class BlockTable", f"locator: {quoted}")
    change(root, name, "\ntools:", "\nequations: [{tex: '\\text{<script>alert(3)</script>}'}]\ntools:")
    answer = mkdocs_build(root, measured=False)
    assert answer.returncode == 0, answer.stderr[-2000:]
    return documents(root / "site")


def test_markup_in_a_record_stays_text_on_every_page(hostile: dict[str, Document]) -> None:
    for path, page in hostile.items():
        assert not page.all("img", src="x"), path
        assert not [found for _, found in page.elements if any(name.startswith("on") for name in found)], path
        assert not [found for tag, found in page.elements if tag == "a" and "script:" in found.get("href", "").lower()], path


def test_markup_in_a_name_is_shown_letter_by_letter(hostile: dict[str, Document]) -> None:
    page = hostile["en/techniques/paged-cache/index.html"]
    assert page.h1.removesuffix("#") == HOSTILE
    assert page.title == f"{HOSTILE} · accelmap"
    assert HOSTILE in hostile["en/techniques/index.html"].words
    assert "".join(page.words).count(HOSTILE) >= 4
    assert "<script>alert(3)</script>" in "".join(page.words)


def test_markup_in_a_record_does_not_cost_the_rest_of_its_page(hostile: dict[str, Document], pages: dict[str, Document]) -> None:
    path = "techniques/paged-cache/index.html"
    assert [found["id"] for tag, found in hostile[path].elements if tag == "h2"] == [
        found["id"] for tag, found in pages[path].elements if tag == "h2"
    ]


# -- live reload -------------------------------------------------------------


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=5) as answer:
        return str(answer.read().decode("utf-8"))


def wait_for(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except OSError:
            pass
        time.sleep(0.2)
    return False


def test_editing_a_record_rebuilds_once_and_shows_the_change(tmp_path: Path) -> None:
    root = copy_for_mkdocs(tmp_path / "project")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = tmp_path / "log"
    command = [sys.executable, "-u", "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"]
    page = f"http://127.0.0.1:{port}{PREFIX}techniques/paged-cache/"
    with (
        log.open("w") as out,
        subprocess.Popen(command, cwd=root, env=mkdocs_environment(measured=False), stdout=out, stderr=out) as server,
    ):
        try:
            assert wait_for(lambda: "分页缓存" in fetched(page), 60), log.read_text()
            change(root, "content/techniques/paged-cache.yml", "zh: 分页缓存", "zh: 新的名字")
            assert wait_for(lambda: "新的名字" in fetched(page), 60), log.read_text()
            assert not wait_for(lambda: log.read_text().count("Building documentation") > 2, 4), log.read_text()
            assert log.read_text().count("Building documentation") == 2
        finally:
            server.terminate()
            server.wait(20)
    assert "Traceback" not in log.read_text().partition("Shutting down")[0]
