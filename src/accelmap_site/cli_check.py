"""``accelmap check``: every problem, as text, JSON or annotations; once or at every change; with mechanical repairs."""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

import click

from .cli_options import ROOT, one_line, replace_file
from .errors import Problem, summary

PAUSE = 0.4
_WAIT = threading.Event()


@click.command(name="check")
@ROOT
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True,
    help="text: a line a problem; json: one object; github: workflow commands, shown as annotations on the lines of a pull request.",
)  # fmt: skip
@click.option("--fix", is_flag=True, help="First repair BOM, CRLF, NFC, tabs and full-width colons after keys, spaces at ends of lines.")
@click.option("--diagrams", is_flag=True, help="Let mermaid read every diagram, too, once the records are sound. Needs Node and npm ci.")
@click.option("--watch", is_flag=True, help="Check again at every change, until interrupted.")
def check_command(root: Path, form: str, fix: bool, diagrams: bool, watch: bool) -> None:
    """Report every problem of the tree, sorted, one a line.

    Exit codes: 0 no problems, 1 problems, 2 called wrongly.

    \b
    Example:
      accelmap check
      accelmap check --fix
      accelmap check --diagrams
      accelmap check --watch
      accelmap check --format github
    """
    with one_line():
        if fix:
            _fix(root, quiet=form == "json")
        if watch:
            watched(root, lambda: _report(root, form, diagrams), _WAIT.wait)
        elif _report(root, form, diagrams):
            sys.exit(1)


def _report(root: Path, form: str, diagrams: bool) -> bool:
    """Check and print; whether there are problems."""
    from .inspection import inspect

    catalog, graph, problems = inspect(root, date.today().isoformat())
    if diagrams and not problems:
        from .check import diagram_problems
        from .mermaid import drawn  # brings along all that makes pages, which a check does not need

        problems = diagram_problems(catalog, graph, drawn(root, catalog, graph))
    count = len(catalog.items)
    if form == "json":
        from .export import dump

        click.echo(dump({"schema_version": 1, "records": count, "problems": [asdict(problem) for problem in problems]}), nl=False)
    elif problems:
        click.echo("\n".join([*(annotation(one) for one in problems), _count(problems)]) if form == "github" else summary(problems))
    else:
        click.echo(f"{count} records, no problems")
    return bool(problems)


def _count(problems: Sequence[Problem]) -> str:
    return summary(problems).rpartition("\n")[2]


def annotation(problem: Problem) -> str:
    """A problem as a workflow command of GitHub Actions."""
    place = {"file": problem.path, "line": str(problem.line or 1), **({"col": str(problem.column)} if problem.column else {})}
    named = ",".join(f"{name}={_property(value)}" for name, value in {**place, "title": f"accelmap: {problem.rule}"}.items())
    said = f"{problem.field}: {problem.message}" if problem.field else problem.message
    return f"::error {named}::{_data(said + (f'; {problem.hint}' if problem.hint else ''))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _fix(root: Path, quiet: bool) -> None:
    """Repair files in place and say which."""
    from .edit import repaired

    for file in sources(root):
        data = file.read_bytes()
        better, done = repaired(data)
        if better != data:
            replace_file(file, better)
            click.echo(f"fixed {file.relative_to(root).as_posix()}: {', '.join(done)}", err=quiet)


def sources(root: Path) -> Iterator[Path]:
    """Every YAML file of a tree that is a plain file."""
    from .load import record_files
    from .schema import LISTS

    for file in [*record_files(root), *(root / f"taxonomy/{name}.yml" for name in LISTS)]:
        if file.is_file() and not file.is_symlink():
            yield file


def watched(root: Path, report: Callable[[], object], wait: Callable[[float], object]) -> None:
    """Report now and at every change of a source, until interrupted. ``wait`` is given the pause in seconds."""
    seen: object = None
    try:
        while True:
            now = {file: (status.st_mtime_ns, status.st_size) for file in sources(root) if (status := _status(file))}
            if now != seen:
                click.echo("--" if seen is not None else "watching; Ctrl-C ends it", err=True)
                seen = now
                report()
                sys.stdout.flush()
            wait(PAUSE)
    except KeyboardInterrupt:
        return


def _status(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:
        return None
