"""Every connection that records state, as one flat list of typed edges."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..schema import Bottleneck, Catalog, Category, Formula, Item, Model, Path, Record, Scenario, Technique, Term, Text, Tool, Trend

CATEGORY_PREFIX = "cat-"
TRAITS = ("attention", "architecture", "position", "post_training", "special")
TIERS = ("must", "recommended", "optional")


@dataclass(frozen=True)
class Edge:
    """``source`` —relation→ ``target``. Categories take part under ``cat-<id>``.

    ``owner`` is the record that states it, ``path`` the field; strength, tier and how are set where the field has them.
    """

    source: str
    relation: str
    target: str
    owner: str
    path: Path
    note: Text | None = None
    since: str | None = None
    status: str = "yes"
    cited: str | None = None
    strength: int | None = None
    tier: str | None = None
    how: str | None = None


def edges_of(catalog: Catalog) -> Iterator[Edge]:
    """All edges in a fixed order: by record, then by field."""
    for item in catalog.items.values():
        yield from _relations(item)
        yield from _fields(item)
    for name, category in catalog.lists["categories"].items():
        assert isinstance(category, Category)
        for i, target in enumerate(category.next):
            yield Edge(CATEGORY_PREFIX + name, "leads_to", CATEGORY_PREFIX + target, CATEGORY_PREFIX + name, ("next", i))


def _relations(item: Item) -> Iterator[Edge]:
    relations = item.record.relations
    for name in type(relations).model_fields:
        for i, ref in enumerate(getattr(relations, name)):
            path: Path = ("relations", name, i)
            yield Edge(item.id, name, ref.id, item.id, path, ref.note, ref.since, ref.status, ref.source)
    for i, other in enumerate(item.record.confused_with):
        yield Edge(item.id, "confused_with", other.id, item.id, ("confused_with", i, "id"), Text(zh=other.zh, en=other.en))


def _fields(item: Item) -> Iterator[Edge]:
    record = item.record
    if isinstance(record, (Technique, Tool, Term, Trend)):
        for i, name in enumerate(record.categories):
            yield Edge(item.id, "in_category", CATEGORY_PREFIX + name, item.id, ("categories", i))
    if isinstance(record, (Technique, Tool)):
        yield from _relieves(item, record.bottlenecks)
    if isinstance(record, Technique):
        yield from _technique(item, record)
    if isinstance(record, Model):
        yield from _model(item, record)
    if isinstance(record, Scenario):
        yield from _scenario(item, record)
    if isinstance(record, Trend):
        yield from _trend(item, record)
    if isinstance(record, Formula):
        for i, name in enumerate(record.about):
            yield Edge(item.id, "computes", name, item.id, ("about", i))


def _relieves(item: Item, strengths: Mapping[str, int]) -> Iterator[Edge]:
    for name, strength in strengths.items():
        yield Edge(item.id, "relieves", name, item.id, ("bottlenecks", name), strength=strength)


def _technique(item: Item, record: Technique) -> Iterator[Edge]:
    for i, ref in enumerate(record.requires):
        yield Edge(item.id, "requires", ref.id, item.id, ("requires", i), ref.note, ref.since, ref.status, ref.source)
    for i, switch in enumerate(record.tools):
        path: Path = ("tools", i, "tool")
        yield Edge(item.id, "implemented_by", switch.tool, item.id, path, switch.note, switch.since, cited=switch.source, how=switch.how)


def _model(item: Item, record: Model) -> Iterator[Edge]:
    seen = set()
    for name in TRAITS:
        trait = getattr(record, name)
        for i, used in enumerate(trait.ids if trait else ()):
            if used not in seen:
                seen.add(used)
                yield Edge(used, "used_by", item.id, item.id, (name, "ids", i))
    for i, ref in enumerate(record.uses):
        if ref.id not in seen:
            yield Edge(ref.id, "used_by", item.id, item.id, ("uses", i), ref.note, ref.since, ref.status, ref.source)


def _scenario(item: Item, record: Scenario) -> Iterator[Edge]:
    for tier in TIERS:
        for i, choice in enumerate(getattr(record.tiers, tier)):
            for j, pick in enumerate(choice.picks):
                yield Edge(item.id, "recommends", pick, item.id, ("tiers", tier, i, "picks", j), choice.why, tier=tier)


def _trend(item: Item, record: Trend) -> Iterator[Edge]:
    seen = set()
    for name in ("evidence", "against"):
        for i, one in enumerate(getattr(record, name)):
            for j, shown in enumerate(one.records):
                if shown not in seen:
                    seen.add(shown)
                    yield Edge(item.id, "shown_by", shown, item.id, (name, i, "records", j))


def references(record: Record) -> Iterator[tuple[Path, str]]:
    """Ids in fields that are not edges: they must exist all the same."""
    if isinstance(record, Bottleneck):
        yield from ((("flow", "picks", i), pick) for i, pick in enumerate(record.flow.picks))
