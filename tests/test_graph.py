"""Edges from every field, read from both ends; circles; family trees."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.graph import Branch, Edge, Graph, connect, cycles, edges_of, tree
from accelmap_site.schema import Catalog, Item, Ref

CHAIN = 20_000


def edge(source: str, target: str, relation: str = "requires") -> Edge:
    return Edge(source, relation, target, source, ("relations", relation, 0))


def edges(*pairs: str) -> list[Edge]:
    """``"a>b"`` → an edge from a to b."""
    return [edge(*pair.split(">")) for pair in pairs]


def rings(found: Iterable[list[Edge]]) -> list[str]:
    return ["".join([ring[0].source, *(one.target for one in ring)]) for ring in found]


def only(graph: Graph, source: str, relation: str, target: str) -> Edge:
    (found,) = [one for one in graph.targets(source, relation) if one.target == target]
    return found


@pytest.mark.parametrize(
    ("source", "relation", "target", "owner", "path"),
    [
        ("shared-heads", "variant_of", "full-heads", "shared-heads", ("relations", "variant_of", 0)),
        ("batch-joining", "requires", "paged-cache", "batch-joining", ("requires", 0)),
        ("paged-cache", "implemented_by", "harbor", "paged-cache", ("tools", 0, "tool")),
        ("paged-cache", "relieves", "memory-bound", "paged-cache", ("bottlenecks", "memory-bound")),
        ("harbor", "relieves", "queueing", "harbor", ("bottlenecks", "queueing")),
        ("cache-block", "in_category", "cat-memory-saving", "cache-block", ("categories", 0)),
        ("shared-heads", "used_by", "alder-7b", "alder-7b", ("attention", "ids", 0)),
        ("cache-block", "used_by", "alder-7b", "alder-7b", ("uses", 0)),
        ("kernelbox", "used_by", "harbor", "kernelbox", ("relations", "used_by", 0)),
        ("chat-serving", "recommends", "freight", "chat-serving", ("tiers", "must", 0, "picks", 1)),
        ("queueing", "confused_with", "memory-bound", "queueing", ("confused_with", 0, "id")),
        ("cat-attention-design", "leads_to", "cat-memory-saving", "cat-attention-design", ("next", 0)),
    ],
)
def test_every_field_becomes_edges(graph: Graph, source: str, relation: str, target: str, owner: str, path: tuple[str | int, ...]) -> None:
    found = only(graph, source, relation, target)
    assert (found.owner, found.path) == (owner, path)
    assert found in graph.sources(target, relation)


def test_edges_carry_what_qualifies_them(graph: Graph) -> None:
    assert only(graph, "paged-cache", "relieves", "memory-bound").strength == 3
    assert only(graph, "chat-serving", "recommends", "paged-cache").tier == "recommended"
    switch = only(graph, "paged-cache", "implemented_by", "harbor")
    assert (switch.how, switch.since, switch.cited) == ("--block-size 16", "1.0", "code")
    assert only(graph, "draft-decoding", "incompatible_with", "cache-offload").status == "untested"
    note = only(graph, "batch-joining", "requires", "paged-cache").note
    assert note is not None
    assert note.en.startswith("The cache must grow")


def test_a_model_uses_a_record_once_however_often_it_is_named(catalog: Catalog) -> None:
    model = catalog.items["alder-7b"]
    uses = (Ref(id="shared-heads"), *getattr(model.record, "uses"), Ref(id="cache-offload"))
    record = model.record.model_copy(update={"uses": uses, "architecture": getattr(model.record, "attention")})
    changed = Catalog({**catalog.items, "alder-7b": Item("alder-7b", "model", record, model.file)}, catalog.lists)
    assert [one.source for one in connect(changed).sources("alder-7b", "used_by")] == ["shared-heads", "cache-block", "cache-offload"]


def test_neighbours_are_seen_from_both_ends(graph: Graph) -> None:
    above = graph.neighbours("full-heads")
    assert [near.id for near in above["variant_of", False]] == ["shared-heads"]
    below = graph.neighbours("shared-heads")
    assert [near.id for near in below["variant_of", True]] == ["full-heads"]
    assert above["variant_of", False][0].edge is below["variant_of", True][0].edge


def test_symmetric_relations_have_one_direction(graph: Graph) -> None:
    near = graph.neighbours("cache-offload")
    assert [one.id for one in near["alternative_to", True]] == ["paged-cache"]
    assert ("alternative_to", False) not in near
    assert [one.id for one in near["incompatible_with", True]] == ["draft-decoding"]


def test_neighbours_are_sorted_and_listed_once(graph: Graph) -> None:
    for record_id in graph.leaving:
        for near in graph.neighbours(record_id).values():
            ids = [one.id for one in near]
            assert ids == sorted(set(ids))


def test_a_stranger_has_no_neighbours(graph: Graph) -> None:
    assert graph.neighbours("nobody") == {}
    assert graph.targets("nobody", "requires") == graph.sources("nobody", "requires") == []


def test_an_undeclared_relation_has_a_direction(catalog: Catalog) -> None:
    bare = connect(Catalog(catalog.items, {**catalog.lists, "relations": {}}))
    assert ("variant_of", False) in bare.neighbours("full-heads")


def test_edges_do_not_depend_on_the_run(catalog: Catalog) -> None:
    assert list(edges_of(catalog)) == list(edges_of(catalog))


@pytest.mark.parametrize(
    ("given_edges", "found"),
    [
        (edges("a>b", "b>c", "a>c"), []),
        (edges("a>b", "b>a"), ["aba"]),
        (edges("a>a"), ["aa"]),
        (edges("x>a", "a>b", "b>c", "c>a"), ["abca"]),
        (edges("a>b", "b>a", "c>d", "d>c"), ["aba", "cdc"]),
        (edges("a>b", "b>c", "c>b", "c>a"), ["bcb", "abca"]),
        (edges("a>b", "a>c", "b>d", "c>d", "d>e", "e>c"), ["decd"]),
    ],
)
def test_circles(given_edges: list[Edge], found: list[str]) -> None:
    assert rings(cycles(given_edges, "requires")) == found


def test_circles_follow_one_relation_only() -> None:
    assert cycles([edge("a", "b"), edge("b", "a", "part_of")], "requires") == []


def test_a_long_chain_is_walked_without_recursion() -> None:
    chain = [edge(f"n{i}", f"n{i + 1}") for i in range(CHAIN)]
    assert cycles(chain, "requires") == []
    (ring,) = cycles([*chain, edge(f"n{CHAIN}", "n0")], "requires")
    assert len(ring) == CHAIN + 1


def test_many_roads_to_one_place_are_walked_once() -> None:
    ladder = [edge(f"n{i}", f"n{i + 1}") for i in range(200) for _ in range(2)]
    assert cycles(ladder, "requires") == []


NODES = st.sampled_from("abcdef")


@given(st.lists(st.tuples(NODES, NODES), max_size=14))
def test_a_circle_is_found_exactly_if_there_is_one(pairs: list[tuple[str, str]]) -> None:
    found = cycles([edge(*pair) for pair in pairs], "requires")
    left, nodes = set(pairs), set("abcdef")
    while ends := {node for node in nodes if not any(source == node for source, _ in left)}:
        nodes -= ends
        left = {(source, target) for source, target in left if target not in ends}
    assert bool(found) == bool(nodes)
    for ring in found:
        assert all(one.target == after.source for one, after in zip(ring, [*ring[1:], ring[0]], strict=True))


def shape(branch: Branch) -> object:
    return (branch.id, branch.relation, [shape(child) for child in branch.children])


def test_a_family_descends_by_variant_evolution_and_membership(catalog: Catalog, graph: Graph) -> None:
    (attention,) = tree(graph, catalog, ("full-heads",))
    assert shape(attention) == ("full-heads", "", [("shared-heads", "variant_of", [("latent-heads", "evolves_from", [])])])
    assert attention.size() == 3
    (joining,) = tree(graph, catalog, ("batch-joining",))
    assert shape(joining) == ("batch-joining", "", [("split-prefill", "part_of", [])])


def test_a_family_holds_techniques_only_and_each_once(catalog: Catalog, graph: Graph) -> None:
    assert shape(tree(graph, catalog, ("paged-cache",))[0]) == ("paged-cache", "", [])
    both = tree(graph, catalog, ("full-heads", "shared-heads", "nobody"))
    assert [shape(branch) for branch in both] == [("full-heads", "", []), ("shared-heads", "", [("latent-heads", "evolves_from", [])])]


def test_a_circle_does_not_make_a_family_endless(catalog: Catalog, graph: Graph) -> None:
    circle = [edge("full-heads", "latent-heads", "evolves_from"), *graph.edges]
    reaching = {one.target: tuple(other for other in circle if other.target == one.target) for one in circle}
    (attention,) = tree(Graph(tuple(circle), graph.leaving, reaching, graph.types), catalog, ("full-heads",))
    assert attention.size() == 3


def test_a_family_of_many_generations_is_built(catalog: Catalog, graph: Graph) -> None:
    item = catalog.items["full-heads"]
    names = [f"n{i:05}" for i in range(CHAIN)]
    descent = [edge(child, parent, "variant_of") for parent, child in pairwise(names)]
    reaching = {one.target: (one,) for one in descent}
    (found,) = tree(Graph(tuple(descent), {}, reaching, graph.types), Catalog(dict.fromkeys(names, item), catalog.lists), ("n00000",))
    assert found.size() == CHAIN
