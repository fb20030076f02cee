"""Every kind of damage: which problems are reported, in full and where.

A case is ``invalid/NAME.yml``: ``files`` says what changes in the project (a whole text, a list of
replacements, or null for a deletion), ``problems`` what must be said, in order. Damage that YAML
cannot spell stands in ``BYTES``.
"""

import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from accelmap_site.build import inspect
from accelmap_site.check import RULES, Rule
from accelmap_site.errors import Problem
from conftest import TODAY, copy_project

FOLDER = Path(__file__).parent / "invalid"
CASES: dict[str, dict[str, Any]] = {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in sorted(FOLDER.glob("*.yml"))}
TARGET = "content/techniques/full-heads.yml"


def rewrite(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """Damage to the bytes of one record."""
    return lambda root: (root / TARGET).write_bytes(change((root / TARGET).read_bytes()))


def swap(old: str, new: str) -> Callable[[Path], object]:
    """Damage to some characters of one record."""
    return rewrite(lambda data: data.replace(old.encode(), new.encode(), 1))


def link_file(root: Path) -> None:
    """A record that is a link to a file outside."""
    (root / "glossary/hosts.yml").symlink_to("/etc/hostname")


def link_folders(root: Path) -> None:
    """Folders that are links, one of them among the assets."""
    (root / "content/pages").mkdir()
    (root / "content/pages/etc").symlink_to("/etc")
    (root / "content/tools").rename(root / "tools")
    (root / "content/tools").symlink_to(root / "tools")


BYTES: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "byte-order-mark": (
        rewrite(lambda data: b"\xef\xbb\xbf" + data),
        [f"{TARGET}:1:1: the file starts with a byte-order mark; save it as UTF-8 without BOM"],
    ),
    "byte-order-mark-inside": (
        swap("layer: model", "layer: \ufeffmodel"),
        [f"{TARGET}:8:8: a byte-order mark inside the text; delete it or use an ordinary space"],
    ),
    "utf-16": (
        rewrite(lambda data: data.decode().encode("utf-16")),
        [f"{TARGET}:1:1: the file is not UTF-8; save it as UTF-8 (is it GBK or UTF-16?)"],
    ),
    "gbk": (
        rewrite(lambda data: data.replace("全头注意力".encode(), "全头注意力".encode("gbk"))),
        [f"{TARGET}:1:16: the file is not UTF-8; save it as UTF-8 (is it GBK or UTF-16?)"],
    ),
    "crlf": (
        rewrite(lambda data: data.replace(b"\n", b"\r\n")),
        [f"{TARGET}:1:1: line endings are CRLF or CR; use LF line endings"],
    ),
    "carriage-return": (
        swap("layer: model\n", "layer: model\r"),
        [f"{TARGET}:8:1: line endings are CRLF or CR; use LF line endings"],
    ),
    "tab": (swap("  zh: 每个头", "\tzh: 每个头"), [f"{TARGET}:12:1: a tab; indent and separate with spaces"]),
    "next-line": (swap("layer: model", "layer: mo\u0085del"), [f"{TARGET}:8:10: a NEL line break; delete it or use an ordinary space"]),
    "line-separator": (
        swap("layer: model", "layer: mo\u2028del"),
        [f"{TARGET}:8:10: a Unicode line separator; delete it or use an ordinary space"],
    ),
    "zero-width": (
        swap("layer: model", "layer: \u200bmo\u200ddel"),
        [
            f"{TARGET}:8:8: a zero-width space; delete it or use an ordinary space",
            f"{TARGET}:8:11: a zero-width joiner; delete it or use an ordinary space",
        ],
    ),
    "soft-hyphen": (swap("layer: model", "layer: mo\u00addel"), [f"{TARGET}:8:10: a soft hyphen; delete it or use an ordinary space"]),
    "control-character": (swap("layer: model", "layer: \x07model"), [f"{TARGET}:8:8: the control character U+0007; delete it"]),
    "control-character-c1": (swap("layer: model", "layer: \x9bmodel"), [f"{TARGET}:8:8: the control character U+009B; delete it"]),
    "direction-mark": (swap("layer: model", "layer: \u202emodel"), [f"{TARGET}:8:8: the control character U+202E; delete it"]),
    "not-a-character": (swap("layer: model", "layer: \uffffmodel"), [f"{TARGET}:8:8: the control character U+FFFF; delete it"]),
    "too-large": (
        rewrite(lambda data: data + b"#" * (1_000_001 - len(data))),
        [f"{TARGET}: the file has 1,000,001 bytes; at most 1,000,000 are read"],
    ),
    "symbolic-link": (link_file, ["glossary/hosts.yml: a symbolic link; put the file itself here"]),
    "symbolic-link-to-folder": (
        link_folders,
        [
            "content/pages/etc: a symbolic link; put the file itself here",
            "content/tools: a symbolic link; put the file itself here",
        ],
    ),
}


