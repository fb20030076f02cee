"""``accelmap export`` and ``accelmap stale``: the records as data, and what has to be looked at again."""

import sys
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path

import click

from .cli_options import ROOT, one_line, replace_file, write_schemas
from .errors import summary

_API = "api/v1/"


@click.command()
@ROOT
@click.argument("form", metavar="FORMAT", type=click.Choice(["json", "csv", "schema"]))
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def export(root: Path, form: str, folder: Path) -> None:
    """Write the records (json, csv) or their JSON Schema (schema) into DIR.

    FORMAT is json, csv or schema. json and csv are the files that the site publishes under api/v1/. schema holds <kind>.json,
    with the closed lists as allowed values, and ids/<kind>.json, with the ids of all records, too. Files of the same name are
    replaced, others stay. Records must be readable and hold together; what else is wrong with single ones, 'accelmap check' says.

    Exit codes: 0 written, 1 the tree has problems (schema is written all the same), 2 called wrongly.

    \b
    Example:
      accelmap export csv build/tables
      accelmap export schema .cache/schema
    """
    from .load import load

    with one_line():
        if form == "schema":
            count = len(write_schemas(folder, load(root)[0]))
        else:
            from .export import csv_files, json_files
            from .inspection import joined

            catalog, graph, problems = joined(root)
            if problems:
                click.echo(summary(problems))
                sys.exit(1)
            found = dict(json_files(catalog, graph) if form == "json" else csv_files(catalog))
            for path, text in found.items():
                replace_file(folder / path.removeprefix(_API), text.encode("utf-8"))
            count = len(found)
    click.echo(f"{count} files in {folder}")


@click.command(name="stale")
@ROOT
@click.option("--as-of", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Day to judge by, YYYY-MM-DD.  [default: today]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Form of the list.")
def stale_command(root: Path, as_of: datetime | None, form: str) -> None:
    """List the records whose claims are due to be compared with their sources again.

    Tools, flags and commands are due after 90 days, models, hardware and scenarios after a year, definitions and methods
    never. A record counts by its shortest-lived claim.

    Exit codes: 0 nothing is due, 1 something is, 2 called wrongly.

    \b
    Example:
      accelmap stale
      accelmap stale --as-of 2027-03-01 --format json
    """
    from .freshness import DAYS, stale
    from .load import load

    day = as_of.date() if as_of else date.today()
    with one_line():
        catalog, problems = load(root)
    if problems:
        click.echo(f"{len(problems)} problems in the records; 'accelmap check' lists them", err=True)
    found = list(stale(catalog, day))
    if form == "json":
        from .export import dump

        click.echo(dump({"schema_version": 1, "as_of": day.isoformat(), "due": [asdict(one) for one in found]}), nl=False)
    else:
        for one in found:
            age = (day - date.fromisoformat(one.verified)).days
            click.echo(f"{one.file}: {one.claim} due {one.due}; verified {one.verified}, {age} days ago, limit {DAYS[one.claim]}")
        click.echo(f"{len(found)} of {len(catalog.items)} records due on {day.isoformat()}")
    if found:
        sys.exit(1)
