"""Time and memory of check, write and the full build over synthetic projects, beside plain Material and Zensical.

    python benchmarks/run.py [RECORDS ...]      300, 1,000 and 3,000 unless told otherwise
    python benchmarks/run.py check              check alone: the real content, 1,000, 3,000 and 10,000 records, best of five runs

Each command runs in a process of its own; the best of three runs counts up to 300 records, of two up to 1,000. Memory is
the peak of the largest process that the command started. Plain Material and Zensical build the very files that
`accelmap write` made, Material with its own search, both without hooks of this project. Prints the tables of README.md.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from dataclasses import dataclass
from pathlib import Path

import corpus

ZENSICAL = "zensical==0.0.73"
CHECKED = (1_000, 3_000, 10_000)
CHECK = [sys.executable, "-c", "from accelmap_site.cli import main; main()", "check"]
PLAIN = """site_name: plain
site_url: https://example.org/
docs_dir: docs
theme: {name: material}
plugins: [search]
nav: [index.md]
not_in_nav: "*"
markdown_extensions:
  - attr_list
  - pymdownx.superfences
  - toc: {permalink: "#", toc_depth: 3}
validation: {omitted_files: ignore, unrecognized_links: ignore, not_found: ignore, anchors: ignore, absolute_links: ignore}
"""


@dataclass(frozen=True)
class Run:
    """One command: seconds on the wall, seconds of processor time, peak memory in MB."""

    seconds: float
    processor: float
    memory: float


def timed(command: list[str], folder: Path) -> Run:
    """Run a command in a folder and stop the benchmark if it fails."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}\n{said.decode(errors='replace')}")
    return Run(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def best(command: list[str], folder: Path, size: int, clear: Path | None = None) -> Run:
    """The fastest of several runs; what ``clear`` names is removed before each."""
    runs = []
    for _ in range(3 if size <= 300 else 2 if size <= 1_000 else 1):
        if clear and clear.exists():
            shutil.rmtree(clear)
        runs.append(timed(command, folder))
    return min(runs, key=lambda run: run.seconds)


def zensical(folder: Path) -> str:
    """Zensical in a throw-away environment; returns its command."""
    venv.create(folder, with_pip=True)
    subprocess.run(
        [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", ZENSICAL], check=True, stderr=subprocess.DEVNULL
    )
    return str(folder / "bin/zensical")


def measure(size: int, folder: Path, zensical_command: str) -> dict[str, Run | float]:
    """All numbers of one size."""
    project = corpus.write(size, folder / f"project-{size}")
    (project / "node_modules").symlink_to(corpus.REPOSITORY / "node_modules")
    plain = folder / f"plain-{size}"
    (plain).mkdir()
    (plain / "mkdocs.yml").write_text(PLAIN, encoding="utf-8")
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    accelmap = [sys.executable, "-c", "from accelmap_site.cli import main; main()"]
    found: dict[str, Run | float] = {"check": best([*accelmap, "check"], project, size)}
    found["write"] = best([*accelmap, "write", str(plain / "docs")], project, size, plain / "docs")
    found["build"] = best(mkdocs, project, size, project / "site")
    found["pages"] = float(sum(1 for _ in (project / "site").rglob("*.html")))
    found["site"] = sum(file.stat().st_size for file in (project / "site").rglob("*") if file.is_file()) / 1e6
    found["Material"] = best(mkdocs, plain, size, plain / "site")
    found["Zensical"] = best([zensical_command, "build", "--clean"], plain, size, plain / "site")
    shutil.rmtree(project)
    shutil.rmtree(plain)
    return found


def row(size: int, found: dict[str, Run | float]) -> str:
    """A line of the table."""
    runs = {name: value for name, value in found.items() if isinstance(value, Run)}
    build, pages = runs["build"], float(str(found["pages"]))
    cells = [
        f"{size:,}",
        *(f"{runs[name].seconds:.1f} s ({runs[name].processor:.1f}), {runs[name].memory:.0f} MB" for name in ("check", "write", "build")),
        f"{build.seconds / pages * 1000:.1f} ms",
        f"{found['site']:.0f} MB",
        f"{build.processor / runs['Material'].processor:.2f}",
        f"{build.processor / runs['Zensical'].processor:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def checks(folder: Path) -> None:
    """The table of check alone, with processor seconds of all processes that it starts and the load at the time."""
    print("| records | wall | processor | a record | largest process | load |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    projects = [corpus.REPOSITORY, *(corpus.write(size, folder / f"check-{size}") for size in CHECKED)]
    for project in projects:
        count = sum(1 for _ in [*project.glob("content/*/*.yml"), *project.glob("glossary/*.yml")])
        run = min((timed(CHECK, project) for _ in range(5)), key=lambda run: run.seconds)
        each = run.processor / count * 1000
        load = os.getloadavg()[0]
        print(f"| {count:,} | {run.seconds:.1f} s | {run.processor:.1f} s | {each:.2f} ms | {run.memory:.0f} MB | {load:.1f} |", flush=True)


def main() -> None:
    if sys.argv[1:] == ["check"]:
        with tempfile.TemporaryDirectory() as name:
            checks(Path(name))
        return
    sizes = [int(text) for text in sys.argv[1:]] or [300, 1_000, 3_000]
    print("| records | check | write | full build | a page | site | to Material | to Zensical |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = zensical(folder / "zensical")
        for size in sizes:
            print(row(size, measure(size, folder, command)), flush=True)
        checks(folder)


if __name__ == "__main__":
    main()
