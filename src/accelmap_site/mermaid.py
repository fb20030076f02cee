"""Diagrams read by mermaid's own parser, in Node: one process for all of them. No build does this; ``accelmap check --diagrams`` does."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .build import texts
from .check import Drawn
from .errors import SetupError
from .graph import Graph
from .pages import pages
from .schema import Catalog

_FENCE = re.compile(r"^``` mermaid\n(.*?)\n```$", re.M | re.S)
_SCRIPT = Path(__file__).parent / "diagram/parse.mjs"


def read(diagrams: Iterable[str], root: Path) -> list[dict[str, Any]]:
    """What mermaid makes of each text: {title, nodes, edges}, or {error}. Raises SetupError without Node and the packages of ``root``."""
    node = shutil.which("node")
    if node is None or not (root / "node_modules/mermaid").is_dir() or not (root / "node_modules/jsdom").is_dir():
        raise SetupError(f"{root}: diagrams are read by mermaid in Node 20 or newer; run 'npm ci' here")
    answer = subprocess.run([node, str(_SCRIPT)], input=json.dumps(list(diagrams)), capture_output=True, text=True, cwd=root, check=False)
    if answer.returncode:
        raise SetupError(f"mermaid did not run: {answer.stderr.strip().rpartition(chr(10))[2]}")
    found: list[dict[str, Any]] = json.loads(answer.stdout)
    return found


def fences(markdown: str) -> list[str]:
    """The diagrams of a page."""
    return _FENCE.findall(markdown)


def drawn(root: Path, catalog: Catalog, graph: Graph) -> Iterator[Drawn]:
    """Every diagram of the site, and whether mermaid can read it. The records must have no problems."""
    found = pages(catalog, graph)
    markdown = texts(root, catalog, graph, found)
    each = [(page, diagram) for page in found for diagram in fences(markdown[page.path])]
    for (page, _), answer in zip(each, read((diagram for _, diagram in each), root), strict=True):
        yield Drawn(page.edit, page.url, " ".join(str(answer.get("error", "")).split()))
