"""Commands around the records: repairs, formats, watching, layout, freshness, exports."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import unicodedata
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from accelmap_site.check import EXCEPTIONS, RULES
from accelmap_site.cli import COMMANDS, main
from accelmap_site.cli_check import annotation, watched
from accelmap_site.edit import repaired
from accelmap_site.errors import Problem
from accelmap_site.export import schemas
from accelmap_site.freshness import DAYS, claim_of
from accelmap_site.load import load
from accelmap_site.schema import FOLDERS, KINDS, Catalog, Part, part_in, target
from accelmap_site.schema import LISTS as CLOSED
from conftest import REPOSITORY
from test_build import change, snapshot

TARGET = "content/techniques/full-heads.yml"


def accelmap(*arguments: object) -> Result:
    """Run a command; an exception that escapes it fails the test."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_the_exit_codes(command: str) -> None:
    answer = accelmap(command, "--help")
    assert answer.exit_code == 0
    assert f"Example:\n    accelmap {command}" in answer.output
    assert "Exit codes: 0 " in " ".join(answer.output.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("chek",), ("new",), ("new", "technique"), ("new", "recipe", "x"), ("rename", "a"), ("fmt", "--chek"), ("fmt", "nothing.yml"),
        ("check", "--format", "xml"), ("stale", "--as-of", "yesterday"), ("stale", "--as-of", "2026-02-30"), ("export", "xml", "out"),
        ("export", "json"), ("check", "--root", "/no/such/folder"), ("export", "schema", "/dev/null/x"), ("new", "tool", "x\ny"), (),
    ],
)  # fmt: skip
def test_a_wrong_call_gets_one_line_and_2(arguments: tuple[str, ...], intact: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(intact)
    answer = accelmap(*arguments)
    assert answer.exit_code == 2
    assert len(answer.stderr.splitlines()) == 1 or not arguments


ALONE = [("fmt",), ("stale",), ("new", "term", "x"), ("rename", "a", "b"), ("export", "csv", "o"), ("check", "--fix")]


@pytest.mark.parametrize("arguments", ALONE)
def test_a_folder_without_records_gets_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    answer = accelmap(arguments[0], "--root", tmp_path, *arguments[1:])
    said = f"{tmp_path}: no taxonomy/, content/ or glossary/ here; run it in the folder of the project\n"
    assert (answer.exit_code, answer.stdout, answer.stderr) == (2, "", said)
    assert list(tmp_path.iterdir()) == []


# -- check --fix ---------------------------------------------------------------


SLIPS = {
    "byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "line endings": lambda data: data.replace(b"\n", b"\r\n"),
    "Unicode form NFC": lambda data: data.replace(b"Full heads", "Füll heads".encode(), 1),
    "tab after a key": lambda data: data.replace(b"layer: ", b"layer:\t", 1),
    "full-width colon": lambda data: data.replace(b"maturity: ", "maturity：".encode(), 1),
    "spaces at the end of a line": lambda data: data.replace(b"layer: model\n", b"layer: model  \n", 1),
    "line break at the end": lambda data: data.rstrip(b"\n"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_mechanical_slip_is_repaired_and_named(name: str, project: Path) -> None:
    file = project / TARGET
    good = file.read_bytes()
    if name.startswith("Unicode"):
        good = good.replace(b"Full heads", "Füll heads".encode(), 1)
        file.write_bytes(unicodedata.normalize("NFD", good.decode()).encode())
    else:
        file.write_bytes(SLIPS[name](good))
    assert file.read_bytes() != good
    answer = accelmap("check", "--root", project, "--fix")
    assert file.read_bytes() == good
    assert answer.output.splitlines()[0] == f"fixed {TARGET}: {name}"
    assert answer.exit_code == 0


def test_all_slips_at_once(project: Path) -> None:
    file = project / TARGET
    good = file.read_bytes()
    data = good
    for name in ("spaces at the end of a line", "tab after a key", "full-width colon", "line endings", "byte-order mark"):
        data = SLIPS[name](data)
    file.write_bytes(data)
    slips = ["byte-order mark", "full-width colon", "line endings", "spaces at the end of a line", "tab after a key"]
    assert repaired(data) == (good, slips)


def test_a_clean_tree_is_not_touched(project: Path) -> None:
    before = snapshot(project)
    assert accelmap("check", "--root", project, "--fix").output.endswith("records, no problems\n")
    assert snapshot(project) == before


@pytest.mark.parametrize("file", sorted((REPOSITORY / "content").glob("*/*.yml"))[::9], ids=lambda file: file.stem)
def test_records_without_slips_stay_as_they_are(file: Path) -> None:
    assert repaired(file.read_bytes()) == (file.read_bytes(), [])


def test_text_keeps_its_colons_tabs_and_hard_breaks() -> None:
    text = "summary:\n  zh: |\n    kind：一\n    二  \n    a:\tb\n  en: x\nabbr： y\nBF16：z\n"
    assert repaired(text.encode())[0].decode() == text.replace("abbr： y", "abbr: y")


@given(st.binary(max_size=200) | st.text(alphabet="ab：:\t \r\n|-é\u0301\ufeff中", max_size=80).map(str.encode))
def test_repairs_are_done_once_and_never_fail(data: bytes) -> None:
    once, done = repaired(data)
    assert bool(done) == (once != data)
    assert repaired(once) == (once, [])


def test_what_is_no_text_or_a_link_is_left_alone(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yml"
    other.write_bytes(b"a: b \r\n")
    (project / "glossary/link.yml").symlink_to(other)
    file = project / TARGET
    file.write_bytes("title: 全头注意力".encode("gbk"))
    assert accelmap("check", "--root", project, "--fix").exit_code == 1
    assert (other.read_bytes(), file.read_bytes()) == (b"a: b \r\n", "title: 全头注意力".encode("gbk"))


# -- check --format, --watch ---------------------------------------------------


def test_json_holds_every_problem(project: Path) -> None:
    assert json.loads(accelmap("check", "--root", project, "--format", "json").stdout)["problems"] == []
    change(project, TARGET, "layer: model", "layer: roof")
    answer = accelmap("check", "--root", project, "--format", "json")
    found = json.loads(answer.stdout)
    assert answer.exit_code == 1
    assert found["schema_version"] == 1
    (problem,) = found["problems"]
    assert problem["path"], problem["line"] == (TARGET, 8)
    assert (problem["rule"], problem["field"], problem["message"]) == ("not-in-list", "layer", "'roof' is not in taxonomy/layers.yml")


def test_github_gets_an_annotation_a_problem(project: Path) -> None:
    change(project, TARGET, "layer: model", "layer: roof")
    answer = accelmap("check", "--root", project, "--format", "github")
    line, count = answer.output.splitlines()
    assert line.startswith(f"::error file={TARGET},line=8,col=1,title=accelmap%3A not-in-list::layer: 'roof' is not in")
    assert (count, answer.exit_code) == ("1 problem", 1)


NASTY = st.text(alphabet="a%:,\r\n;=", max_size=20)


@given(path=NASTY, field=NASTY, message=NASTY, hint=NASTY, line=st.integers(0, 3), column=st.integers(0, 3))
def test_no_text_breaks_out_of_an_annotation(path: str, field: str, message: str, hint: str, line: int, column: int) -> None:
    said = annotation(Problem(path, line, column, field, message, hint))
    assert len(said.splitlines()) == 1
    head, data = re.fullmatch(r"::error ([^:]*)::(.*)", said).groups()  # type: ignore[union-attr]
    named = dict(part.split("=", 1) for part in head.split(","))
    plain = {"%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}
    assert re.sub("%..", lambda found: plain[found.group()], named["file"]) == path
    assert re.sub("%..", lambda found: plain[found.group()], data).startswith(f"{field}: {message}" if field else message)


def test_watching_reports_each_change_once(project: Path) -> None:
    said: list[str] = []
    waits = iter(range(6))

    def wait(_: float) -> None:
        turn = next(waits)
        if turn == 1:
            change(project, TARGET, "layer: model", "layer: roof")
        if turn == 3:
            (project / TARGET).unlink()
        if turn == 5:
            raise KeyboardInterrupt

    watched(project, lambda: said.append("now"), wait)
    assert said == ["now"] * 3


def test_watching_ends_quietly_when_interrupted(project: Path) -> None:
    command = [sys.executable, "-c", "from accelmap_site.cli import COMMANDS, main; main()", "check", "--watch", "--root", str(project)]
    # A shell starts what runs in its background deaf to interrupts, tests included; whoever watches sits at a terminal.
    hearing = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hearing)
    assert process.stdout is not None
    assert process.stdout.readline().endswith("records, no problems\n")
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in error


# -- fmt -----------------------------------------------------------------------


def test_fmt_writes_only_what_changes_and_then_nothing(project: Path) -> None:
    accelmap("fmt", "--root", project)
    before = snapshot(project)
    change(project, TARGET, "layer: model", "layer:   model")
    looked = accelmap("fmt", "--root", project, "--check")
    assert (looked.exit_code, looked.output.splitlines()[0]) == (1, f"would change {TARGET}")
    answer = accelmap("fmt", "--root", project, project / TARGET)
    assert (answer.exit_code, answer.output) == (0, f"formatted {TARGET}\n1 of 1 records formatted\n")
    assert {name: data for name, (_, data) in snapshot(project).items()} == {name: data for name, (_, data) in before.items()}
    assert accelmap("fmt", "--root", project, "--check").exit_code == 0


def test_fmt_names_what_it_cannot_format_and_goes_on(project: Path) -> None:
    accelmap("fmt", "--root", project)
    (project / TARGET).write_text("a: [", "utf-8")
    (project / "content/techniques/latent-heads.yml").write_bytes(b"a:\tb\n")
    change(project, "content/tools/harbor.yml", "layer: ", "layer:   ")
    answer = accelmap("fmt", "--root", project)
    assert answer.exit_code == 1
    assert f"{TARGET}: not readable as YAML" in answer.output
    assert "content/techniques/latent-heads.yml:1:3: a tab; indent and separate with spaces" in answer.output
    assert re.search(r"formatted content/tools/harbor\.yml\n1 of \d+ records formatted, 2 left alone\n$", answer.output)


def test_a_file_keeps_its_mode_and_no_draft_stays(project: Path) -> None:
    change(project, TARGET, "layer: model", "layer:   model")
    os.chmod(project / TARGET, 0o640)
    accelmap("fmt", "--root", project)
    assert (project / TARGET).stat().st_mode & 0o777 == 0o640
    assert not list(project.rglob("*.draft"))


# -- stale ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "due"),
    [("2026-01-31", set()), ("2026-02-01", {"support"}), ("2026-11-02", {"support"}), ("2026-11-03", {"support", "facts"})],
)
def test_claims_age_by_their_class(day: str, due: set[str], intact: Path) -> None:
    answer = accelmap("stale", "--root", intact, "--as-of", day, "--format", "json")
    found = json.loads(answer.stdout)
    assert found["as_of"] == day
    assert {one["claim"] for one in found["due"]} == due
    assert answer.exit_code == (1 if due else 0)


def test_definitions_never_age(intact: Path) -> None:
    found = json.loads(accelmap("stale", "--root", intact, "--as-of", "2099-01-01", "--format", "json").stdout)["due"]
    named = {one["id"] for one in found}
    catalog, _ = load(intact)
    assert named == {item.id for item in catalog.items.values() if DAYS[claim_of(item.record)]}
    assert {item.id for item in catalog.of("term")}.isdisjoint(named)
    assert [one["due"] for one in found] == sorted(one["due"] for one in found)


def test_stale_as_text_names_file_class_and_dates(intact: Path) -> None:
    answer = accelmap("stale", "--root", intact, "--as-of", "2026-02-03")
    first = answer.output.splitlines()[0]
    assert re.fullmatch(r"content/\S+\.yml: support due 2026-\d\d-\d\d; verified 2025-\d\d-\d\d, \d+ days ago, limit 90", first)
    assert re.fullmatch(r"\d+ of \d+ records due on 2026-02-03", answer.output.splitlines()[-1])


# -- export and the schema for editors -----------------------------------------


def test_exports_are_the_files_of_the_site(intact: Path, tmp_path: Path) -> None:
    for form, name in (("json", "index.json"), ("csv", "techniques.csv"), ("schema", "ids/technique.json")):
        answer = accelmap("export", "--root", intact, form, tmp_path / form)
        written = [file for file in (tmp_path / form).rglob("*") if file.is_file()]
        assert (answer.exit_code, answer.output) == (0, f"{len(written)} files in {tmp_path / form}\n")
        assert (tmp_path / form / name).is_file()
        assert {file.suffix for file in written} == {".csv" if form == "csv" else ".json"}


def test_damaged_records_stop_data_but_not_the_schema(project: Path, tmp_path: Path) -> None:
    change(project, TARGET, "layer: model", "layr: model")
    assert accelmap("export", "--root", project, "json", tmp_path / "json").exit_code == 1
    assert not (tmp_path / "json").exists()
    assert accelmap("export", "--root", project, "schema", tmp_path / "schema").exit_code == 0
    ids = json.loads((tmp_path / "schema/ids/term.json").read_text("utf-8"))
    assert "full-heads" in ids["$defs"]["list-id"]["enum"]


@pytest.fixture(scope="module")
def real() -> dict[str, dict[str, Any]]:
    """Schemas of the records of this repository."""
    return dict(schemas(load(REPOSITORY)[0], EXCEPTIONS))


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_has_a_description_and_a_valid_example(kind: str, real: dict[str, dict[str, Any]]) -> None:
    for path in (f"{kind}.json", f"ids/{kind}.json"):
        schema = real[path]
        Draft202012Validator.check_schema(schema)
        for part in (schema, *schema["$defs"].values()):
            for name, declared in part.get("properties", {}).items():
                assert declared.get("description"), name
                assert declared.get("examples"), f"add an example of {part['title']}.{name} to _UNUSED in export/schemas.py"
                (example,) = declared["examples"]
                if "other-id" not in str(example) and example not in ("true", "false"):
                    allowed = Draft202012Validator({"$defs": schema["$defs"], **declared})
                    assert [error.message for error in allowed.iter_errors(example)] == [], name


def test_closed_lists_and_ids_are_allowed_values(real: dict[str, dict[str, Any]]) -> None:
    catalog, _ = load(REPOSITORY)
    plain, ids = real["technique.json"], real["ids/technique.json"]
    assert plain["$defs"]["list-categories"]["enum"] == list(catalog.lists["categories"])
    assert plain["properties"]["categories"]["items"] == {"$ref": "#/$defs/list-categories"}
    assert set(ids["$defs"]["list-id-of-tool"]["enum"]) == {item.id for item in catalog.of("tool")}
    implemented = ids["$defs"]["Relations"]["properties"]["implemented_by"]["items"]["anyOf"]
    assert implemented == [{"$ref": "#/$defs/list-id-of-tool"}, {"$ref": "#/$defs/Ref"}]
    options = ids["properties"]["requires"]["items"]["anyOf"]
    assert options == [{"$ref": "#/$defs/list-id-of-technique-tool-model-hardware-term"}, {"$ref": "#/$defs/Ref"}]
    assert "list-id" not in plain["$defs"]


def test_keys_of_properties_presets_and_sizes_of_models_are_allowed_values(real: dict[str, dict[str, Any]]) -> None:
    catalog, _ = load(REPOSITORY)
    plain, ids = real["formula.json"], real["ids/formula.json"]
    assert plain["properties"]["properties"]["propertyNames"] == {"$ref": "#/$defs/list-properties"}
    assert plain["$defs"]["list-properties"]["enum"] == list(catalog.lists["properties"])
    assert "model.config.layers" in plain["$defs"]["list-preset"]["enum"]
    assert plain["$defs"]["Input"]["properties"]["preset"]["$ref"] == "#/$defs/list-preset"
    sizes = ids["$defs"]["list-variant-of-model"]["enum"]
    assert "llama-3/8B" in sizes
    assert "h100" not in sizes
    fields, free = plain["$defs"]["Source"]["properties"]["supports"]["items"]["anyOf"]
    assert set(fields["enum"]) == set(KINDS["formula"].model_fields)
    assert free["type"] == "string"


@pytest.mark.parametrize("kind", KINDS)
def test_ids_of_the_real_records_are_accepted_and_slips_are_marked(kind: str, real: dict[str, dict[str, Any]]) -> None:
    import yaml

    from test_export import _Editor
    from test_fmt import records

    validator = Draft202012Validator(real[f"ids/{kind}.json"])
    catalog, _ = load(REPOSITORY)
    files = [file for file, found in records(REPOSITORY) if found is KINDS[kind] and file.stem in catalog.items][:25]
    for file in files:
        data = yaml.load(file.read_text("utf-8"), _Editor)
        assert [error.message for error in validator.iter_errors(data)] == [], file.name
        assert list(validator.iter_errors({**data, "relations": {"requires": ["no-such-record"]}}))


def test_every_field_that_names_something_outside_the_record_has_allowed_values(real: dict[str, dict[str, Any]]) -> None:
    """What is left to free ids are keys of sources, which only the record itself knows, and ids that exist no more."""
    free = set()
    for path, schema in real.items():
        for part in (schema, *schema["$defs"].values()) if path.startswith("ids/") else ():
            for name, declared in part.get("properties", {}).items():
                if "[a-z0-9]+(?:-[a-z0-9]+)*" in json.dumps(declared.get("items", declared)) and "list-" not in json.dumps(declared):
                    free.add(name)
    assert free == {"former_ids", "key", "source", "sources"}


def test_every_field_of_ids_is_declared() -> None:
    """A new field that holds ids has to say what they name, so that editors complete them and 'rename' finds them."""
    missing = []
    waiting: list[type[Part]] = [*KINDS.values(), *CLOSED.values()]
    seen: set[type[Part]] = set()
    while waiting:
        kind = waiting.pop()
        if kind in seen:
            continue
        seen.add(kind)
        for name, info in kind.model_fields.items():
            if part := part_in(kind, name):
                waiting.append(part)
            elif "_id" in repr(info) and not target(kind, name):
                missing.append(f"{kind.__name__}.{name}")
    assert missing == []


@pytest.mark.parametrize("variant", ["", "ids/"])
def test_editors_offer_the_rules_that_a_record_may_be_spared(variant: str, real: dict[str, dict[str, Any]]) -> None:
    schema = real[f"{variant}technique.json"]
    offered = schema["$defs"]["list-rule"]
    assert offered["enum"] == [rule.name for rule in RULES if rule.allowable]
    assert offered["enumDescriptions"] == [rule.why for rule in RULES if rule.allowable]
    allowed = Draft202012Validator({"$defs": schema["$defs"], **schema["properties"]["allow"]})
    asked = {"reason": "the maker says so", "until": "2027-01-01"}
    assert list(allowed.iter_errors([{"rule": "orphan", **asked}])) == []
    assert [error.message.split(" ")[0] for error in allowed.iter_errors([{"rule": "orphans", **asked}])] == ["'orphans'"]
    strict = next(rule.name for rule in RULES if not rule.allowable)
    assert [error.message.split(" ")[0] for error in allowed.iter_errors([{"rule": strict, **asked}])] == [f"'{strict}'"]


def test_an_empty_catalog_has_schemas_too() -> None:
    found = dict(schemas(Catalog({}, {}), {}))
    assert set(found) == {f"{prefix}{kind}.json" for kind in KINDS for prefix in ("", "ids/")}


def test_editors_are_led_to_the_schema_of_every_kind() -> None:
    settings = json.loads((REPOSITORY / ".vscode/settings.json").read_text("utf-8"))
    assert settings["yaml.schemas"] == {f"./.cache/schema/ids/{kind}.json": f"{folder}/*.yml" for kind, folder in FOLDERS.items()}
    assert "redhat.vscode-yaml" in json.loads((REPOSITORY / ".vscode/extensions.json").read_text("utf-8"))["recommendations"]
