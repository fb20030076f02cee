"""``accelmap new``, ``rename`` and ``fmt``: commands that change the files."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rapidfuzz import process

from .check import EXCEPTIONS
from .cli_options import ROOT, SCHEMAS, one_line, replace_file, stop, write_schemas
from .edit import Renaming, formatted, renaming, skeleton
from .errors import summary
from .export import schemas
from .load import Uneditable, closed_lists, decode, load, name_problems, record_files
from .schema import FOLDERS, KINDS


@click.command()
@ROOT
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@click.argument("record_id", metavar="ID")
def new(root: Path, kind: str, record_id: str) -> None:
    """Start a record: every field explained, the places to fill marked FILL_IN.

    KIND is technique, tool, model, hardware, bottleneck, scenario, trend, formula or term; ID is the name of the
    file, in kebab-case.
    The schema that editors use for completion is written to .cache/schema, too.

    Exit codes: 0 written, 2 called wrongly: an id that is malformed, reserved or taken.

    \b
    Example:
      accelmap new technique paged-attention
    """
    with one_line():
        catalog, _ = load(root)
        for problem in name_problems(record_id, ""):
            stop(f"{problem.message}; {problem.hint}")
        owners = {former: item.id for item in catalog.items.values() for former in item.record.former_ids}
        path = f"{FOLDERS[kind]}/{record_id}.yml"
        if record_id in catalog.items or record_id in catalog.unread or (root / path).exists():
            stop(f'the id "{record_id}" is taken' + (f" by {catalog.items[record_id].file}" if record_id in catalog.items else ""))
        if record_id in owners:
            stop(f'the id "{record_id}" is a former id of {owners[record_id]}, whose old address leads there')
        replace_file(root / path, skeleton(kind, dict(schemas(catalog, EXCEPTIONS))[f"ids/{kind}.json"]).encode("utf-8"))
        write_schemas(root / SCHEMAS, catalog, EXCEPTIONS)
    click.echo(f"{path}: replace every FILL_IN, then run 'accelmap check'")


@click.command()
@ROOT
@click.argument("old")
@click.argument("new_id", metavar="NEW")
@click.option("--dry-run", is_flag=True, help="List every change and write nothing.")
def rename(root: Path, old: str, new_id: str, dry_run: bool) -> None:
    """Give the record OLD the id NEW: its file, all references to it, and a redirect from OLD.

    References change in fields, in prose ([text][OLD]), in predicates and in taxonomy/. OLD joins the former ids of the
    record; going back to a former id takes it from them again and leaves no redirect.

    Exit codes: 0 renamed, or listed with --dry-run; 1 some records cannot be read, so references might be missed; 2 called
    wrongly: there is no OLD, or NEW is malformed or taken.

    \b
    Example:
      accelmap rename paged-attention paged-kv-cache --dry-run
    """
    with one_line():
        catalog, problems = load(root)
        if problems:
            click.echo(summary(problems))
            sys.exit(1)
        found = renaming(root, catalog, old, new_id)
        if not dry_run:
            _write(root, found)
            if (root / SCHEMAS).is_dir():
                write_schemas(root / SCHEMAS, load(root)[0], EXCEPTIONS)
    for change in found.changes:
        click.echo(str(change))
    became = "would become" if dry_run else "is now"
    click.echo(f"{found.moved[0]} {became} {found.moved[1]}; {len(found.changes)} changes in {len(found.texts)} files")


def _write(root: Path, found: Renaming) -> None:
    """The record appears under its new name before it disappears under the old."""
    old, new_path = found.moved
    for path, text in found.texts.items():
        replace_file(root / (new_path if path == old else path), text.encode("utf-8"))
    (root / old).unlink()


@click.command()
@ROOT
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a file would change.")
def fmt(root: Path, files: tuple[Path, ...], only_check: bool) -> None:
    """Write records in one layout: order of fields and of set-like lists, indentation, lines of at most 140 columns.

    Without FILE, all records. Text and comments stay as they are typed, flow collections ({ } and [ ]) are folded between
    their entries. A file whose data or comments would change is left alone and named.

    Exit codes: 0 all is in order, 1 a file cannot be formatted or, with --check, would change; 2 called wrongly.

    \b
    Example:
      accelmap fmt
      accelmap fmt --check content/techniques/lora.yml
    """
    with one_line():
        lists = {name: tuple(entries) for name, entries in closed_lists(root).items()}
        changed, failed, total = 0, 0, 0
        for file, kind in _chosen(root, files):
            total += 1
            name = file.relative_to(root).as_posix()
            text, problems = decode(file.read_bytes(), name)
            try:
                better = text if problems else formatted(text, KINDS[kind], lists)
            except Uneditable as error:
                click.echo(f"{name}: {error}")
                failed += 1
                continue
            for problem in problems:
                click.echo(str(problem))
            failed += bool(problems)
            if better != text:
                changed += 1
                click.echo(f"{'would change' if only_check else 'formatted'} {name}")
                if not only_check:
                    replace_file(file, better.encode("utf-8"))
    left = f", {failed} left alone" if failed else ""
    click.echo(f"{changed} of {total} records {'would change' if only_check else 'formatted'}{left}")
    if failed or (only_check and changed):
        sys.exit(1)


def _chosen(root: Path, files: tuple[Path, ...]) -> Iterator[tuple[Path, str]]:
    """The named records, or all, with their kinds."""
    known = {file.resolve(): (file, kind) for file, kind in record_files(root).items() if not file.is_symlink()}
    for wanted in files:
        if wanted.resolve() not in known:
            near = process.extractOne(wanted.stem, [file.stem for file in known], score_cutoff=60)
            stop(f"{wanted}: not a record" + (f'; did you mean "{near[0]}"?' if near else ""))
    yield from [known[wanted.resolve()] for wanted in files] if files else known.values()
