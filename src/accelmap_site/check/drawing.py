"""A rule about diagrams. What mermaid makes of them is found out by a command; a build and a plain check draw nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..errors import Problem
from ..graph import Graph
from ..schema import Catalog
from .rule import Drawn, Subject, rule


@rule(
    "A diagram that mermaid cannot read shows an error in place of a picture.",
    bad="question: {zh: '…', en: 'MFU is low -->'}   # drawn without being quoted",
    good="question: {zh: '…', en: MFU is low}",
)
def diagram_syntax(subject: Subject) -> Iterator[Problem]:
    for drawn in subject.drawn:
        if drawn.error:
            message = f"mermaid cannot read a diagram of {drawn.page or 'the home page'}: {drawn.error}"
            yield Problem(drawn.file, 0, 0, "", message, "shorten or reword the titles that it shows")


def diagram_problems(catalog: Catalog, graph: Graph, drawn: Iterable[Drawn]) -> list[Problem]:
    """Problems of the diagrams that were drawn, sorted."""
    subject = Subject(catalog, graph, drawn=tuple(drawn))
    return sorted(replace(problem, rule="diagram-syntax") for problem in diagram_syntax(subject))
