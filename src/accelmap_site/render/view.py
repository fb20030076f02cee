"""What a template may say: texts in the page's language, links from the page's place."""

import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from ..check import folded
from ..diagram import decision, family, rollout
from ..export import named, refusals
from ..formula import shown
from ..graph import CATEGORY_PREFIX, TIERS, TRAITS, Graph, Neighbour, tree
from ..pages import Page, bottlenecks, sort_key
from ..schema import Catalog, Family, Item, plural, prefixed, record_path, relative, slug, url_of
from .autolink import Names, autolink
from .math import to_mathml
from .plot import Picture
from .prose import inline, plain, rich

_REF = re.compile(r'<a href="ref:([a-z0-9-]+)">')
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!-])")
_ENTITIES = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "~": "&#126;"})


@dataclass(frozen=True)
class World:
    """What all pages share."""

    catalog: Catalog
    graph: Graph
    names: Names


@dataclass
class View:
    """One page being rendered. Collects the records that it links, for their hover cards."""

    world: World
    page: Page
    linked: dict[str, None] = field(default_factory=dict)

    @property
    def locale(self) -> str:
        """Language of the page."""
        return self.page.locale

    # -- words -------------------------------------------------------------

    def t(self, key: str) -> str:
        """A label of the interface."""
        return str(getattr(self.world.catalog.lists["labels"][key], self.locale))

    def say(self, text: Any) -> Markup:
        """A bilingual text as it stands."""
        return Markup(plain(getattr(text, self.locale)))

    def title(self, record_id: str) -> str:
        """Title of a record in the page's language."""
        return str(getattr(self.world.catalog.items[record_id].record.title, self.locale))

    def entry(self, name: str, key: str) -> Any:
        """A member of a closed list."""
        return self.world.catalog.lists[name][key]

    def ordered(self, name: str) -> list[tuple[str, Any]]:
        """Members of a closed list in their order."""
        return list(self.world.catalog.ordered(name))

    def heading(self, text: str) -> Markup:
        """Text for a Markdown heading: nothing in it is markup."""
        return Markup(_SPECIAL.sub(r"\\\1", text).translate(_ENTITIES))

    def prose(self, text: Any, seen: set[str] | None = None) -> Markup:
        """A rich text as blocks, its first mentions linked."""
        return self._linked(rich(self._marked(text)), seen)

    def line(self, text: Any, seen: set[str] | None = None) -> Markup:
        """A rich text without the paragraph around it."""
        return self._linked(inline(self._marked(text)), seen)

    def _marked(self, text: Any) -> str:
        """The text of the page's language, with marks where it prints facts."""
        words = str(getattr(text, self.locale))
        return self.world.catalog.marked.get(words, words)

    def math(self, tex: str) -> Markup:
        """A displayed formula."""
        return Markup(to_mathml(tex, block=True))

    def symbol(self, tex: str) -> Markup:
        """A formula in running text."""
        return Markup(to_mathml(tex))

    @staticmethod
    def number(value: float) -> str:
        """A number with six significant digits."""
        return shown(value)

    def refused(self, formula: Any, fits: Iterable[tuple[Any, Any]]) -> list[tuple[str, list[Any]]]:
        """Each reason for which a formula may not be applied, with the records that it concerns."""
        groups: dict[str, list[Any]] = {}
        for choice, fit in fits:
            reason = " ".join(text[self.locale] for text in refusals(self.world.catalog, formula, choice, fit))
            groups.setdefault(reason, []).append(choice)
        return list(groups.items())

    def choices(self, found: Iterable[Any]) -> Markup:
        """Links to models and accelerators, each with its size."""
        comma = "、" if self.locale == "zh" else ", "
        return Markup(comma).join(self.a(one.item.id, named(self.title(one.item.id), one.variant)) for one in found)

    def _linked(self, fragment: str, seen: set[str] | None) -> Markup:
        item = self.page.context.get("item")
        own = item.id if isinstance(item, Item) else ""
        known = self.world.catalog.items
        return Markup(_REF.sub(lambda m: self._open(m[1]) if m[1] in known else "<a>", autolink(fragment, self.world.names, own, seen)))

    def other_names(self, item: Item) -> list[str]:
        """Names to show below the title: those that a reader would not call the same."""
        shown = {folded(self.title(item.id)): ""}
        for name in _names(item):
            shown.setdefault(folded(name), name)
        return [name for name in shown.values() if name]

    def section(self) -> set[str]:
        """A fresh memory of what a section has linked already."""
        return set()

    # -- links -------------------------------------------------------------

    def to(self, path: str) -> str:
        """Address of a page of the same language, by its Markdown path without language prefix."""
        return relative(url_of(prefixed(self.locale, path)), self.page.url)

    def asset(self, path: str) -> str:
        """Address of a file from the root of the site."""
        return relative(path, self.page.url)

    def url(self, record_id: str) -> str:
        """Address of the page of a record."""
        kind = self.world.catalog.items[record_id].kind
        return relative(url_of(record_path(self.locale, kind, record_id)), self.page.url)

    def _open(self, record_id: str) -> str:
        self.linked[record_id] = None
        return f'<a class="am-ref" data-id="{record_id}" href="{self.url(record_id)}">'

    def a(self, record_id: str, text: str | None = None) -> Markup:
        """A link to a record with a hover card."""
        words = html.escape(text if text is not None else self.title(record_id), quote=False)
        return Markup(f"{self._open(record_id)}{words}</a>")

    def all(self, ids: Iterable[str], separator: str = ", ") -> Markup:
        """Links to several records."""
        return Markup("、" if self.locale == "zh" and separator == ", " else separator).join(self.a(one) for one in ids)

    def source(self, item: Item, key: str | None) -> Markup:
        """A link to a source of the record, further down the page."""
        for number, source in enumerate(item.record.sources, 1):
            if source.key == key:
                title = html.escape(f"{source.title} — {source.locator}")
                return Markup(f'<a class="am-cite" href="#source-{number}" title="{title}">[{number}]</a>')
        return Markup("")

    # -- graph -------------------------------------------------------------

    def item(self, record_id: str) -> Item:
        """A record with its id and kind."""
        return self.world.catalog.items[record_id]

    def items(self, kind: str) -> list[Item]:
        """All records of a kind, in the order of their titles."""
        return self.sorted(self.world.catalog.of(kind))

    def sorted(self, items: Iterable[Item]) -> list[Item]:
        """Records in the order of their titles."""
        return sorted(items, key=lambda item: (sort_key(getattr(item.record.title, self.locale)), item.id))

    def remedies(self, record_id: str) -> list[tuple[Item, int]]:
        """What relieves a bottleneck, strongest first."""
        edges = self.world.graph.sources(record_id, "relieves")
        return sorted(((self.item(e.source), e.strength or 1) for e in edges), key=lambda pair: (-pair[1], pair[0].id))

    def near(self, record_id: str, skip: tuple[str, ...] = ()) -> list[tuple[str, list[Neighbour]]]:
        """Neighbours under the label of their relation, both directions."""
        groups = []
        for (relation, forward), found in self.world.graph.neighbours(record_id).items():
            if relation not in skip:
                declared = self.world.graph.types[relation]
                groups.append((str(getattr(declared.label if forward else declared.inverse, self.locale)), found))
        return groups

    def edges(self, record_id: str, relation: str, forward: bool = True) -> list[Neighbour]:
        """Neighbours along one relation."""
        return self.world.graph.neighbours(record_id).get((relation, forward), [])

    def bottlenecks(self) -> list[Item]:
        """Bottlenecks in the order of the decision flow."""
        return bottlenecks(self.world.catalog)

    # -- pictures ----------------------------------------------------------

    def rollout(self) -> str:
        """The rollout path as mermaid text."""
        return rollout(self.world.catalog, self.locale, self.t("rollout"), lambda name: f"#{CATEGORY_PREFIX}{name}")

    def decision(self) -> str:
        """The decision flow as mermaid text."""
        words = (self.t("flow"), self.t("flow-start"), self.t("flow-profile"), self.t("flow-question"))
        return decision(self.bottlenecks(), self.world.catalog, self.locale, words, self.url)

    def families(self) -> list[tuple[str, Family, Any, list[str]]]:
        """Family trees: id, entry, branches, mermaid texts."""
        found = []
        for name, entry in self.world.catalog.ordered("families"):
            assert isinstance(entry, Family)
            branches = tree(self.world.graph, self.world.catalog, entry.roots)
            title = str(getattr(entry.title, self.locale))
            found.append((name, entry, branches, family(branches, self.world.catalog, self.locale, title, self.url, self.relation)))
        return found

    def relation(self, name: str) -> str:
        """Label of a relation read from parent to child."""
        return str(getattr(self.world.graph.types[name].inverse, self.locale))

    def plot(self, found: Any) -> Picture:
        """The plot of a formula in the page's language."""
        return Picture(found, self.world.catalog, self.locale)

    # -- rest --------------------------------------------------------------

    def cards(self) -> Markup:
        """Hover cards of the records linked so far, as a JSON island."""
        cards = {record_id: self._card(record_id) for record_id in self.linked}
        text = json.dumps(cards, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))

    def _card(self, record_id: str) -> list[str]:
        item = self.item(record_id)
        other = "en" if self.locale == "zh" else "zh"
        title, second = (str(getattr(item.record.title, name)) for name in (self.locale, other))
        return [
            title,
            "" if second == title else second,
            item.record.abbr or "",
            str(getattr(item.record.summary, self.locale)),
            self.t(item.kind),
        ]

    @staticmethod
    def slug(name: str) -> str:
        """What stands for a size of a model in an address."""
        return slug(name)

    @staticmethod
    def covers(has: Iterable[str], needs: Iterable[str]) -> bool:
        """Whether everything needed is there."""
        return set(needs) <= set(has)

    @staticmethod
    def plural(kind: str) -> str:
        """Name of the list of a kind in the data API."""
        return plural(kind)

    tiers = TIERS
    traits = TRAITS


def _names(item: Item) -> list[str]:
    """Every name of a record, titles first."""
    record = item.record
    names = [record.title.zh, record.title.en, record.abbr or "", *(alias.text for alias in record.aliases)]
    return [name for name in dict.fromkeys(names) if name]
