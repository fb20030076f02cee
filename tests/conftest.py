"""A small complete project to test with: ``tests/project`` under the labels and templates of the real one."""

import shutil
from pathlib import Path

import pytest

from accelmap_site.build import inspect
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog

REPOSITORY = Path(__file__).parent.parent
TODAY = "2026-01-15"
"""A day after every ``verified`` in the project, so that tests do not depend on the clock."""


def copy_project(target: Path) -> Path:
    """Write a complete copy of the test project to ``target``."""
    shutil.copytree(REPOSITORY / "tests/project", target)
    shutil.copytree(REPOSITORY / "templates", target / "templates")
    shutil.copyfile(REPOSITORY / "taxonomy/labels.yml", target / "taxonomy/labels.yml")
    return target


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project that a test may damage."""
    return copy_project(tmp_path / "project")


@pytest.fixture(scope="session")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that all tests share and none changes."""
    return copy_project(tmp_path_factory.mktemp("shared") / "project")


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
def real_project() -> tuple[Catalog, Graph]:
    """Catalog and graph of the records in this repository, whether or not they pass every check."""
    loaded, graph, _ = inspect(REPOSITORY)
    return loaded, graph