def apply(root: Path, files: dict[str, Any]) -> None:
    """Change the project as a case says. Each replaced text must occur exactly once."""
    for path, change in files.items():
        file = root / path
        if change is None:
            file.unlink()
        elif isinstance(change, str):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(change, "utf-8")
        else:
            text = file.read_text("utf-8")
            for edit in change:
                assert text.count(edit["old"]) == 1, f"{path} should hold {edit['old']!r} once"
                text = text.replace(edit["old"], edit["new"])
            file.write_text(text, "utf-8")


def damaged(names: Iterable[str]) -> list[Problem]:
    """Problems of a fresh project to which all the named cases are applied."""
    with tempfile.TemporaryDirectory() as folder:
        root = copy_project(Path(folder) / "project")
        for name in names:
            if name in BYTES:
                BYTES[name][0](root)
            else:
                apply(root, CASES[name]["files"])
        return inspect(root, TODAY)[2]


@cache
def found(name: str) -> list[Problem]:
    """Problems of one case."""
    return damaged([name])


def expected(name: str) -> list[str]:
    """What one case must say."""
    return BYTES[name][1] if name in BYTES else CASES[name]["problems"]


@pytest.mark.parametrize("name", [*CASES, *BYTES])
def test_exact_problems(name: str) -> None:
    problems = found(name)
    assert [str(problem) for problem in problems] == expected(name)
    assert problems == sorted(problems)


def test_every_rule_has_a_failing_case() -> None:
    seen = {problem.rule for name in CASES for problem in found(name)}
    assert {rule.name for rule in RULES} - {"diagram-syntax"} <= seen, "diagrams are drawn by test_diagram.py"


def test_rules_have_distinct_names_and_reasons() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.why.endswith(".") for rule in RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_shows_what_it_refuses_and_what_it_accepts(rule: Rule) -> None:
    assert rule.bad != rule.good
    for example in (rule.bad, rule.good):
        assert yaml.load(example, yaml.BaseLoader), "an example is YAML that can stand in a record"


UNREADABLE = [
    "alias-bomb", "bad-file-name", "empty-file", "enum", "figure-without-origin", "javascript-address", "list-at-top",
    "list-empty", "list-entry-wrong", "misspelled-folder", "number-hexadecimal", "symbolic-link", "value-cut-at-hash",
]  # fmt: skip
UNTRUE = [
    "alias-stolen", "contradiction", "figures-differ", "flow-order-shared", "reference-in-summary",
    "references-differ", "tool-not-named", "unknown-reference", "unknown-root",
]  # fmt: skip


@pytest.mark.parametrize("names", [UNREADABLE, UNTRUE, UNREADABLE[:5] + UNTRUE[:5]], ids=["unreadable", "untrue", "both"])
def test_ten_broken_files_are_reported_at_once(names: list[str]) -> None:
    problems = damaged(names)
    assert len({problem.path for problem in problems}) >= 10
    assert problems == sorted(problems)
    assert {str(problem) for problem in problems} == {line for name in names for line in expected(name)}


def test_two_runs_say_the_same() -> None:
    assert damaged(UNREADABLE) == damaged(UNREADABLE)
