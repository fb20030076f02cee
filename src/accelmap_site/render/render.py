"""Page → Markdown. The one door of Jinja; no template ever comes from a record."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from ..errors import SetupError
from ..pages import Page
from .view import View, World

if TYPE_CHECKING:
    from jinja2 import Environment


def templates(folder: Path) -> "Environment":
    """The environment of ``templates/``: HTML-escaped by default, undefined names are errors."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    if not folder.is_dir():
        raise SetupError(f"{folder}: the templates are missing")
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True, auto_reload=False,
    )  # fmt: skip
    environment.filters["oneline"] = oneline
    return environment


def oneline(text: str) -> Markup:
    """HTML on a single line: one HTML block in every Markdown dialect."""
    return Markup(" ".join(line for raw in str(text).splitlines() if (line := raw.strip())))


def render(page: Page, world: World, environment: "Environment") -> str:
    """The Markdown of a page, with front matter that tells the theme its language and twin."""
    from jinja2 import TemplateError

    view = View(world, page)
    try:
        body = environment.get_template(f"pages/{page.template}").render(view=view, t=view.t, page=page, **page.context)
    except TemplateError as error:
        raise SetupError(f"templates/pages/{page.template}: {error}") from error
    except KeyError as error:
        raise SetupError(f"templates/pages/{page.template}: there is no label, list or record {error}") from error
    return f"{_front_matter(page)}{body.rstrip()}\n\n{_island(view)}\n"


def _front_matter(page: Page) -> str:
    fields = {
        "title": page.title, "description": page.summary, "locale": page.locale, "twin": page.twin,
        "hide": ["navigation", "toc"] if page.wide else ["navigation"], "kind": _kind(page), "source_file": page.edit,
    }  # fmt: skip
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
    return "---\n" + "\n".join(lines) + "\n---\n\n"


def _kind(page: Page) -> str:
    item = page.context.get("item")
    return item.kind if item is not None else "index"


def _island(view: View) -> str:
    return f'<script type="application/json" class="am-cards">{view.cards()}</script>' if view.linked else ""
