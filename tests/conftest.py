"""A small complete project to test with: ``tests/project`` under the labels and templates of the real one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

from accelmap_site.build import Site, build, inspect
from accelmap_site.errors import Problem
from accelmap_site.graph import Graph
from accelmap_site.load import folder as reading
from accelmap_site.schema import Catalog

REPOSITORY = Path(__file__).parent.parent
SITE_URL = "https://accelmap.example/prefix/"
TODAY = "2026-01-15"
"""A day after every ``verified`` in the project, so that tests do not depend on the clock."""

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


def pytest_configure() -> None:
    """Parse each text once: a run loads the records of the repository fifty times, and parsing is most of it."""
    reading.plain = lru_cache(maxsize=8192)(reading.plain)


def copy_project(target: Path) -> Path:
    """Write a complete copy of the test project to ``target``."""
    shutil.copytree(REPOSITORY / "tests/project", target)
    shutil.copytree(REPOSITORY / "templates", target / "templates")
    shutil.copyfile(REPOSITORY / "taxonomy/labels.yml", target / "taxonomy/labels.yml")
    return target


def copy_for_mkdocs(target: Path) -> Path:
    """Write a copy of the test project to ``target`` with all that ``mkdocs build`` needs."""
    copy_project(target)
    shutil.copytree(REPOSITORY / "content/pages", target / "content/pages")
    shutil.copyfile(REPOSITORY / "mkdocs.yml", target / "mkdocs.yml")
    (target / "node_modules").symlink_to(REPOSITORY / "node_modules")
    return target


def unmeasured() -> dict[str, str]:
    """Variables for a program that runs what other tests have measured: coverage takes as long as the program itself."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_PROCESS")}


def mkdocs_environment(measured: bool = True, **changes: str) -> dict[str, str]:
    """Variables under which tests run mkdocs."""
    own = {"NO_MKDOCS_2_WARNING": "1", "SITE_URL": SITE_URL, "REPOSITORY_URL": "https://github.com/example/accelmap"}
    return {**(os.environ if measured else unmeasured()), **own, **changes}


def mkdocs_build(root: Path, *options: str, measured: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``mkdocs build --strict`` in a folder."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", *options]
    variables = mkdocs_environment(measured, **environment)
    return subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, timeout=120, check=False)


@dataclass(frozen=True)
class Built:
    """A folder, the site that mkdocs built from it, and what it said."""

    root: Path
    site: Path
    said: str


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that one process fills and all processes of a parallel test run share."""
    base = factory.getbasetemp()
    parallel = "PYTEST_XDIST_WORKER" in os.environ
    folder = (base.parent if parallel else base) / name
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            making = folder.with_name(f"{name}.making")
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            make(making)
            making.rename(folder)
    return folder


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The intact project built by mkdocs. All tests share it and none changes it."""

    def build(folder: Path) -> None:
        answer = mkdocs_build(copy_for_mkdocs(folder / "project"))
        (folder / "said").write_text(answer.stderr, encoding="utf-8")
        assert answer.returncode == 0, answer.stderr

    folder = once(tmp_path_factory, "built", build)
    return Built(folder / "project", folder / "project/site", (folder / "said").read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project that a test may damage."""
    return copy_project(tmp_path / "project")


@pytest.fixture(scope="session")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that all tests share and none changes."""
    return copy_project(tmp_path_factory.mktemp("shared") / "project")


@pytest.fixture(scope="session")
def intact_site(intact: Path) -> Site:
    """The intact project as a site in memory."""
    return build(intact)


@pytest.fixture(scope="session")
def inspected(intact: Path) -> tuple[Catalog, Graph]:
    """Catalog and graph of the intact project."""
    catalog, graph, problems = inspect(intact, TODAY)
    assert problems == []
    return catalog, graph


@pytest.fixture(scope="session")
def catalog(inspected: tuple[Catalog, Graph]) -> Catalog:
    """Records and lists of the intact project."""
    return inspected[0]


@pytest.fixture(scope="session")
def graph(inspected: tuple[Catalog, Graph]) -> Graph:
    """Edges of the intact project."""
    return inspected[1]


@pytest.fixture(scope="session")
def real_inspected() -> tuple[Catalog, Graph, list[Problem]]:
    """Catalog and graph of the records in this repository, and what is wrong with them."""
    return inspect(REPOSITORY)


@pytest.fixture(scope="session")
def real_project(real_inspected: tuple[Catalog, Graph, list[Problem]]) -> tuple[Catalog, Graph]:
    """Catalog and graph of the records in this repository, whether or not they pass every check."""
    return real_inspected[:2]
