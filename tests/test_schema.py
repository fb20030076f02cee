"""What a record may hold: readings of scalars, closed shapes, texts and addresses."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from accelmap_site.schema import (
    FOLDERS,
    KINDS,
    LISTS,
    Catalog,
    Part,
    Ref,
    Source,
    Technique,
    Text,
    Title,
    is_id,
    is_plain,
    parts,
    plural,
    prefixed,
    record_path,
    relative,
    texts,
    url_of,
)
from accelmap_site.schema.parts import Gain
from accelmap_site.schema.scalars import Amount, Arxiv, Count, Day, Decimal, Doi, Line, MonthOrDay, Truth, Url, Whole

ACCEPTED: list[tuple[Any, str, object]] = [
    (Count, "0", 0), (Count, "131072", 131072), (Whole, "-3", -3),
    (Decimal, "-0.5", -0.5), (Decimal, "7", 7.0), (Amount, "4800.5", 4800.5),
    (Truth, "true", True), (Truth, "false", False),
    (Line, "  two words ", "two words"),
    (Day, "2025-11-03", "2025-11-03"), (MonthOrDay, "2023-05", "2023-05"), (MonthOrDay, "2023-05-31", "2023-05-31"),
    (Arxiv, "2309.06180", "2309.06180"), (Arxiv, "0704.0001", "0704.0001"), (Arxiv, "cs/0112017", "cs/0112017"),
    (Doi, "10.1145/3600006.3613165", "10.1145/3600006.3613165"),
    (Url, "https://example.org", "https://example.org"), (Url, "http://example.org:8000/a_b/c?d=1&e=2#f", "http://example.org:8000/a_b/c?d=1&e=2#f"),
]  # fmt: skip
REFUSED: list[tuple[Any, str]] = [
    (Count, "-1"), (Count, "1_000"), (Count, "0x10"), (Count, "1e3"), (Count, "010"), (Count, "1.0"), (Count, "+1"),
    (Count, ""), (Count, "１"), (Count, "9" * 5000),
    (Decimal, "1e5"), (Decimal, ".5"), (Decimal, "5."), (Decimal, "nan"), (Decimal, ".inf"), (Decimal, "9" * 400), (Amount, "-0.1"),
    (Truth, "yes"), (Truth, "no"), (Truth, "True"), (Truth, "1"), (Truth, ""),
    (Line, ""), (Line, "   "), (Line, "a\nb"), (Line, "a\rb"), (Line, "x" * 401),
    (Day, "2025-11"), (Day, "2025-1-3"), (Day, "2025-11-03T00:00"), (MonthOrDay, "2023-13"), (MonthOrDay, "2023"), (MonthOrDay, "2023-00"),
    (Arxiv, "2309.06180v2"), (Arxiv, "2313.06180"), (Arxiv, "2309.618"), (Arxiv, "arXiv:2309.06180"),
    (Doi, "https://doi.org/10.1145/1"), (Doi, "10.1/x"),
    (Url, "javascript:alert(1)"), (Url, "JavaScript:alert(1)"), (Url, "data:text/html,x"), (Url, "//example.org"), (Url, "ftp://example.org"),
    (Url, "https://example.org/a b"), (Url, 'https://example.org/"onclick='), (Url, "https://user@example.org/"), (Url, "https://"),
]  # fmt: skip
SOURCE = {"key": "a", "kind": "paper", "title": "A", "locator": "§1", "supports": ["body"]}


@pytest.mark.parametrize(("reading", "written", "value"), ACCEPTED)
def test_accepted(reading: Any, written: str, value: object) -> None:
    assert TypeAdapter(reading).validate_python(written) == value


@pytest.mark.parametrize(("reading", "written"), REFUSED)
def test_refused(reading: Any, written: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(reading).validate_python(written)


@pytest.mark.parametrize("name", ["lora", "fp8", "1f1b", "zero-3", "a-b-c"])
def test_ids(name: str) -> None:
    assert is_id(name)


@pytest.mark.parametrize("name", ["", "LoRA", "a_b", "a--b", "-a", "a-", "a.b", "a/b", "../a", "键", "a b", "a\n", "ａ"])
def test_not_ids(name: str) -> None:
    assert not is_id(name)


@given(st.integers(0, 10**15))
def test_a_plain_number_is_read_as_itself(number: int) -> None:
    assert TypeAdapter(Count).validate_python(str(number)) == number


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reading in {id(reading): reading for reading, *_ in [*ACCEPTED, *REFUSED]}.values():
        with suppress(ValidationError):
            TypeAdapter(reading).validate_python(text)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ({"url": "https://example.org/a"}, "https://example.org/a"),
        ({"arxiv": "2309.06180"}, "https://arxiv.org/abs/2309.06180"),
        ({"doi": "10.1145/1"}, "https://doi.org/10.1145/1"),
        ({"hf": "example/model"}, "https://huggingface.co/example/model"),
    ],
)
def test_a_source_has_one_address(address: dict[str, str], shown: str) -> None:
    assert Source.model_validate({**SOURCE, **address}).address == shown


def test_a_source_with_more_or_less_is_refused() -> None:
    with pytest.raises(ValidationError, match="this one has none"):
        Source.model_validate(SOURCE)
    with pytest.raises(ValidationError, match="this one has url and hf"):
        Source.model_validate({**SOURCE, "url": "https://example.org", "hf": "a/b"})


def test_a_bare_id_is_a_reference_and_a_bare_text_an_alias(catalog: Catalog) -> None:
    relations = catalog.items["paged-cache"].record.relations
    assert relations.alternative_to == (Ref(id="cache-offload"),)
    first, second = catalog.items["shared-heads"].record.aliases
    assert (first.text, first.autolink) == ("shared-head attention", True)
    assert (second.text, second.autolink) == ("grouping", False)


def test_a_gain_is_a_range_of_plain_numbers() -> None:
    text = {"zh": "文", "en": "text"}
    gain = {"metric": text, "value": ["1.2", "2.2"], "unit": "×", "baseline": text, "source": "a"}
    assert Gain.model_validate(gain).value == (1.2, 2.2)
    for value in (["1.2"], ["1.2", "2x"], ["1", "2", "3"], "2", ["1", "1e1"]):
        with pytest.raises(ValidationError):
            Gain.model_validate({**gain, "value": value})


def test_records_cannot_be_changed(catalog: Catalog) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        catalog.items["harbor"].record.abbr = "H"


def every_part() -> list[type[Part]]:
    """All classes that can occur in a record or list."""
    found = [Part]
    for known in found:
        found += [part for part in known.__subclasses__() if part not in found]
    return found


@pytest.mark.parametrize("part", every_part(), ids=lambda part: part.__name__)
def test_every_field_is_described_and_no_other_is_allowed(part: type[Part]) -> None:
    assert all(field.description for field in part.model_fields.values())
    assert part.model_config["extra"] == "forbid"
    assert part.__doc__


def test_kinds_and_folders_agree() -> None:
    assert list(KINDS) == list(FOLDERS)
    assert len(set(FOLDERS.values())) == len(FOLDERS)
    assert "labels" in LISTS


def test_every_kind_has_a_json_schema() -> None:
    for kind in KINDS.values():
        assert kind.model_json_schema()["additionalProperties"] is False


def test_walk_meets_every_text_with_its_path(catalog: Catalog) -> None:
    record = catalog.items["shared-heads"].record
    found = {(path, locale): (field, text) for path, field, locale, text in texts(record)}
    assert found[("gains", 0, "baseline", "en"), "en"] == ("baseline", "Full heads")
    assert found[("confused_with", 0, "zh"), "zh"][0] == "confused_with"
    assert found[("relations", "variant_of", 0, "note", "en"), "en"][0] == "note"
    assert not [path for path, _ in found if path[0] == "title"]


def test_walk_starts_with_the_record_itself(catalog: Catalog) -> None:
    record = catalog.items["full-heads"].record
    assert isinstance(record, Technique)
    found = list(parts(record))
    assert found[0] == ((), record)
    assert (("use_when", 0), record.use_when[0]) in found
    assert any(isinstance(part, Title) for _, part in found)
    assert any(isinstance(part, Text) for _, part in found)


@pytest.mark.parametrize(("field", "plain"), [("summary", True), ("goal", True), ("mechanism", False), ("why", False)])
def test_summaries_are_plain(field: str, plain: bool) -> None:
    assert is_plain(field) is plain


@pytest.mark.parametrize(
    ("path", "url"),
    [("index.md", ""), ("en/index.md", "en/"), ("map/index.md", "map/"), ("techniques/lora.md", "techniques/lora/")],
)
def test_addresses(path: str, url: str) -> None:
    assert url_of(path) == url


def test_addresses_by_language() -> None:
    assert record_path("zh", "term", "hbm") == "glossary/hbm.md"
    assert record_path("en", "hardware", "h100") == "en/hardware/h100.md"
    assert prefixed("en", "map/") == "en/map/"
    assert [plural(kind) for kind in ("technique", "hardware")] == ["techniques", "hardware"]


@pytest.mark.parametrize(
    ("target", "base", "expected"),
    [
        ("tools/vllm/", "techniques/lora/", "../../tools/vllm/"),
        ("", "techniques/lora/", "../../"),
        ("map/", "", "map/"),
        ("map/", "map/", "./"),
        ("en/map/", "map/", "../en/map/"),
        ("api/v1/index.json", "data/", "../api/v1/index.json"),
    ],
)
def test_relative_addresses(target: str, base: str, expected: str) -> None:
    assert relative(target, base) == expected
