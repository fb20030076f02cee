"""The diagrams of the site, each from the graph, each with links made by the caller."""

from collections.abc import Callable, Iterable

from ..graph import Branch
from ..schema import Bottleneck, Catalog, Category, Item
from .text import NODE_CAP, Diagram

Link = Callable[[str], str]
LEAF_PICKS = 3
_TONES = {"application": "pink", "system": "blue", "kernel": "green", "model": "yellow", "hardware": "grey"}


def rollout(catalog: Catalog, locale: str, title: str, link: Link) -> str:
    """Categories on the rollout path, in their four tones. ``link`` takes a category id."""
    diagram = Diagram(title, "LR")
    on_path = {name for name, c in catalog.lists["categories"].items() if isinstance(c, Category) and c.next}
    on_path |= {after for name in on_path for after in getattr(catalog.lists["categories"][name], "next")}
    members = [(name, entry) for name, entry in catalog.ordered("categories") if name in on_path]
    for name, entry in members:
        assert isinstance(entry, Category)
        diagram.node(name, getattr(entry.title, locale), entry.tone, link(name))
    for name, entry in members:
        for after in getattr(entry, "next"):
            diagram.edge(name, after)
    return diagram.text()


def decision(items: Iterable[Item], catalog: Catalog, locale: str, words: tuple[str, str, str, str], link: Link) -> str:
    """Symptom → bottleneck → remedies. ``words``: title, start, step, question."""
    title, start, step, question = words
    diagram = Diagram(title, "LR")
    diagram.node("start", start)
    diagram.node("step", step)
    diagram.node("question", question, "yellow", shape="{}")
    diagram.edge("start", "step")
    diagram.edge("step", "question")
    for item in items:
        record = item.record
        assert isinstance(record, Bottleneck)
        first = [catalog.items[pick] for pick in record.flow.picks[:LEAF_PICKS]]
        names = " / ".join(str(getattr(other.record.title, locale)) for other in first)
        diagram.node(f"b/{item.id}", getattr(record.title, locale), "grey", link(item.id), "()")
        diagram.edge("question", f"b/{item.id}", getattr(record.flow.question, locale))
        diagram.node(f"leaf/{item.id}", names, _tone(first[0]), f"{link(item.id)}#remedies")
        diagram.edge(f"b/{item.id}", f"leaf/{item.id}")
    return diagram.text()


def family(branches: Iterable[Branch], catalog: Catalog, locale: str, title: str, link: Link, labels: Callable[[str], str]) -> list[str]:
    """Trees as one diagram, or one a root where they are too many for a single picture."""
    trees = list(branches)
    groups = [trees] if sum(tree.size() for tree in trees) <= NODE_CAP else [[tree] for tree in trees]
    texts = []
    for group in groups:
        diagram = Diagram(title, "LR")
        for tree in group:
            _grow(diagram, tree, None, catalog, locale, link, labels)
        texts.append(diagram.text())
    return texts


def _grow(
    diagram: Diagram, branch: Branch, parent: str | None, catalog: Catalog, locale: str, link: Link, labels: Callable[[str], str]
) -> None:
    item = catalog.items[branch.id]
    diagram.node(branch.id, _short(item, locale), _tone(item), link(branch.id))
    if parent:
        diagram.edge(parent, branch.id, labels(branch.relation))
    for child in branch.children:
        _grow(diagram, child, branch.id, catalog, locale, link, labels)


def _short(item: Item, locale: str) -> str:
    """A name that fits a node: the title, with the abbreviation where it says more."""
    title = str(getattr(item.record.title, locale))
    abbr = item.record.abbr
    return f"{title} ({abbr})" if abbr and abbr.casefold() not in title.casefold() and len(title) < 28 else title


def _tone(item: Item) -> str:
    return _TONES.get(getattr(item.record, "layer", ""), "grey")
