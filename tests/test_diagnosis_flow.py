"""The drawn decision flow against the records: every path ends, every leaf exists, every name leads to its remedy."""

from collections import defaultdict
from typing import Any

import pytest

from accelmap_site.diagnosis import rules
from accelmap_site.diagram import decision
from accelmap_site.graph import Graph
from accelmap_site.pages import bottlenecks
from accelmap_site.schema import Bottleneck, Catalog
from test_diagram import parsed

LEAF = "#remedies"


@pytest.fixture(scope="module", params=["zh", "en"])
def flow(request: pytest.FixtureRequest, real_project: tuple[Catalog, Graph]) -> tuple[str, dict[str, Any]]:
    """Language, and the flow as mermaid reads it; links are ids of bottlenecks."""
    catalog, _ = real_project
    text = decision(bottlenecks(catalog), catalog, request.param, ("Flow", "Start", "Profile", "Which?"), lambda name: name)
    return request.param, parsed([text])[0]


def onward(drawn: dict[str, Any]) -> dict[str, list[str]]:
    """Edges of a drawing by their start."""
    found: dict[str, list[str]] = defaultdict(list)
    for edge in drawn["edges"]:
        found[edge["source"]].append(edge["target"])
    return found


def test_every_path_from_the_start_ends_in_a_leaf_and_reaches_all(flow: tuple[str, dict[str, Any]]) -> None:
    _, drawn = flow
    edges, links = onward(drawn), {node["id"]: node["link"] for node in drawn["nodes"]}
    (start,) = set(links) - {edge["target"] for edge in drawn["edges"]}
    seen: set[str] = set()
    paths = [[start]]
    while paths:
        path = paths.pop()
        assert len(path) == len(set(path)), "a circle"
        seen.add(path[-1])
        after = edges[path[-1]]
        assert after or links[path[-1]].endswith(LEAF), "a path that ends outside a leaf"
        paths += [[*path, one] for one in after]
    assert seen == set(links)


def test_each_bottleneck_has_one_branch_and_one_leaf_that_exist(
    flow: tuple[str, dict[str, Any]], real_project: tuple[Catalog, Graph]
) -> None:
    catalog, _ = real_project
    known = {item.id for item in catalog.of("bottleneck")}
    links = [node["link"] for node in flow[1]["nodes"] if node["link"]]
    assert sorted(links) == sorted([*known, *(name + LEAF for name in known)])
    assert known == {limit.id for limit in rules(*real_project).limits}


def test_each_name_in_a_leaf_relieves_its_bottleneck(flow: tuple[str, dict[str, Any]], real_project: tuple[Catalog, Graph]) -> None:
    locale, drawn = flow
    catalog, graph = real_project
    for node in drawn["nodes"]:
        if not node["link"].endswith(LEAF):
            continue
        bottleneck = node["link"].removesuffix(LEAF)
        record = catalog.items[bottleneck].record
        assert isinstance(record, Bottleneck)
        relieving = {getattr(catalog.items[e.source].record.title, locale): e.source for e in graph.sources(bottleneck, "relieves")}
        named = [relieving[name] for name in node["label"].split(" / ")]
        assert named == list(record.flow.picks[: len(named)])
