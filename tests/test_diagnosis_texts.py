"""What the page of the diagnosis fetches: rules and texts, complete and without markup."""

import json
import re

import pytest

from accelmap_site.diagnosis import rules
from accelmap_site.graph import Graph
from accelmap_site.render import diagnosis_files, unmarked
from accelmap_site.schema import Catalog


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [paged attention][paged-attention]", "see paged attention"),
        ("a **bold** `code` word", "a bold code word"),
        (r"about \(2 \cdot N\) of them", r"about 2 \cdot N of them"),
        ("two\nlines", "two lines"),
        ("5 ** 2 stays", "5 ** 2 stays"),
    ],
)
def test_marks_are_taken_off(text: str, expected: str) -> None:
    assert unmarked(text) == expected


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_every_word_that_an_answer_can_hold_has_a_text(real_project: tuple[Catalog, Graph], locale: str) -> None:
    tables = rules(*real_project)
    texts = json.loads(dict(diagnosis_files(*real_project))[f"diagnose/texts.{locale}.json"])
    assert set(texts["candidates"]) == set(tables.candidates)
    assert set(texts["models"]) == set(tables.models)
    assert {limit.id: len(limit.clues) for limit in tables.limits} == {name: len(found) for name, found in texts["limits"].items()}
    needed = {other for one in tables.candidates.values() for other in (*one.requires, *one.conflicts)}
    needed |= {tool["tool"] for one in texts["candidates"].values() for tool in one.get("tools", ())}
    assert needed | set(tables.hardware) <= set(texts["records"])
    assert {feature for one in tables.candidates.values() for feature in one.needs} <= set(texts["features"])
    assert set(tables.metrics) == set(texts["metrics"])


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_texts_hold_no_markup(real_project: tuple[Catalog, Graph], locale: str) -> None:
    text = dict(diagnosis_files(*real_project))[f"diagnose/texts.{locale}.json"]
    assert re.findall(r"\]\[[a-z0-9-]+\]", text) == []
    assert "{{" not in text


def test_the_same_records_give_the_same_bytes(real_project: tuple[Catalog, Graph]) -> None:
    assert dict(diagnosis_files(*real_project)) == dict(diagnosis_files(*real_project))
