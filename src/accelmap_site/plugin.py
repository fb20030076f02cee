"""The MkDocs door: virtual pages in, menus by language, search index out. Hooks are thin."""

import html
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from . import search
from .build import Site, build, refuse_doubles
from .errors import AccelmapError, SetupError
from .schema import LOCALES

WATCHED = ("content", "glossary", "taxonomy", "templates")
_HTML = re.compile(r"(?:\A|(?<=\n\n))<(?:details|div|dl|nav|p|script|section|ul)\b[^\n]*(?=\n\n|\n\Z)")
_HELD = re.compile(r'<div data-held="(\d+)"></div>')
MERMAID = Path("node_modules/mermaid/dist")


class Options(Config):  # type: ignore[no-untyped-call]
    """Settings under ``plugins: accelmap:`` in mkdocs.yml."""

    search = config_options.Type(bool, default=True)


class AccelmapPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Builds the site in memory before MkDocs touches its output folder."""

    site: Site
    menus: dict[str, Navigation]

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Load and check everything here: a bad record must not cost the site built before."""
        root = Path(config.config_file_path).parent
        config.watch += [str(root / name) for name in WATCHED if str(root / name) not in config.watch]
        try:
            self.site = build(root)
            self.vendor = _vendor(root)
            refuse_doubles([*_hand_written(Path(config.docs_dir), root), *self.site.origins()])
        except AccelmapError as error:
            raise PluginError(str(error)) from error
        config.nav = [{page.menu: page.path} for page in self.site.pages if page.menu]
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Hand over pages and data as generated files; nothing is written to the docs folder."""
        for page in self.site.pages:
            file = File.generated(config, page.path, content=self.site.markdown[page.path])
            file.edit_uri = f"../../{page.edit}" if config.repo_url else None
            file.inclusion = InclusionLevel.INCLUDED if page.menu else InclusionLevel.NOT_IN_NAV
            files.append(file)
        for path, text in [*self.site.data.items(), *search.names(self.site.catalog)]:
            files.append(File.generated(config, path, content=text))
        for path, source in self.vendor.items():
            files.append(File.generated(config, path, abs_src_path=source))
        return files

    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """One menu a language, one date a record."""
        self.dates = {item.file: item.record.verified for item in self.site.catalog.items.values()}
        self.menus = {locale: _menu(nav, locale) for locale in LOCALES}
        return nav

    def on_page_markdown(self, markdown: str, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Date a page by its record, not by the clock, and set finished HTML aside.

        The sitemap shows the date. Markdown would take every tag apart only to put it back: a quarter of the time of a build.
        """
        page.update_date = self.dates.get(page.meta.get("source_file", ""), max(self.dates.values(), default="1970-01-01"))
        count = itertools.count()
        known = page.file.src_uri in self.site.markdown
        return _HTML.sub(lambda _: f'<div data-held="{next(count)}"></div>', markdown) if known else markdown

    def on_page_context(self, context: TemplateContext, page: MkDocsPage, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
        """Show the menu of the page's language, and put the HTML back that was set aside."""
        context["nav"] = self.menus[page.meta.get("locale", "zh")]
        held = _HTML.findall(self.site.markdown.get(page.file.src_uri, ""))
        page.content = _HELD.sub(lambda found: held[int(found[1])], page.content or "") if held else page.content
        return context

    def on_post_page(self, output: str, page: MkDocsPage, config: MkDocsConfig) -> str:
        """The page is made; all contents at once would take a third of the memory of a build."""
        page.content = None
        return output

    def on_post_build(self, config: MkDocsConfig) -> None:
        """Index what was written."""
        if self.config.search:
            try:
                search.index(Path(config.site_dir))
            except AccelmapError as error:
                raise PluginError(str(error)) from error


def _hand_written(docs: Path, root: Path) -> Iterator[tuple[str, str]]:
    """Path in the site and origin of every file that is not generated."""
    for file in sorted(docs.rglob("*")):
        if file.is_file():
            yield file.relative_to(docs).as_posix(), os.path.relpath(file, root)


def _menu(nav: Navigation, locale: str) -> Navigation:
    pages = [page for page in nav.pages if page.file.src_uri.startswith("en/") == (locale == "en")]
    menu = Navigation(list(pages), pages)
    menu.homepage = pages[0] if pages else None
    return menu


def _vendor(root: Path) -> dict[str, str]:
    """Mermaid's module and chunks, from npm: path in the site → file."""
    dist = root / MERMAID
    entry = dist / "mermaid.esm.min.mjs"
    if not entry.is_file():
        raise SetupError(f"{MERMAID} is missing; run 'npm ci' (make serve does it)")
    chunks = sorted((dist / "chunks/mermaid.esm.min").glob("*.mjs"))
    return {f"assets/vendor/mermaid/{file.relative_to(dist).as_posix()}": str(file) for file in [entry, *chunks]}


def fence(source: str, language: str, css_class: str, options: dict[str, Any], md: Any, **kwargs: Any) -> str:
    """A mermaid fence as escaped text. The formatters of the plugin do not escape."""
    return f'<pre data-pagefind-ignore><code class="{css_class}">{html.escape(source)}</code></pre>'
