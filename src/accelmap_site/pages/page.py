"""What a page is, and where pages live."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..schema import url_of


@dataclass(frozen=True)
class Page:
    """A page to be rendered. ``path`` is the Markdown file, ``template`` the one that fills it.

    ``edit`` is the file that a correction would change, relative to the project's folder. ``menu`` is the
    name in the menu, empty for pages that are not in it; ``wide`` pages have no table of contents beside them.
    """

    path: str
    locale: str
    title: str
    summary: str
    template: str
    edit: str
    context: Mapping[str, Any] = field(default_factory=dict, repr=False)
    menu: str = ""
    wide: bool = False

    @property
    def url(self) -> str:
        """Address relative to the root of the site: '' for the home page, else with a final slash."""
        return url_of(self.path)

    @property
    def twin(self) -> str:
        """Path of the same page in the other language."""
        return self.path.removeprefix("en/") if self.locale == "en" else f"en/{self.path}"
