"""The path of a first-time contributor, and the pages that describe it: what they quote is what the tools say and the code holds."""

import ast
import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from accelmap_site.build import Site, inspect, texts
from accelmap_site.check import OPEN, RULES
from accelmap_site.cli import main
from accelmap_site.pages import pages
from accelmap_site.pages.contributing import Law, Manual, contributing
from accelmap_site.pages.contributing.fields import FIELDS, PARTS
from accelmap_site.pages.contributing.reasons import REASONS
from accelmap_site.schema import KINDS, Catalog, Record, parts_in
from conftest import REPOSITORY
from test_architecture import DOORS, MODULES, ROWS, SOURCE, row_name
from test_new import fill

QUOTED = REPOSITORY / "templates/partials/contributing"
RECORD = """\
title: {zh: 示例缓存, en: Example cache}
summary:
  zh: 把重复请求的开头留在显存里，下一次直接取用。
  en: Keeps the beginning of repeated requests in memory, so that the next one starts from there.
categories: [inference-serving]
stages: [serve]
layer: application
bottlenecks: {memory-bound: 1}
introduced: 2024-05
maturity: research
mechanism:
  zh: 请求到来时按内容查找已有的块，命中的部分不再计算；计算量减少 {{ fact("saved") }}。块由 [PagedAttention][paged-attention] 管理。
  en: "A request is matched against the blocks that exist, and what is found is not computed again, which saves {{ fact('saved') }} of the
    work. The blocks are those of [PagedAttention][paged-attention]."
use_when:
  - {zh: 许多请求共用同一段开头, en: Many requests share one beginning}
avoid_when:
  - {zh: 请求互不相同，查找只是白费时间, en: "Requests share nothing, so that each lookup is wasted"}
no_tool: {zh: 只有论文里的原型。, en: There is only the prototype of the paper.}
relations:
  combines_with: [paged-attention]
facts:
  saved: {value: "38", unit: "%", source: paper}
sources:
  - {key: paper, kind: paper, title: A cache for an example, url: "https://example.org/paper", year: 2024, locator: "§3, Table 2",
    supports: [mechanism, introduced, facts]}
verified: 2026-01-15
"""
PATH = "content/techniques/my-technique.yml"
KEPT = 3


def accelmap(root: Path, command: str, *arguments: str) -> tuple[int, str]:
    """Run a command; an exception that escapes it fails the test."""
    answer = CliRunner().invoke(main, [command, "--root", str(root), *arguments], catch_exceptions=False)
    return answer.exit_code, answer.output


@dataclass
class Walk:
    """The steps of a newcomer: exit code and answer of each command by step."""

    root: Path
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)
    skeleton: str = ""

    def run(self, step: str, command: str, *arguments: str) -> None:
        self.answers[step] = accelmap(self.root, command, *arguments)

    def write(self, *changes: tuple[str, str]) -> None:
        text = RECORD
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (self.root / PATH).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """A fresh clone in which somebody starts a record, makes mistakes, and gets it right."""
    root = tmp_path_factory.mktemp("newcomer") / "accelmap"
    answer = subprocess.run(["git", "clone", "-q", str(REPOSITORY), str(root)], capture_output=True, text=True, check=False)
    if answer.returncode:
        pytest.skip(f"no repository to clone: {answer.stderr.strip()}")
    path = Walk(root)
    path.run("new", "new", "technique", "my-technique")
    path.skeleton = (root / PATH).read_text("utf-8")
    path.run("open", "check")
    path.write(("layer: ", "layr: "))
    path.run("field", "check")
    path.write(("combines_with: [paged-attention]", "combines_with: [paged-atention]"), ("each lookup", "38% of the time"))
    path.run("slips", "check")
    path.write()
    path.run("show", "show", "my-technique")
    path.run("clean", "check")
    return path


def quote(step: str, answer: str) -> str:
    """An answer as the tutorial prints it: what the newcomer typed, what came back, long lists cut."""
    typed = {"new": "new technique my-technique", "show": "show my-technique"}.get(step, "check")
    lines = re.sub(r"(?m)^\d+ records", "… records", answer).splitlines()
    if step == "open":
        lines = [*lines[:KEPT], "…", *lines[-2:]]
    return "\n".join(line.rstrip() for line in [f"$ accelmap {typed}", *lines]) + "\n"


