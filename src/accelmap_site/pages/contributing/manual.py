"""Which pages contributors get, and what they show beside their prose."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...check import RULES, Rule
from ...freshness import DAYS
from ...schema import FOLDERS, Catalog, Title, prefixed
from ..page import Page
from .reasons import REASONS
from .reference import Reference, references

PROSE = ("index", "style", "truth", "code")
"""Pages whose text is written by hand, a template a language."""

_TEMPLATES = "templates/pages"


@dataclass(frozen=True)
class Law:
    """A rule as its page shows it: its name, the module that holds it, and an example of what it refuses and of what it wants."""

    name: str
    module: str
    said: Mapping[str, str]
    bad: str
    good: str


@dataclass(frozen=True)
class Manual:
    """What the pages of both languages share."""

    laws: tuple[Law, ...]
    kinds: Mapping[str, Reference]


def manual(catalog: Catalog) -> Manual:
    """Rules by name, and the fields of every kind."""
    return Manual(tuple(sorted((_law(rule) for rule in RULES), key=lambda law: law.name)), references(catalog))


def _law(rule: Rule) -> Law:
    said = {"zh": REASONS.get(rule.name, rule.why), "en": rule.why}
    bad, good = (str(getattr(rule, name, None) or "").strip("\n") for name in ("bad", "good"))
    return Law(rule.name, rule.check.__module__.rpartition(".")[2], said, bad, good)


def contributing(catalog: Catalog, found: Manual, locale: str) -> Iterator[Page]:
    """The pages of a language. Only the first is in the menu."""

    def label(key: str) -> str:
        title = catalog.lists["labels"].get(key)
        return str(getattr(title, locale)) if isinstance(title, Title) else key

    for name in PROSE:
        key = "contributing" if name == "index" else f"contributing-{name}"
        template = f"contributing/{name}.{locale}.md.jinja"
        yield _page(locale, name, label(key), label(f"index-{key}"), template, _shared(catalog), label(key) if name == "index" else "")
    yield from _laws(found, locale, label)
    yield from _kinds(found, locale, label)


def _page(locale: str, name: str, title: str, summary: str, template: str, context: Mapping[str, Any], menu: str = "") -> Page:
    path = prefixed(locale, f"contributing/{name}.md")
    return Page(path, locale, title, summary, template, f"{_TEMPLATES}/{template}", context, menu=menu)


def _shared(catalog: Catalog) -> Mapping[str, Any]:
    approved = [(key, entry.model_dump(mode="json", exclude_defaults=True)) for key, entry in catalog.lists.get("style", {}).items()]
    return {"days": DAYS, "folders": FOLDERS, "approved": approved}


def _laws(found: Manual, locale: str, label: Callable[[str], str]) -> Iterator[Page]:
    key = "contributing-rules"
    yield _page(locale, "rules/index", label(key), label(f"index-{key}"), "contributing/rules.md.jinja", {"laws": found.laws})
    for law in found.laws:
        yield _page(locale, f"rules/{law.name}", law.name, law.said[locale], "contributing/rule.md.jinja", {"law": law})


def _kinds(found: Manual, locale: str, label: Callable[[str], str]) -> Iterator[Page]:
    key = "contributing-schema"
    shown: Mapping[str, Any] = {"kinds": found.kinds, "folders": FOLDERS}
    yield _page(locale, "schema/index", label(key), label(f"index-{key}"), "contributing/schema.md.jinja", shown)
    for kind, reference in found.kinds.items():
        title = f"{label(kind)}{label('schema-fields')}" if locale == "zh" else f"{label(kind)}: {label('schema-fields')}"
        shown = {"reference": reference, "folder": FOLDERS[kind]}
        yield _page(locale, f"schema/{kind}", title, reference.said[locale], "contributing/kind.md.jinja", shown)
