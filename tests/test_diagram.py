"""Diagrams: no name of a record can break one, and mermaid's own parser reads back what was meant."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.build import Site, texts
from accelmap_site.check import RULES, Drawn, diagram_problems
from accelmap_site.diagram import EDGE_CAP, NODE_CAP, TEXT_CAP, Diagram, DiagramTooLarge, decision, family, label, rollout
from accelmap_site.errors import AccelmapError, SetupError
from accelmap_site.graph import Branch, Graph
from accelmap_site.mermaid import drawn, fences, read
from accelmap_site.pages import Page, pages
from accelmap_site.schema import Catalog, record_path, url_of
from conftest import REPOSITORY

ANY_TEXT = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from('"<>&`#;%\\\n\r\t{}[]()|-=. ')))
NASTY = (
    '"', "'", "<", ">", "&", "`", "#", ";", "%", "%%", "%%%{wrap}%%", "%%{init: {'theme': 'dark'}}%%", "\\", "\n", "#quot;",
    "#35;", "&lt;", "{", "}", "[", "]", "(", ")", "((", "[/", "{{", "|", "-->", "---", "-.->", "==>", "--x", "~~~", ":::",
    "@{shape: rect}", "end", "graph", "subgraph", "style n0 fill:red", "classDef a fill:#f00;", "click n0 call alert()",
    "accTitle: x", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<br/>", "fa:fa-car", "$$x$$", "```", "KV 缓存",
    "ZeRO++", "C#", "torch.compile", "0.5×", "🚀", "é", "…", "*a*", "_b_", "1. a", "- a",
)  # fmt: skip


def parsed(texts: list[str]) -> list[dict[str, Any]]:
    """What mermaid reads in each diagram."""
    return read(texts, REPOSITORY)


# -- labels ------------------------------------------------------------------


@given(ANY_TEXT, ANY_TEXT)
def test_a_label_is_one_quoted_line_without_syntax(text: str, fallback: str) -> None:
    written = label(text, fallback)
    inner = written[1:-1]
    assert written[0] == written[-1] == '"'
    assert inner
    assert len(written.splitlines()) == 1
    assert not set('"<>&`\\') & set(inner)
    assert "%%" not in inner
    assert re.sub(r"#(?:[0-9]+|quot|lt|gt|amp);", "", inner).count("#") == 0


def test_a_hash_is_escaped_before_the_codes_that_hold_one() -> None:
    assert label('C# "x"') == '"C#35; #quot;x#quot;"'


@pytest.mark.parametrize(("text", "fallback", "shown"), [("", "n-a-me", "n-a-me"), (" \n ", "", "?"), ("a\n  b", "c", "a b")])
def test_a_label_is_never_empty_and_folds_line_breaks(text: str, fallback: str, shown: str) -> None:
    assert label(text, fallback) == f'"{shown}"'


def test_mermaid_reads_every_hostile_label_as_it_was_written() -> None:
    dice = random.Random(20)
    labels = [*NASTY, *(" ".join(dice.sample(NASTY, 3)) for _ in range(150)), *("".join(dice.sample(NASTY, 4)) for _ in range(150))]
    texts = []
    for text in labels:
        diagram = Diagram(text, description=text)
        diagram.node("square", text, "blue", "square/")
        diagram.node("round", text, "pink", "round/", "()")
        diagram.node("question", text, shape="{}")
        diagram.edge("square", "round", text)
        diagram.edge("round", "question", text)
        texts.append(diagram.text())
    for text, found in zip(labels, parsed(texts), strict=True):
        line = " ".join(text.split()) or "?"
        shown = {re.sub("\u200b", "", part["label"]) for part in [*found.get("nodes", ()), *found.get("edges", ())]}
        expected = {line} if text.strip() else {"square", "round", "question", "?"}
        assert shown == expected, (text, found)
        assert [node["link"] for node in found["nodes"]] == ["square/", "round/", ""], text
        assert found["title"].strip(), text


# -- text of a diagram -------------------------------------------------------


@pytest.mark.parametrize("key", ["end", "graph", "subgraph", "click", "a---b", "kv--cache", "x y", "n0", '"'])
def test_keys_never_become_node_ids(key: str) -> None:
    diagram = Diagram("Keys")
    diagram.node("first", "First")
    diagram.node(key, "Second")
    diagram.edge("first", key)
    assert diagram.text().splitlines()[2:] == ['  n0["First"]', '  n1["Second"]', "  n0 --> n1"]


def test_a_node_met_twice_is_drawn_once() -> None:
    diagram = Diagram("Twice")
    diagram.node("a", "A", url="a/")
    diagram.node("a", "B", url="b/")
    assert diagram.text().count("n0") == 2
    assert "B" not in diagram.text()


def test_every_diagram_says_what_it_shows() -> None:
    lines = Diagram('Map: "all" {of} it\n<b>', description="Two\nlines; one").text().splitlines()
    assert lines == ["flowchart LR", "  accTitle: Map: all of it b", "  accDescr: Two lines one"]


def chain(count: int, words: str = "x") -> Diagram:
    diagram = Diagram("Chain")
    for i in range(count):
        diagram.node(str(i), words)
    return diagram


def test_a_diagram_at_the_caps_is_drawn_and_parsed() -> None:
    diagram = chain(NODE_CAP)
    for i in range(EDGE_CAP):
        diagram.edge(str(i % NODE_CAP), str((i + 1) % NODE_CAP))
    (found,) = parsed([diagram.text()])
    assert (len(found["nodes"]), len(found["edges"])) == (NODE_CAP, EDGE_CAP)


def test_too_many_nodes_are_refused() -> None:
    with pytest.raises(DiagramTooLarge, match=rf"151 nodes in 'Chain'; at most {NODE_CAP}"):
        chain(NODE_CAP + 1).text()


def test_too_many_edges_are_refused() -> None:
    diagram = chain(2)
    for _ in range(EDGE_CAP + 1):
        diagram.edge("0", "1")
    with pytest.raises(DiagramTooLarge, match=rf"501 edges in 'Chain'; at most {EDGE_CAP}"):
        diagram.text()


def test_too_much_text_is_refused() -> None:
    with pytest.raises(DiagramTooLarge, match=rf"characters in 'Chain'; at most {TEXT_CAP}"):
        chain(100, "x" * 400).text()


def test_a_diagram_that_is_too_large_is_reported_and_not_a_crash() -> None:
    assert issubclass(DiagramTooLarge, AccelmapError)


# -- diagrams of a catalog ---------------------------------------------------


def link(name: str) -> str:
    return f"../{name}/"


def tree_of(catalog: Catalog, root: str, size: int) -> Branch:
    """A root with ``size`` - 1 children; ids are those of the catalog, each taken once."""
    others = [item for item in catalog.items if item != root]
    return Branch(root, "", tuple(Branch(other, "variant_of", ()) for other in others[: size - 1]))


def test_families_are_one_picture_while_they_fit(catalog: Catalog) -> None:
    trees = [tree_of(catalog, "full-heads", 3), tree_of(catalog, "paged-cache", 4)]
    (text,) = family(trees, catalog, "en", "Families", link, lambda name: name)
    assert text.count("-->") == 5
    assert "Paged cache" in text


def test_families_that_do_not_fit_are_one_picture_a_root(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accelmap_site.diagram.maps.NODE_CAP", 6)
    trees = [tree_of(catalog, "full-heads", 3), tree_of(catalog, "paged-cache", 4)]
    texts = family(trees, catalog, "en", "Families", link, lambda name: name)
    assert [text.count("-->") for text in texts] == [2, 3]
    assert all("accTitle: Families" in text for text in texts)


def test_the_rollout_path_links_its_categories(catalog: Catalog) -> None:
    (found,) = parsed([rollout(catalog, "zh", "路径", lambda name: f"#cat-{name}")])
    entries = catalog.lists["categories"]
    names = {f"#cat-{name}": getattr(entry, "title").zh for name, entry in entries.items()}
    assert found["title"] == "路径"
    assert {node["link"]: node["label"] for node in found["nodes"]}.items() <= names.items()
    at = {node["id"]: node["link"].removeprefix("#cat-") for node in found["nodes"]}
    drawn = {(at[edge["source"]], at[edge["target"]]) for edge in found["edges"]}
    assert drawn == {(name, after) for name, entry in entries.items() for after in getattr(entry, "next")}


def test_the_decision_flow_ends_in_the_remedies_of_each_bottleneck(catalog: Catalog) -> None:
    items = list(catalog.of("bottleneck"))
    (found,) = parsed([decision(items, catalog, "en", ("Flow", "Slow", "Profile", "What?"), link)])
    labels = {node["link"]: node["label"] for node in found["nodes"] if node["link"]}
    for item in items:
        flow = getattr(item.record, "flow")
        assert labels[link(item.id)] == item.record.title.en
        assert labels[f"{link(item.id)}#remedies"].startswith(catalog.items[flow.picks[0]].record.title.en)
        assert flow.question.en in {edge["label"] for edge in found["edges"]}


# -- diagrams of whole sites -------------------------------------------------


def drawing(catalog: Catalog, graph: Graph) -> list[Page]:
    """The pages whose template draws something."""
    names = {file.name for file in (REPOSITORY / "templates/pages").glob("*.jinja") if ".fence(" in file.read_text("utf-8")}
    return [page for page in pages(catalog, graph) if page.template in names]


def test_diagrams_stand_on_the_pages_whose_templates_draw_them(intact_site: Site) -> None:
    found = {path for path, markdown in intact_site.markdown.items() if fences(markdown)}
    assert found == {page.path for page in drawing(intact_site.catalog, intact_site.graph)}


@pytest.mark.parametrize("name", ["inspected", "real_project"])
def test_mermaid_draws_every_diagram_of_the_site_under_the_names_of_its_records(name: str, request: pytest.FixtureRequest) -> None:
    catalog, graph = request.getfixturevalue(name)
    markdown = texts(REPOSITORY, catalog, graph, drawing(catalog, graph))
    drawn = [(path, text) for path, page in markdown.items() for text in fences(page)]
    assert {path.startswith("en/") for path, _ in drawn} == {True, False}
    for (path, _), found in zip(drawn, parsed([text for _, text in drawn]), strict=True):
        assert "error" not in found, (path, found)
        assert found["title"]
        named = expected_labels(catalog, "en" if path.startswith("en/") else "zh", url_of(path))
        for node in found["nodes"]:
            if node["link"]:
                assert node["label"] in named(node["link"]), (path, node)


def expected_labels(catalog: Catalog, locale: str, page: str) -> Callable[[str], set[str]]:
    """Link in a diagram → the names that its node may carry."""
    addresses = {url_of(record_path(locale, item.kind, item.id)): item for item in catalog.items.values()}
    categories = catalog.lists["categories"]

    def title(record_id: str) -> str:
        return str(getattr(catalog.items[record_id].record.title, locale))

    def named(address: str) -> set[str]:
        if address.startswith("#cat-"):
            return {getattr(getattr(categories[address.removeprefix("#cat-")], "title"), locale)}
        target, _, anchor = urljoin(f"/{page}", address).lstrip("/").partition("#")
        item = addresses[target]
        if anchor == "remedies":
            return {" / ".join(title(pick) for pick in getattr(item.record, "flow").picks[:3])}
        return {title(item.id), f"{title(item.id)} ({item.record.abbr})"}

    return named


# -- the rule ----------------------------------------------------------------


def test_a_diagram_that_mermaid_cannot_read_is_a_problem_of_the_file_behind_it(catalog: Catalog, graph: Graph) -> None:
    good, bad = read(["flowchart LR\n  n0[a]", "flowchart LR\n  n0[[a"], REPOSITORY)
    assert "error" not in good
    found = [Drawn("a.yml", "map/"), Drawn("b.yml", "", str(bad["error"]))]
    (problem,) = diagram_problems(catalog, graph, found)
    assert (problem.path, problem.rule, problem.line) == ("b.yml", "diagram-syntax", 0)
    assert problem.message.startswith("mermaid cannot read a diagram of the home page: ")
    assert "diagram-syntax" in {rule.name for rule in RULES}


def test_all_diagrams_of_a_project_are_read_at_once(intact: Path, catalog: Catalog, graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "templates").symlink_to(intact / "templates")
    (tmp_path / "node_modules").symlink_to(REPOSITORY / "node_modules")
    found = list(drawn(tmp_path, catalog, graph))
    assert {one.page.startswith("en/") for one in found} == {True, False}
    assert diagram_problems(catalog, graph, found) == []


def test_without_packages_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="run 'npm ci' here"):
        read(["flowchart LR"], tmp_path)