def approved(name: str, text: str) -> str:
    """What the site quotes. Set ACCELMAP_UPDATE_GOLDEN=1 to quote what is said now; look at the difference before you commit it."""
    file = QUOTED / name
    raw = f"{{% raw %}}{text}{{% endraw %}}\n" if name.endswith(".txt") else text
    if os.environ.get("ACCELMAP_UPDATE_GOLDEN") == "1":
        file.write_text(raw, "utf-8")
    found = file.read_text("utf-8")
    return found.removeprefix("{% raw %}").removesuffix("{% endraw %}\n") if name.endswith(".txt") else found


STEPS = {"new": 0, "open": 1, "field": 1, "slips": 1, "clean": 0, "show": 0}


@pytest.mark.parametrize("step", STEPS)
def test_the_tutorial_quotes_what_the_tools_say(step: str, walked: Walk) -> None:
    code, answer = walked.answers[step]
    assert code == STEPS[step], answer
    said = quote(step, answer)
    places = re.compile(r":\d+:\d+:" if step == "open" else r"(?!)")
    assert places.sub(":", approved(f"{step}.txt", said)) == places.sub(":", said)


def test_the_tutorial_shows_the_record_that_passes() -> None:
    assert approved("record.txt", RECORD) == RECORD


def test_each_open_place_of_a_skeleton_is_reported_and_nothing_else(walked: Walk) -> None:
    lines = walked.answers["open"][1].splitlines()[:-1]
    assert len(lines) > 5
    assert all(line.startswith(f"{PATH}:") and OPEN in line for line in lines)


def test_a_filled_skeleton_passes_and_has_a_page_in_both_languages(walked: Walk) -> None:
    schema = json.loads((walked.root / ".cache/schema/ids/technique.json").read_text("utf-8"))
    relieving = fill(walked.skeleton, schema).replace("\nsources:\n", "\nbottlenecks: {oom: 1}\nsources:\n")
    (walked.root / PATH).write_text(relieving, "utf-8")
    catalog, graph, problems = inspect(walked.root)
    assert [str(problem) for problem in problems] == []
    found = [page for page in pages(catalog, graph) if page.path.endswith("techniques/my-technique.md")]
    previews = texts(walked.root, catalog, graph, found)
    assert set(previews) == {"techniques/my-technique.md", "en/techniques/my-technique.md"}
    assert "填好的文字" in previews["techniques/my-technique.md"]
    assert "Text that was filled in" in previews["en/techniques/my-technique.md"]


# -- pages from the registry and the classes -----------------------------------


@pytest.fixture(scope="module")
def markdown(intact_site: Site) -> dict[str, str]:
    return dict(intact_site.markdown)


def test_every_rule_has_a_page_with_its_reason_in_both_languages(markdown: dict[str, str]) -> None:
    for rule in RULES:
        assert rule.name in REASONS, f"say in Chinese in pages/contributing/reasons.py why there is {rule.name}"
        assert REASONS[rule.name] in markdown[f"contributing/rules/{rule.name}.md"]
        assert rule.why in markdown[f"en/contributing/rules/{rule.name}.md"].replace("&#39;", "'")
        for locale in ("", "en/"):
            assert f'href="{rule.name}/"' in markdown[f"{locale}contributing/rules/index.md"]


def test_examples_of_a_rule_are_shown_as_text(catalog: Catalog, graph: Any, intact: Path) -> None:
    law = Law("left-open", "unfilled", {"zh": "为什么", "en": "Why."}, "a: <b>\n\n  - FILL_IN {{ x }}", "a: b")
    guide = Manual((law,), {})
    found = [page for page in contributing(catalog, guide, "en") if page.path.endswith("left-open.md")]
    (text,) = texts(intact, catalog, graph, found).values()
    assert "<pre><code>a: &lt;b&gt;&#10;&#10;  - FILL_IN {{ x }}</code></pre>" in text
    assert "## What it wants" in text


