"""Where records stand on the site: one place for addresses, so that pages and data files agree."""

import re
from collections.abc import Mapping
from types import MappingProxyType

LOCALES = ("zh", "en")
FOLDER: Mapping[str, str] = MappingProxyType(
    {
        "technique": "techniques",
        "tool": "tools",
        "model": "models",
        "hardware": "hardware",
        "bottleneck": "bottlenecks",
        "scenario": "scenarios",
        "trend": "trends",
        "formula": "calculate",
        "term": "glossary",
    }
)


def url_of(path: str) -> str:
    """``techniques/lora.md`` → ``techniques/lora/``; ``map/index.md`` → ``map/``."""
    stem = path.removesuffix(".md")
    if stem == "index":
        return ""
    return stem.removesuffix("/index") + "/"


def prefixed(locale: str, path: str) -> str:
    """``path`` in the tree of a language."""
    return path if locale == "zh" else f"{locale}/{path}"


def record_path(locale: str, kind: str, record_id: str) -> str:
    """Markdown path of the page of a record."""
    return prefixed(locale, f"{FOLDER[kind]}/{record_id}.md")


def relative(target: str, base: str) -> str:
    """Address of the page ``target`` seen from the page ``base`` (both as in :attr:`Page.url`)."""
    *here, _ = base.split("/")
    *there, name = target.split("/")
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    return "../" * (len(here) - shared) + "".join(f"{step}/" for step in there[shared:]) + name or "./"


def plural(kind: str) -> str:
    """Name of the list of a kind in the data API: hardware stays as it is."""
    return kind if kind == "hardware" else f"{kind}s"


def slug(name: str) -> str:
    """What stands for a size of a model in an address: ``30B-A3B`` → ``30b-a3b``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
