"""``accelmap diff``: what the working tree changes against a revision."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .errors import AccelmapError

if TYPE_CHECKING:
    from .diff import Changes

VERSION = 1


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("revision", metavar="REV")
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", show_default=True, help="Project folder."
)
@click.option("--json", "as_json", is_flag=True, help="Everything as JSON, nothing cut.")
@click.option("--pages/--no-pages", "with_pages", default=True, help="Whether to compare the texts of all pages, too.  [default: pages]")
def diff(revision: str, root: Path, as_json: bool, with_pages: bool) -> None:
    """Say what the working tree changes against the git revision REV, as Markdown for a pull request.

    Records added, removed and renamed (former_ids), fields from old to new, facts that print something else than before with the
    records that quote them, edges, and pages whose text changed. Reads the old tree from the local history; works offline and
    touches nothing.

    Exit codes: 0 the report is complete, 2 no such revision, no git, or no project.

    \b
    Example:
      accelmap diff main
      accelmap diff HEAD~3 --json
    """
    from .diff import changes_since, markdown

    try:
        changes = changes_since(root, revision, with_pages)
    except (AccelmapError, OSError) as error:
        click.echo(" ".join(str(error).split()), err=True)
        sys.exit(2)
    click.echo(_json(changes, revision) if as_json else markdown(changes, revision), nl=False)


def _json(changes: "Changes", revision: str) -> str:
    from .export import dump

    plain: dict[str, Any] = asdict(changes)
    names = ("source", "relation", "target")
    edges = {what: [dict(zip(names, edge, strict=True)) for edge in plain.pop(f"edges_{what}")] for what in ("added", "removed")}
    return dump({"schema_version": VERSION, "revision": revision, "records": plain.pop("entries"), "edges": edges, **plain})
