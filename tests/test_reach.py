"""Only pages that a change can reach are compared by ``accelmap diff``, and none that differs is left out: on the real content."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from accelmap_site.diff.reach import COMPUTING, INDEXES, LINKING, NOT_COMPARED, REMEDY, TITLE, Reach, reach
from accelmap_site.diff.texts import NO_NAMES, some_texts, text_of
from accelmap_site.facts import told
from accelmap_site.graph import connect
from accelmap_site.inspection import opened
from accelmap_site.pages import INDEXES as PAGES
from accelmap_site.pages import some_pages
from accelmap_site.render import View, World, names, render, templates
from accelmap_site.schema import FOLDERS, KINDS, Alias, Catalog, Item, Record, Text, Title
from conftest import REPOSITORY

EVERY = ("index", *PAGES)
Items = dict[str, Item]
Edit = Callable[[Items], None]
Reads = Mapping[str, set[tuple[str, str, str]]]


def a_fact(items: Mapping[str, Item]) -> tuple[str, str]:
    return next((name, key) for name, item in items.items() for key, fact in item.record.facts.items() if fact.value)


def quoting(written: Catalog) -> Catalog:
    """The same content with a record that quotes a fact of another, which may be rare in the real one."""
    item = next(written.of("scenario"))
    quote = f'{{{{ fact("{".".join(a_fact(written.items))}") }}}}'
    text = Text(zh=f"值是{quote}。", en=f"It is {quote}.")
    quoted = replace(item, record=item.record.model_copy(update={"body": text}), written=f"{item.written}# {quote}")
    return replace(written, items={**written.items, item.id: quoted})


def world_of(written: Catalog) -> World:
    catalog = told(written)
    return World(catalog, connect(catalog), names(catalog))


ENVIRONMENT = templates(REPOSITORY / "templates")
"""One for all pages: filling a template is quick, preparing it is not."""


def made(world: World, wanted: Reach) -> dict[str, str]:
    found = some_pages(world.catalog, world.graph, wanted.records, wanted.indexes)
    return {page.path: text_of(render(page, world, ENVIRONMENT)) for page in found}


def everything(world: World) -> dict[str, str]:
    """Texts of all pages that show records; those for contributors show none."""
    return made(world, Reach(frozenset(world.catalog.items), frozenset(EVERY)))


def test_links_to_names_change_no_word(catalog: Catalog) -> None:
    """Pages are compared without them, which takes half of the time."""
    world = world_of(catalog)
    assert world.names.spelled
    assert everything(world) == everything(replace(world, names=NO_NAMES))


@dataclass(frozen=True)
class Real:
    """The real content, the texts of its pages, and what each kind of page read of other records while they were made."""

    written: Catalog
    world: World
    texts: Mapping[str, str]
    reads: Reads


@pytest.fixture(scope="module")
def real() -> Real:
    """Every page is made once, by kind and by index, while the records tell who reads them."""
    written = quoting(opened(REPOSITORY).written)
    world = world_of(written)
    owners = {id(item.record): item for item in world.catalog.items.values()}
    fields = {name for kind in KINDS.values() for name in kind.model_fields}
    read: set[tuple[str, str, str]] = set()

    def watching(record: Record, name: str) -> Any:
        if name in fields and (item := owners.get(id(record))) and name in KINDS[item.kind].model_fields:
            read.add((item.id, item.kind, name))
        return object.__getattribute__(record, name)

    reads: dict[str, set[tuple[str, str, str]]] = {}
    texts: dict[str, str] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Record, "__getattribute__", watching)
        patch.setattr(View, "cards", lambda _: "")  # which are not compared
        for name, wanted in wanted_pages(world.catalog):
            read.clear()
            texts |= made(world, wanted)
            reads[name] = set(read)
    return Real(written, world, texts, reads)


def wanted_pages(catalog: Catalog) -> Iterator[tuple[str, Reach]]:
    for name in EVERY:
        yield f"{name}/", Reach(frozenset(), frozenset({name}))
    for kind in FOLDERS:
        for item in list(catalog.of(kind)) if kind not in ("formula", "technique") else list(catalog.of(kind))[::4]:
            yield f"{kind} {item.id}", Reach(frozenset({item.id}), frozenset())
    rest = {name for kind in ("formula", "technique") for i, name in enumerate(item.id for item in catalog.of(kind)) if i % 4}
    yield "", Reach(frozenset(rest), frozenset())


def allowed(page: str, kind: str) -> frozenset[str]:
    """Fields of a record of a kind whose change makes the page be compared, if it links the record."""
    name, is_index, _ = page.partition("/")
    if name == "compare":
        return frozenset(KINDS[kind].model_fields) - NOT_COMPARED
    if is_index:
        linked = TITLE if name in {*LINKING, "map"} else frozenset()
        return linked | INDEXES[name].get(kind, frozenset()) | INDEXES[name].get("*", frozenset())
    shown = page.partition(" ")[0]
    more = COMPUTING.get(kind, frozenset()) if shown == "formula" else REMEDY if shown == "bottleneck" else frozenset()
    return TITLE | more


def test_no_page_reads_of_other_records_what_is_not_looked_at(real: Real) -> None:
    unknown = {
        (page, kind, field)
        for page, reads in real.reads.items()
        for name, kind, field in reads
        if page and page.partition(" ")[2] != name and field not in allowed(page, kind)
    }
    assert unknown == set()


# -- changes -----------------------------------------------------------------


def edit(items: Items, name: str, **values: Any) -> None:
    item = items[name]
    items[name] = replace(item, record=item.record.model_copy(update=values))


def pick(items: Items, kind: str, *fields: str, skip: int = 0) -> str:
    """A record of the kind in which the fields hold something, the same at every run."""
    found = [item.id for item in items.values() if item.kind == kind and all(getattr(item.record, field, None) for field in fields)]
    return found[skip]


def more(text: Any) -> Any:
    return text.model_copy(update={"zh": f"新{text.zh}", "en": f"New {text.en}"})


def lonely(items: Items, kind: str) -> str:
    """A record that no other names, as far as the files say."""
    for name, item in items.items():
        if item.kind == kind and not any(name in other.written for other in items.values() if other is not item):
            return name
    raise AssertionError(f"every {kind} is named somewhere")


def a_title_and_a_quoted_fact(items: Items) -> None:
    name = pick(items, "technique", "tools", skip=40)
    edit(items, name, title=more(items[name].record.title))
    owner, key = a_fact(items)
    facts = items[owner].record.facts
    stated = facts[key].model_copy(update={"value": "77777", "derivation": None, "formula": None})
    edit(items, owner, facts={**facts, key: stated}, verified="2001-01-01")


def names_links_and_strengths(items: Items) -> None:
    tool, term, related, relieving = (
        pick(items, "tool", "sources", skip=30), pick(items, "term", "sources", skip=50),
        pick(items, "technique", "confused_with", skip=5), pick(items, "technique", "bottlenecks", skip=90),
    )  # fmt: skip
    edit(items, tool, summary=more(items[tool].record.summary))
    edit(items, term, aliases=(*items[term].record.aliases, Alias(text="memory traffic"), Alias(text="显存带宽")))
    edit(items, related, relations=type(items[related].record.relations)(), confused_with=())
    strengths = getattr(items[relieving].record, "bottlenecks")
    edit(items, relieving, bottlenecks={name: strength % 3 + 1 for name, strength in strengths.items()}, layer="kernel", stages=("serve",))


def records_that_come_go_and_change_their_id(items: Items) -> None:
    gone, moved = lonely(items, "term"), lonely(items, "technique")
    old = items.pop(moved)
    items[f"{moved}-anew"] = replace(old, id=f"{moved}-anew", record=old.record.model_copy(update={"former_ids": (moved,)}))
    new = items.pop(gone)
    title = Title(zh="批处理", en="Batch size")
    items["a-new-word"] = replace(new, id="a-new-word", record=new.record.model_copy(update={"title": title, "aliases": (), "abbr": None}))


def a_title_and_numbers(items: Items) -> None:
    a_title_and_a_quoted_fact(items)
    card, model, formula = (
        pick(items, "hardware", "memory"), pick(items, "model", "config", skip=3), pick(items, "formula", "holds_if"),
    )  # fmt: skip
    memory, config = getattr(items[card].record, "memory"), getattr(items[model].record, "config")
    edit(items, card, memory=memory.model_copy(update={"bandwidth_gbs": memory.bandwidth_gbs * 2}))
    edit(items, model, config=config.model_copy(update={"layers": 3}), total_b=3.5)
    expression = getattr(items[formula].record, "expression")
    edit(items, formula, expression=f"2 * ({expression})")


def what_index_pages_show(items: Items) -> None:
    measured, trend = pick(items, "technique", "properties", skip=2), pick(items, "trend", "evidence", skip=3)
    said, term = pick(items, "tool", "disputes"), pick(items, "term", "equations", skip=4)
    edit(items, measured, properties={}, introduced="2019-03", categories=("kernel-fusion",))
    edit(items, trend, evidence=getattr(items[trend].record, "evidence")[:1], state="contradicted")
    edit(items, said, disputes=items[said].record.disputes[1:], sources=items[said].record.sources[::-1])
    edit(items, term, definition=Text(zh="用 vLLM 时", en="With vLLM"), topic=getattr(items[pick(items, "term", "topic")].record, "topic"))


@pytest.mark.parametrize(
    "change",
    [names_links_and_strengths, records_that_come_go_and_change_their_id, a_title_and_numbers, what_index_pages_show],
)
def test_pages_made_for_a_change_are_all_that_differ(change: Edit, real: Real) -> None:
    items = dict(real.written.items)
    change(items)
    new = world_of(replace(real.written, items=dict(sorted(items.items()))))
    wanted = reach(real.world, new)
    assert wanted is not None
    assert 0 < len(wanted.records) < len(items) / 2
    after = everything(new)
    was, now = some_texts(REPOSITORY, [real.world, new], wanted)
    differing = {path for path in real.texts.keys() | after.keys() if real.texts.get(path) != after.get(path)}
    assert {path for path in was.keys() | now.keys() if was.get(path) != now.get(path)} == differing
    assert {path: now[path] for path in differing if path in now} == {path: after[path] for path in differing if path in after}
    assert {path: was[path] for path in differing if path in was} == {path: real.texts[path] for path in differing if path in real.texts}


def test_nothing_reaches_no_page_and_closed_lists_reach_all_but_those_of_rules(real: Real) -> None:
    assert reach(real.world, real.world) == Reach(frozenset(), frozenset())
    lists = real.world.catalog.lists
    without = {name: replace(real.world, catalog=replace(real.world.catalog, lists={**lists, name: {}})) for name in ("labels", "figures")}
    assert reach(real.world, without["labels"]) is None
    assert reach(real.world, without["figures"]) == Reach(frozenset(), frozenset())
