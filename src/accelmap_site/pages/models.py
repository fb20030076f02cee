"""Models in groups: language models first, then each kind that is none, as ``taxonomy/model-kinds.yml`` orders them."""

from dataclasses import dataclass

from ..schema import Catalog, Item, Model, ModelKind, Text, Title

LANGUAGE, MULTIMODAL = "language-models", "multimodal-llm"
"""The group of what has no other, and that of language models with more than text where the list of kinds has it."""


@dataclass(frozen=True)
class Group:
    """Models of one kind: id of the group, its title and what they have in common, records by id."""

    id: str
    title: Title
    summary: Text | None
    items: tuple[Item, ...]


def model_groups(catalog: Catalog) -> list[Group]:
    """Every model once; groups without models are left out."""
    label = catalog.lists["labels"][LANGUAGE]
    assert isinstance(label, Title)
    kinds = {name: kind for name, kind in catalog.ordered("model-kinds") if isinstance(kind, ModelKind)}
    members: dict[str, list[Item]] = {LANGUAGE: [], **{name: [] for name in kinds}}
    for item in catalog.of("model"):
        members.get(_kind(item), members[LANGUAGE]).append(item)
    shown = [(LANGUAGE, label, None), *((name, kind.title, kind.summary) for name, kind in kinds.items())]
    return [Group(name, title, summary, tuple(members[name])) for name, title, summary in shown if members[name]]


def _kind(item: Item) -> str:
    assert isinstance(item.record, Model)
    return item.record.type or (LANGUAGE if item.record.modality == ("text",) else MULTIMODAL)
