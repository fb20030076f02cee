"""Time of every command on the content of a project, beside the time of its help.

    python benchmarks/commands.py [PROJECT]      this project unless told otherwise

Each call runs in a process of its own, in a copy of the records; the best of five counts, of processor time (user) and of seconds
on the wall each for itself. Commands that change files are undone before the next call. Prints the table of README.md.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 5
FOLDERS = ("content", "glossary", "taxonomy", "templates")
PROGRAM = [sys.executable, "-c", "from accelmap_site.cli import main; main()"]
HELP = ("", "check", "diagnose", "diff", "export", "fmt", "links", "new", "rename", "show", "stale", "write")
UNDO = {"new technique brand-new": "content/techniques/brand-new.yml"}
CALLS = (
    "show mla", "stale", "fmt --check", "fmt --check content/techniques/mla.yml", "fmt", "new technique brand-new",
    "rename mla mla-again --dry-run", "rename mla mla-again", "rename mla-again mla",
    "diagnose --stage serve --tpot-ms 80 --batch 4 --hardware h100", "export schema out", "export csv out", "export json out", "check",
)  # fmt: skip


@dataclass(frozen=True)
class Run:
    """Seconds of processor time in user mode, and on the wall."""

    user: float
    wall: float


def timed(call: str, folder: Path) -> Run:
    """Run a command in a folder and stop the benchmark if it was called wrongly."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.perf_counter()
    done = subprocess.run([*PROGRAM, *call.split()], cwd=folder, capture_output=True, text=True, check=False)
    wall = time.perf_counter() - start
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise SystemExit(f"accelmap {call}\n{done.stderr}")
    return Run(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, wall)


def measured(folder: Path) -> dict[str, Run]:
    """The best of all rounds for each call. Rounds follow one another, so that a busy minute does not spoil all runs of one call."""
    calls = [*(f"{name} --help".strip() for name in HELP), *CALLS]
    runs: dict[str, list[Run]] = {call: [] for call in calls}
    for _ in range(ROUNDS):
        for call in calls:
            runs[call].append(timed(call, folder))
            if call in UNDO:
                (folder / UNDO[call]).unlink()
    return {call: Run(min(run.user for run in found), min(run.wall for run in found)) for call, found in runs.items()}


def main() -> None:
    """Copy the records, run everything, print the table."""
    project = Path(sys.argv[1] if sys.argv[1:] else Path(__file__).parent.parent)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in FOLDERS:
            shutil.copytree(project / part, folder / part)
        found = measured(folder)
    print("| command | user | wall |\n| --- | ---: | ---: |")
    for call, run in found.items():
        print(f"| `{call}` | {run.user:.2f} s | {run.wall:.2f} s |")


if __name__ == "__main__":
    main()
