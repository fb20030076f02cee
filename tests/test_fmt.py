"""The formatter: one layout, nothing lost, nothing changed but the layout."""

import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from accelmap_site.edit import WIDTH, formatted
from accelmap_site.load import Uneditable, closed_lists, nodes
from accelmap_site.schema import FOLDERS, KINDS, UNORDERED, Record, Technique, field_order
from conftest import REPOSITORY

LISTS = {name: tuple(entries) for name, entries in closed_lists(REPOSITORY).items()}
GOLDEN = Path(__file__).parent / "golden/fmt"
SETS = {"categories", "stages", "needs_features", "features"}


def records(root: Path) -> Iterator[tuple[Path, type[Record]]]:
    """Every record file of a tree with its class."""
    for kind, folder in FOLDERS.items():
        yield from ((file, KINDS[kind]) for file in sorted((root / folder).glob("*.yml")))


REAL = [pytest.param(*found, id=found[0].stem) for found in records(REPOSITORY)]
PROJECT = list(records(REPOSITORY / "tests/project"))


def plain(text: str) -> Any:
    """Data as PyYAML reads them, every scalar as written, set-like lists sorted."""
    return sets(yaml.load(text, yaml.CBaseLoader))


def sets(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: sets(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted(value) if name in SETS else [sets(inner) for inner in value]
    return value


def own(text: str, kind: type[Record] = Technique) -> str:
    return formatted(text, kind, LISTS)


@pytest.mark.parametrize(("file", "kind"), REAL)
def test_every_record_keeps_its_data_and_is_formatted_once(file: Path, kind: type[Record]) -> None:
    text = file.read_text("utf-8")
    once = own(text, kind)
    assert plain(once) == plain(text)
    assert own(once, kind) == once
    assert sorted(line.strip() for line in once.split("\n") if line.strip().startswith("# ")) == sorted(
        line.strip() for line in text.split("\n") if line.strip().startswith("# ")
    )


def test_golden_record() -> None:
    assert own((GOLDEN / "before.yml").read_text("utf-8")) == (GOLDEN / "after.yml").read_text("utf-8")


def test_another_reader_finds_the_same_data_and_comments() -> None:
    before, after = ((GOLDEN / name).read_text("utf-8") for name in ("before.yml", "after.yml"))
    reader = YAML()
    assert sets(dict(reader.load(before))) == sets(dict(reader.load(after)))
    out = io.StringIO()
    reader.dump(reader.load(after), out)
    assert {line.partition("#")[2] for line in out.getvalue().split("\n") if "#" in line} == {
        line.partition("#")[2] for line in before.split("\n") if "#" in line
    }


@given(seed=st.integers(0, 2**32), width=st.integers(20, 400), flow=st.booleans(), place=st.integers(0, 1000))
def test_layout_does_not_matter(seed: int, width: int, flow: bool, place: int) -> None:
    chance = random.Random(seed)
    file, kind = PROJECT[place % len(PROJECT)]
    data = yaml.load(file.read_text("utf-8"), yaml.CBaseLoader)
    names = list(data)
    chance.shuffle(names)
    blocks = [block(name, data[name], chance, width, flow) for name in names]
    comments = [f"# about {name} {i}\n" if chance.random() < 0.3 else "" for i, name in enumerate(names)]
    text = "".join(comment + one for comment, one in zip(comments, blocks, strict=True))
    once = own(text, kind)
    assert plain(once) == plain(text)
    assert own(once, kind) == once
    order = [key.value for key, _ in nodes(once).entries if key]
    assert order == sorted(order, key=field_order(kind).index)
    lines = once.split("\n")
    for comment, name in zip(comments, names, strict=True):
        assert not comment or lines[lines.index(comment.strip()) + 1].startswith(f"{name}:")


def block(name: str, value: Any, chance: random.Random, width: int, flow: bool) -> str:
    """A field in the style of PyYAML, in one flow collection or in blocks."""
    if flow and "\\n" not in repr(value):
        return f"{name}: {yaml.dump([value], allow_unicode=True, width=10**6, default_flow_style=True)[1:-2]}\n"
    return str(yaml.dump({name: value}, allow_unicode=True, width=width, default_flow_style=False, indent=chance.choice([2, 3, 4])))


def test_sets_follow_the_closed_list_and_other_lists_keep_their_order() -> None:
    text = "categories: [peft, low-precision]\nstages:\n  - serve\n  - pretrain\naliases: [b, a]\n"
    assert own(text) == "aliases: [b, a]\ncategories: [low-precision, peft]\nstages:\n  - pretrain\n  - serve\n"
    assert {"categories", "stages", "features"} == UNORDERED


def test_long_collections_are_folded_between_entries_and_short_ones_joined() -> None:
    words = ", ".join(f"word-number-{i}" for i in range(20))
    lines = own(f"aliases: [{words}]\n").splitlines()
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert own("aliases: [a,\n   b,\n\n   c]\n") == "aliases: [a, b, c]\n"


def test_a_comment_goes_with_the_field_below_it_and_the_modeline_stays_on_top() -> None:
    text = "# yaml-language-server: $schema=x\n# why this stage\nstages: [serve]\n# the name\ntitle: {en: A, zh: 甲}  # both\n# the end\n"
    assert (
        own(text)
        == "# yaml-language-server: $schema=x\n# the name\ntitle: {zh: 甲, en: A}  # both\n# why this stage\nstages: [serve]\n# the end\n"
    )


def test_prose_is_never_wrapped_anew() -> None:
    text = f"summary:\n  en: {'word ' * 60}end\n  zh: |\n      一行\n\n        - 缩进\n      # 不是注释\n"
    assert own(text) == f"summary:\n  zh: |\n    一行\n\n      - 缩进\n    # 不是注释\n  en: {'word ' * 60}end\n"


def test_blank_lines_are_single_between_fields_and_untouched_in_text() -> None:
    text = 'abbr: A\n\n\n\nsummary:\n  zh: |\n    一\n\n\n\n    二\n  en: "a\n\n\n\n    b"\n'
    assert own(text) == 'abbr: A\n\nsummary:\n  zh: |\n    一\n\n\n\n    二\n  en: "a\n\n\n\n    b"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: {zh: 甲, # here\n  en: A}\nabbr: X\ntags: [", "not readable as YAML"),
        ("a: &x 1\nb: *x\n", "an anchor, alias or tag"),
        ("a: 1\na: 2\n", "stands twice"),
        ("- a\n", "not a block mapping"),
        ("{a: 1}\n", "not a block mapping"),
        ("", "the file is empty"),
        ("a: 1\n---\nb: 2\n", "a second document"),
        ("a: |2\n    x\n", "write it as '|'"),
        ("a: |+\n  x\n\n", "write it as '|'"),
        ('a: [b, "c\n\n  d"]\n', "blank or escaped line breaks"),
        ("a: " + "[" * 30 + "]" * 30 + "\n", "nesting deeper"),
    ],
)
def test_what_cannot_be_formatted_is_named_and_left_alone(text: str, said: str) -> None:
    with pytest.raises(Uneditable, match=said.replace("|", r"\|").replace("'", ".")):
        own(text)


def test_a_collection_with_a_comment_inside_is_left_as_it_is() -> None:
    text = "aliases: [a, # first\n  b]\n"
    assert own(text) == text


@given(st.text(alphabet="ab:-#[]{},|>'\" \n？：中\t&*!%@\\", max_size=80))
def test_no_text_breaks_the_formatter(text: str) -> None:
    try:
        once = own(text)
    except Uneditable:
        return
    assert own(once) == once
    assert plain(once) == plain(text)
