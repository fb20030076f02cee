"""New records: a skeleton that explains itself and passes once its marked places are filled."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from accelmap_site.build import inspect
from accelmap_site.check import EXCEPTIONS, OPEN
from accelmap_site.cli import main
from accelmap_site.edit import formatted
from accelmap_site.export import schemas
from accelmap_site.load import closed_lists, load
from accelmap_site.schema import FOLDERS, KINDS, field_order
from conftest import TODAY
from test_build import change, snapshot

GOLDEN = Path(__file__).parent / "golden/skeleton"
GIVEN = {
    "zh": "填好的文字", "en": "Text that was filled in", "verified": TODAY, "order": "9", "url": "https://example.org/new",
    "op": "<", "threshold": "3", "key": "card", "source": "card", "picks": "batch-joining",
    "supports": "summary",
}  # fmt: skip
GIVEN_OF = {"Formula": {"expression": "L", "default": "1", "unit": "1", "range": "1", "expected": "1"}}
"""Words for fields whose example would clash with a record of the project, or with another field."""


LINKED = {
    "technique": "bottlenecks: {queueing: 1}", "formula": "about: [cache-block]", "tool": "relations: {combines_with: [harbor]}",
    "hardware": "relations: {contrasts_with: [slate-80]}", "term": "relations: {contrasts_with: [half-float]}",
    "trend": "confused_with: [{id: queueing, zh: 不同, en: Another thing}]",
}  # fmt: skip
"""What joins a new record to the others."""


def accelmap(root: Path, command: str, *arguments: str) -> Result:
    """Run a command; an exception that escapes it fails the test."""
    return CliRunner().invoke(main, [command, "--root", str(root), *arguments], catch_exceptions=False)


def fill(text: str, schema: dict[str, Any]) -> str:
    """The skeleton as an author leaves it who takes the first allowed word or the example everywhere."""
    words = iter(list(fillings(yaml.load(text, yaml.CBaseLoader), schema, schema, "")))
    return "\n".join(line if line.startswith("#") else re.sub(OPEN, lambda _: next(words), line) for line in text.split("\n"))


def fillings(value: Any, declared: dict[str, Any], schema: dict[str, Any], name: str) -> Any:
    """A word for each marked place, in the order of the file."""
    if "$ref" in declared:
        declared = {**schema["$defs"][declared["$ref"].rpartition("/")[2]], **{k: v for k, v in declared.items() if k == "examples"}}
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fillings(inner, declared["properties"][key], schema, key)
    elif isinstance(value, list):
        items = declared.get("items", declared.get("prefixItems", [{}])[0])
        for inner in value:
            yield from fillings(inner, {**items, "examples": [declared.get("examples", [["x"]])[0][0]]}, schema, name)
    elif OPEN in value:
        word = {**GIVEN, **GIVEN_OF.get(schema["title"], {})}.get(name) or declared.get("enum", declared.get("examples"))[0]
        yield word if re.fullmatch(r"[\w-]+", str(word)) else f'"{word}"'


@pytest.mark.parametrize("kind", KINDS)
def test_a_filled_skeleton_passes_the_check(kind: str, project: Path) -> None:
    answer = accelmap(project, "new", kind, "brand-new")
    path = f"{FOLDERS[kind]}/brand-new.yml"
    assert (answer.exit_code, answer.output) == (0, f"{path}: replace every FILL_IN, then run 'accelmap check'\n")
    file = project / path
    opened = inspect(project, TODAY)[2]
    assert opened
    assert {problem.path for problem in opened} == {path}
    schema = dict(schemas(load(project)[0], EXCEPTIONS))[f"ids/{kind}.json"]
    file.write_text(fill(file.read_text("utf-8"), schema), "utf-8")
    if kind == "formula":
        change(project, path, "    expected: 1", '    derivation: "1"\n    values: {L: "1"}\n    expected: 1')
    if kind in LINKED:
        change(project, path, "\nsources:\n", f"\n{LINKED[kind]}\nsources:\n")
    if kind == "bottleneck":
        for name in ("batch-joining", "latent-heads"):
            change(project, f"content/techniques/{name}.yml", "bottlenecks: {", "bottlenecks: {brand-new: 1, ")
    assert [str(problem) for problem in inspect(project, TODAY)[2]] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_skeleton_is_the_one_that_was_approved(kind: str, intact: Path) -> None:
    """Set ACCELMAP_UPDATE_GOLDEN=1 to approve the skeletons as they are now."""
    from accelmap_site.edit import skeleton

    text = skeleton(kind, dict(schemas(load(intact)[0], EXCEPTIONS))[f"ids/{kind}.json"])
    approved = GOLDEN / f"{kind}.yml"
    if os.environ.get("ACCELMAP_UPDATE_GOLDEN") == "1":
        approved.parent.mkdir(exist_ok=True)
        approved.write_text(text, "utf-8")
    assert text == approved.read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_the_skeleton_names_every_field_and_is_formatted(kind: str, intact: Path) -> None:
    text = (GOLDEN / f"{kind}.yml").read_text("utf-8")
    lists = {name: tuple(entries) for name, entries in closed_lists(intact).items()}
    assert formatted(text, KINDS[kind], lists) == text
    written = re.findall(r"(?m)^(?:# )?([a-z_]+):(?= |$)", text)
    assert [name for name in written if name in KINDS[kind].model_fields] == [name for name in field_order(KINDS[kind]) if name != "allow"]
    names = "|".join(KINDS[kind].model_fields)
    bare = re.sub(rf"(?m)^# ((?:  |(?:{names}):).*)$", r"\1", text)
    assert set(yaml.load(bare, yaml.CBaseLoader)) == set(KINDS[kind].model_fields) - {"allow"}


def test_the_first_line_leads_editors_to_a_schema_that_exists(project: Path) -> None:
    accelmap(project, "new", "term", "brand-new")
    first = (project / "glossary/brand-new.yml").read_text("utf-8").split("\n")[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (project / "glossary" / first.partition("=")[2]).resolve() == (project / ".cache/schema/ids/term.json").resolve()
    assert (project / ".cache/schema/ids/term.json").is_file()


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("technique", "harbor", 'the id "harbor" is taken by content/tools/harbor.yml\n'),
        ("tool", "grouped-heads", 'the id "grouped-heads" is a former id of shared-heads, whose old address leads there\n'),
        ("tool", "Über", "'Über' is not an id; name the file in kebab-case ASCII: paged-attention.yml\n"),
        ("tool", "../../etc", "'../../etc' is not an id; name the file in kebab-case ASCII: paged-attention.yml\n"),
        ("tool", "con", "the id 'con' is reserved; choose another name\n"),
    ],
)
def test_an_id_that_cannot_be_given_is_refused(kind: str, name: str, said: str, project: Path) -> None:
    before = snapshot(project)
    answer = accelmap(project, "new", kind, name)
    assert (answer.exit_code, answer.stdout, answer.stderr) == (2, "", said)
    assert snapshot(project) == before


def test_a_record_that_cannot_be_read_is_not_overwritten(project: Path) -> None:
    change(project, "content/tools/harbor.yml", "layer:", "layr:")
    answer = accelmap(project, "new", "tool", "harbor")
    assert (answer.exit_code, answer.stderr) == (2, 'the id "harbor" is taken\n')
