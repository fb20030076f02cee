"""``accelmap show``: a record, its edges both ways and its problems."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .cli_options import ROOT, stop
from .errors import AccelmapError, summary

if TYPE_CHECKING:
    from .graph import Graph
    from .schema import Catalog, Item


@click.command()
@ROOT
@click.argument("record_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="The whole record as JSON.")
def show(root: Path, record_id: str, as_json: bool) -> None:
    """Show a record, its edges both ways and its problems.

    Exit codes: 0 the record has no problems, 1 it has, 2 there is no such record.

    \b
    Example:
      accelmap show paged-attention
    """
    from .inspection import inspect

    try:
        catalog, graph, problems = inspect(root, date.today().isoformat(), frozenset({record_id}))
    except AccelmapError as error:
        stop(str(error))
    item = catalog.items.get(record_id)
    own = [problem for problem in problems if Path(problem.path).stem == record_id]
    if item is None and own:
        click.echo(summary(own))
        sys.exit(1)
    if item is None:
        from rapidfuzz import process

        near = process.extractOne(record_id, list(catalog.items), score_cutoff=60)
        stop(f'no record "{record_id}"' + (f'; did you mean "{near[0]}"?' if near else ""))
    if as_json:
        from .export import dump

        click.echo(dump({"id": item.id, "kind": item.kind, **item.record.model_dump(mode="json", exclude_defaults=True)}), nl=False)
    else:
        _print(item, catalog, graph)
    if own:
        click.echo(summary(own), err=as_json)
        sys.exit(1)


def _print(item: "Item", catalog: "Catalog", graph: "Graph") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    record = item.record
    console.print(f"{item.id}  ({item.kind})  {item.file}", style="bold")
    console.print(f"{record.title.zh} / {record.title.en}" + (f" ({record.abbr})" if record.abbr else ""))
    console.print(record.summary.zh)
    console.print(record.summary.en)
    table = Table(box=None, pad_edge=False)
    for name in ("relation", "record", "title"):
        table.add_column(name)
    for (relation, forward), found in graph.neighbours(item.id).items():
        declared = graph.types.get(relation)
        label = (declared.label if forward else declared.inverse).en if declared else relation
        for near in found:
            title = catalog.items[near.id].record.title.en if near.id in catalog.items else ""
            table.add_row(label, near.id, title)
    console.print(table)
    console.print(f"sources: {', '.join(source.address for source in record.sources)}")
    console.print(f"verified: {record.verified}")
