"""Models by what they are: the groups of their page, and what a diagnosis leaves out."""

from dataclasses import replace

import pytest

from accelmap_site.diagnosis import subjects
from accelmap_site.graph import Graph
from accelmap_site.pages import model_groups
from accelmap_site.schema import Catalog, Model, ModelKind, Technique


def typed(catalog: Catalog, name: str, wanted: str | None) -> Catalog:
    """The catalog with another type of one model."""
    item = catalog.items[name]
    changed = replace(item, record=item.record.model_copy(update={"type": wanted}))
    return replace(catalog, items={**catalog.items, name: changed})


def test_each_model_of_the_real_content_stands_in_one_group(real_project: tuple[Catalog, Graph]) -> None:
    catalog, _ = real_project
    groups = model_groups(catalog)
    assert groups[0].id == "language-models"
    assert sorted(item.id for group in groups for item in group.items) == [item.id for item in catalog.of("model")]
    assert all(group.items and group.title.zh and group.title.en for group in groups)
    assert all(item.record.modality == ("text",) for item in groups[0].items if isinstance(item.record, Model))


def test_no_model_is_lost_where_the_list_lacks_its_kind(catalog: Catalog) -> None:
    assert "multimodal-llm" not in catalog.lists["model-kinds"]
    assert [item.id for group in model_groups(catalog) for item in group.items] == [item.id for item in catalog.of("model")]


def test_a_type_decides_over_the_modality(catalog: Catalog) -> None:
    def group_of(catalog: Catalog) -> str:
        return next(group.id for group in model_groups(catalog) if "alder-7b" in {item.id for item in group.items})

    assert group_of(catalog) == "language-models"
    assert group_of(typed(catalog, "alder-7b", "dense-llm")) == "dense-llm"


@pytest.mark.parametrize(("wanted", "left_out"), [("diffusion-model", True), (None, False)])
def test_a_diagnosis_leaves_out_what_does_not_apply(real_project: tuple[Catalog, Graph], wanted: str | None, left_out: bool) -> None:
    catalog, graph = real_project
    never = subjects(typed(catalog, "qwen3", wanted), graph)["qwen3"].never
    assert ("speculative-decoding" in never) is left_out


def test_what_a_kind_leaves_out_is_not_what_its_models_use(real_project: tuple[Catalog, Graph]) -> None:
    catalog, graph = real_project
    known = subjects(catalog, graph)
    for item in catalog.of("model"):
        assert not set(known[item.id].has) & set(known[item.id].never), item.id


def test_no_kind_leaves_out_everything(real_project: tuple[Catalog, Graph]) -> None:
    catalog, graph = real_project
    techniques = [item for item in catalog.of("technique") if isinstance(item.record, Technique)]
    known = subjects(catalog, graph)
    for name, kind in catalog.lists["model-kinds"].items():
        assert isinstance(kind, ModelKind)
        assert len([item for item in techniques if item.id not in known[name].never]) > 20, name
