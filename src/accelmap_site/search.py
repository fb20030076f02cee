"""Search: the names that people type, and the full-text index of a built site. The one door of Pagefind and its file format."""

import gzip
import hashlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
from pagefind.service import get_executable

from .errors import SetupError
from .pages import sort_key
from .schema import LOCALES, Catalog, Item, record_path, url_of

SYMBOLS = "+."
MARK = b"pagefind_dcd"
FACETS = ("kind", "stage", "bottleneck", "layer", "category")


def names(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(path, JSON) of the names of all records in each language.

    Full-text search misses typing slips, pinyin and unspaced Chinese; this small file, loaded with the search
    dialog, finds a record by any of its names. A row is [title, other title, url, names, facet numbers].
    """
    for locale in LOCALES:
        facets: dict[str, list[str]] = {name: [] for name in FACETS}
        rows = [_row(item, catalog, locale, facets) for item in catalog.items.values()]
        yield f"search/names.{locale}.json", json.dumps({"facets": facets, "rows": rows}, ensure_ascii=False, separators=(",", ":"))


def _row(item: Item, catalog: Catalog, locale: str, facets: dict[str, list[str]]) -> list[object]:
    record = item.record
    other = "en" if locale == "zh" else "zh"
    title, second = (str(getattr(record.title, name)) for name in (locale, other))
    spellings = [title, second, record.abbr or "", *(alias.text for alias in record.aliases), sort_key(record.title.zh)]
    numbers = [[_number(facets[name], label) for label in labels] for name, labels in _facets(item, catalog, locale).items()]
    url = url_of(record_path(locale, item.kind, item.id))
    return [title, second, url, [name for name in dict.fromkeys(spellings) if name], numbers]


def _facets(item: Item, catalog: Catalog, locale: str) -> dict[str, list[str]]:
    """Labels of a record by facet, in the order of FACETS."""

    def label(name: str, key: str) -> str:
        entry = catalog.lists[name][key]
        return str(getattr(getattr(entry, "title", entry), locale))

    record = item.record
    layer = getattr(record, "layer", None)
    return {
        "kind": [label("labels", item.kind)],
        "stage": [label("stages", key) for key in getattr(record, "stages", ())],
        "bottleneck": [str(getattr(catalog.items[key].record.title, locale)) for key in getattr(record, "bottlenecks", {})],
        "layer": [label("layers", layer)] if layer else [],
        "category": [label("categories", key) for key in getattr(record, "categories", ())],
    }


def _number(known: list[str], label: str) -> int:
    if label not in known:
        known.append(label)
    return known.index(label)


def index(site_dir: Path) -> int:
    """Write ``pagefind/`` into a built site and return the number of pages indexed.

    The program is called directly: its Python wrapper waits for ever when the program fails.
    """
    options = ["--site", str(site_dir), "--include-characters", SYMBOLS, "--exclude-selectors", ".headerlink", "--quiet"]
    try:
        subprocess.run([str(get_executable()), *options], cwd=site_dir, capture_output=True, text=True, check=True)
    except OSError as error:
        raise SetupError(f"the search index could not be written: {error}") from error
    except subprocess.CalledProcessError as error:
        raise SetupError(f"the search index could not be written: {error.stderr.strip()}") from error
    return _settle(site_dir / "pagefind")


def _settle(folder: Path) -> int:
    """Put filters in order and count pages. Pagefind leaves them in that of a hash table, which differs from run to run."""
    contents = folder / "pagefind-entry.json"
    entry = json.loads(contents.read_text(encoding="utf-8"))
    for language, found in entry["languages"].items():
        meta = _taken(folder / f"pagefind.{found['hash']}.pf_meta")
        for row in meta[3]:
            name, values = _taken(folder / f"filter/{row[1]}.pf_filter")
            row[1] = _written(folder, "filter/{}.pf_filter", language, [name, sorted(values)])
        meta[3].sort()
        found["hash"] = _written(folder, "pagefind.{}.pf_meta", language, meta)
    contents.write_text(json.dumps(entry, ensure_ascii=False, sort_keys=True), encoding="utf-8", newline="\n")
    return sum(found["page_count"] for found in entry["languages"].values())


def _taken(file: Path) -> Any:
    data = cbor2.loads(gzip.decompress(file.read_bytes()).removeprefix(MARK))
    file.unlink()
    return data


def _written(folder: Path, pattern: str, language: str, data: Any) -> str:
    raw = MARK + cbor2.dumps(data)
    name = f"{language}_{hashlib.sha256(raw).hexdigest()[:10]}"
    (folder / pattern.format(name)).write_bytes(gzip.compress(raw, mtime=0))
    return name
