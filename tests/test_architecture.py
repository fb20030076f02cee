"""The shape of the package: which module may know which, how long anything may be, where libraries enter."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = "accelmap_site"
SOURCE = Path(__file__).parent.parent / "src" / PACKAGE
MODULES = sorted(file.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("*.py"))

ROWS = {
    "__init__": 0, "cores": 0, "errors": 0, "schema": 1, "load": 2, "graph": 2, "formula": 2, "compare": 2.5, "facts": 2.5,
    "check": 3, "diagram": 3, "export": 3,
    "diagnosis": 3, "stack": 3, "freshness": 3, "inspection": 4,
    "pages": 4, "edit": 4, "cli_options": 5, "render": 5, "build": 6, "search": 6,
    "cli_diagnose": 6, "links": 6, "diff": 6, "mermaid": 6.5,
    "cli_check": 7, "cli_data": 7, "cli_edit": 7, "cli_links": 7, "cli_diff": 7, "cli_show": 7, "cli_write": 7, "plugin": 8, "cli": 8,
}  # fmt: skip
"""A module or package imports only from rows with a lower number, and from its own package. The checks ask compare for columns."""

DOORS: dict[str, tuple[str, ...]] = {
    "yaml": ("load/tree.py", "load/nodes.py"),
    "pydantic": ("schema/", "load/typed.py"),
    "jinja2": ("render/render.py",),
    "markdown": ("render/prose.py",),
    "nh3": ("render/prose.py",),
    "autocorrect_py": ("check/spacing.py",),
    "latex2mathml": ("render/math.py",),
    "pint": ("formula/units.py",),
    "pypinyin": ("pages/glossary.py",),
    "pagefind": ("search.py",),
    "cbor2": ("search.py",),
    "mkdocs": ("plugin.py",),
    "selectolax": ("links/page.py",),
    "httpx": ("links/external.py",),
    "stamina": ("links/external.py",),
    "click": ("cli",),
    "rich": ("cli_show.py",),
    "rapidfuzz": ("",),
    "markupsafe": ("",),
}
"""Where each library may be imported: paths below the package by their beginning."""

OUTSIDE_A_BUILD = ("links/", "diff/", "mermaid.py", "cli_check.py", "cli_links.py", "cli_diff.py")
"""Commands that look at a site or at history: they may use the network, git and the clock, and no build imports them."""

MODULE_LINES, FUNCTION_LINES, HOOK_LINES = 300, 40, 15
NAMES_FOR_NOTHING = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "from_string"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
each_module = pytest.mark.parametrize("module", MODULES)


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse((SOURCE / module).read_text("utf-8"))


def functions(module: str) -> Iterator[Function]:
    return (node for node in ast.walk(tree_of(module)) if isinstance(node, Function))


def row_name(module: str) -> str:
    """``schema/parts.py`` → ``schema``; ``cli.py`` → ``cli``."""
    return module.partition("/")[0].removesuffix(".py")


def imported(module: str) -> Iterator[str]:
    """Dotted names that a module imports, own ones from the root of the package: ``accelmap_site.schema``."""
    package = [PACKAGE, *Path(module).parent.parts]
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{name}.{alias.name}" for alias in node.names) if name == PACKAGE else (name,)


def own_imports(module: str) -> set[str]:
    """Rows of the package that a module imports from."""
    names = {name.split(".")[1] for name in imported(module) if name.startswith(f"{PACKAGE}.")}
    return {name if name in ROWS else "__init__" for name in names} - {row_name(module)}


def length(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_every_module_has_a_row() -> None:
    assert {row_name(module) for module in MODULES} == set(ROWS)


@each_module
def test_imports_come_from_rows_above(module: str) -> None:
    here = ROWS[row_name(module)]
    assert {name: ROWS[name] for name in own_imports(module) if ROWS[name] >= here and module != "__init__.py"} == {}


def test_a_build_imports_nothing_that_uses_the_network() -> None:
    inside = {row_name(module) for module in MODULES} - {row_name(module) for module in MODULES if module.startswith(OUTSIDE_A_BUILD)}
    importers = {
        name for module in MODULES if row_name(module) in inside for name in own_imports(module) if name in ("links", "diff", "mermaid")
    }
    assert importers == set()


@each_module
def test_packages_are_entered_by_their_front_door(module: str) -> None:
    inner = {name for name in imported(module) if name.startswith(f"{PACKAGE}.") and name.count(".") > 1}
    assert {name for name in inner if name.split(".")[1] != row_name(module)} == set()


@each_module
def test_each_library_has_one_door(module: str) -> None:
    libraries = {name.partition(".")[0] for name in imported(module)} - {PACKAGE, *sys.stdlib_module_names}
    assert {name for name in libraries if not module.startswith(DOORS.get(name, ("-",)))} == set()


@each_module
def test_modules_and_functions_are_short(module: str) -> None:
    assert len((SOURCE / module).read_text("utf-8").splitlines()) <= MODULE_LINES
    assert {node.name: length(node) for node in functions(module) if length(node) > FUNCTION_LINES} == {}


def test_hooks_are_thin() -> None:
    hooks = [node for node in functions("plugin.py") if node.name.startswith("on_")]
    assert hooks
    assert {node.name: length(node) for node in hooks if length(node) > HOOK_LINES} == {}


@each_module
def test_names_say_something(module: str) -> None:
    assert not NAMES_FOR_NOTHING & set(Path(module).with_suffix("").parts)


def is_rule(node: ast.AST) -> bool:
    """A check under ``@rule("why")``: the reason is its docstring."""
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "rule" and call.args
        for call in getattr(node, "decorator_list", ())
    )


def public(node: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | Function]:
    """Public classes and functions of a module, methods included, functions inside functions not."""
    for child in node.body:
        if isinstance(child, ast.ClassDef | Function) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


@each_module
def test_everything_public_is_explained(module: str) -> None:
    assert ast.get_docstring(tree_of(module))
    assert [node.name for node in public(tree_of(module)) if not ast.get_docstring(node) and not is_rule(node)] == []


@each_module
def test_no_data_is_run_as_code(module: str) -> None:
    calls = {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        if not (isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == "re")
    }
    assert calls & FORBIDDEN_CALLS == set()


@each_module
def test_a_build_knows_no_clock_no_network_and_no_chance(module: str) -> None:
    if module.startswith(OUTSIDE_A_BUILD):
        return
    roots = {name.partition(".")[0] for name in imported(module)}
    assert roots & {"random", "secrets", "socket", "http", "urllib", "requests", "time"} == set()
    assert "subprocess" not in roots or module == "search.py", "only the index of Pagefind is made by another program"
    clocks = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Attribute) and node.attr in ("today", "now")]
    assert all(module.startswith("cli") or (isinstance(node.value, ast.Name) and node.value.id == "subject") for node in clocks)