def described() -> dict[str, set[str]]:
    """Every field of every class that can stand in a record, by class; of records, only fields of their own."""
    classes: dict[str, set[str]] = {"Record": set(Record.model_fields)}
    waiting: list[Any] = list(KINDS.values())
    while waiting:
        kind = waiting.pop()
        if kind.__name__ not in classes:
            own = set(Record.model_fields) if issubclass(kind, Record) else set()
            classes[kind.__name__] = set(kind.model_fields) - own
            waiting += [part for name in kind.model_fields for part in parts_in(kind, name)]
    return classes


def test_every_field_is_listed_with_a_meaning_in_both_languages(markdown: dict[str, str]) -> None:
    found = described()
    missing = [f"{kind}.{name}" for kind, names in found.items() for name in sorted(names) if not FIELDS.get(kind, {}).get(name)]
    assert missing == [], "say in Chinese in pages/contributing/fields.py what they mean"
    assert sorted(set(found) - {"Record"} - set(PARTS)) == []
    for kind, record in KINDS.items():
        for locale in ("", "en/"):
            page = markdown[f"{locale}contributing/schema/{kind}.md"]
            rows = set(re.findall(r'<tr id="field-([a-z_]+)">', page))
            assert rows == set(record.model_fields)


def test_the_list_of_fields_tells_required_from_optional_and_names_the_words(markdown: dict[str, str]) -> None:
    page = markdown["en/contributing/schema/technique.md"]
    row = dict(re.findall(r'<tr id="field-([a-z_]+)">(.*?)</tr>', page))
    assert "required" in row["maturity"]
    assert "one of <code>research</code> <code>available</code>" in row["maturity"]
    assert "required" not in row["gains"]
    assert '<td>list of <a href="#part-gain">Gain</a></td>' in row["gains"]
    assert "list from <code>taxonomy/categories.yml</code>" in row["categories"]
    assert set(re.findall(r'href="#(part-[a-z]+)"', page)) <= set(re.findall(r"\{: #(part-[a-z]+) \}", page))


# -- the code ------------------------------------------------------------------


def first_line(name: str) -> str:
    """What a room says of itself."""
    module = f"{name}/__init__.py" if f"{name}/__init__.py" in MODULES else f"{name}.py"
    said = ast.get_docstring(ast.parse((SOURCE / module).read_text("utf-8"))) or ""
    return said.split("\n\n")[0].replace("\n", " ").replace("``", "")


def test_the_rooms_on_the_site_are_those_of_the_code() -> None:
    assert set(ROWS) == {row_name(module) for module in MODULES}
    order = {row: place for place, row in enumerate(sorted({row for name, row in ROWS.items() if name != "__init__"}))}
    rooms = [(order[row], name, first_line(name)) for name, row in sorted(ROWS.items(), key=lambda one: (one[1], one[0])) if name[0] != "_"]
    lines = [f"  ({row}, {json.dumps(name)}, {json.dumps(said, ensure_ascii=False)})," for row, name, said in rooms]
    doors = [f"  ({json.dumps(name)}, {json.dumps(places)})," for name, places in sorted(DOORS.items()) if any(places)]
    text = "\n".join(["{% set rooms = [", *lines, "] %}", "{% set doors = [", *doors, "] %}"]) + "\n"
    assert approved("rooms.jinja", text) == text


def test_every_room_is_explained_in_chinese() -> None:
    page = (REPOSITORY / "templates/pages/contributing/code.zh.md.jinja").read_text("utf-8")
    said = set(re.findall(r'(?m)^  "([a-z_]+)": "', page))
    assert set(ROWS) - {"__init__"} <= said, "say in Chinese in code.zh.md.jinja what these rooms do"


def test_the_pages_are_linked_from_the_menu_and_the_documents_of_the_repository(intact: Path, catalog: Catalog, graph: Any) -> None:
    menu = [page.path for page in pages(catalog, graph) if page.menu]
    assert {"contributing/index.md", "en/contributing/index.md"} <= set(menu)
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "contributing/" in (REPOSITORY / name).read_text("utf-8")
