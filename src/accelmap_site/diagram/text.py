"""Mermaid text, written so that no label can break it.

Node ids are counters, labels are quoted and escaped, every link is one that we made.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..errors import AccelmapError

NODE_CAP = 150
EDGE_CAP = 500
TEXT_CAP = 40_000
_CODES = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;", "\\": "#92;", ":": "#58;", "$": "#36;"}


class DiagramTooLarge(AccelmapError):
    """More nodes, edges or text than mermaid draws reliably; split the diagram."""


def label(text: str, fallback: str = "?") -> str:
    """``text`` as a quoted mermaid label: one line, never empty, nothing in it is syntax."""
    line = " ".join(text.split()) or " ".join(fallback.split()) or "?"
    escaped = line.replace("#", "#35;")
    for character, code in _CODES.items():
        escaped = escaped.replace(character, code)
    return '"' + re.sub("%(?=%)", "%#8203;", escaped) + '"'


def _plain(text: str) -> str:
    """Text for accTitle and accDescr, which take the rest of the line as it stands."""
    return " ".join(re.sub(r"[{}#;%<>\"]", " ", text).split()) or "?"


@dataclass
class Diagram:
    """A flowchart under construction. Nodes are named by key; keys never reach the text."""

    title: str
    direction: str = "LR"
    description: str = ""
    nodes: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    edges: int = 0

    def node(self, key: str, text: str, tone: str = "", url: str = "", shape: str = "[]") -> None:
        """Add a node once; ``tone`` becomes its class, ``url`` its link."""
        if key in self.nodes:
            return
        name = self.nodes[key] = f"n{len(self.nodes)}"
        opening, closing = {"[]": ("[", "]"), "{}": ("{", "}"), "()": ("(", ")")}[shape]
        self.lines.append(f"  {name}{opening}{label(text, key)}{closing}" + (f":::tone-{tone}" if tone else ""))
        if url:
            self.links.append(f'  click {name} "{url}"')

    def edge(self, source: str, target: str, text: str = "") -> None:
        """Join two nodes that exist."""
        self.edges += 1
        middle = f"-->|{label(text)}|" if text else "-->"
        self.lines.append(f"  {self.nodes[source]} {middle} {self.nodes[target]}")

    def text(self) -> str:
        """The whole diagram. Raises DiagramTooLarge past the caps."""
        if len(self.nodes) > NODE_CAP:
            raise DiagramTooLarge(f"{len(self.nodes)} nodes in '{self.title}'; at most {NODE_CAP}")
        if self.edges > EDGE_CAP:
            raise DiagramTooLarge(f"{self.edges} edges in '{self.title}'; at most {EDGE_CAP}")
        head: Iterable[str] = [f"flowchart {self.direction}", f"  accTitle: {_plain(self.title)}"]
        about = [f"  accDescr: {_plain(self.description)}"] if self.description else []
        text = "\n".join([*head, *about, *self.lines, *self.links])
        if len(text) > TEXT_CAP:
            raise DiagramTooLarge(f"{len(text)} characters in '{self.title}'; at most {TEXT_CAP}")
        return text
