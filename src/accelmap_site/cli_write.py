"""``accelmap write``: the whole site as Markdown and data, for any generator."""

import sys
from pathlib import Path

import click

from .cli_options import ROOT, stop
from .errors import AccelmapError, ContentError


@click.command()
@ROOT
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def write(root: Path, folder: Path) -> None:
    """Write all pages as Markdown, and all data files, into FOLDER.

    The result holds what MkDocs would be given, for use with any generator. FOLDER must be new or empty.

    Exit codes: 0 written, 1 the records have problems and nothing is written, 2 called wrongly.

    \b
    Example:
      accelmap write build/markdown
    """
    from .build import build

    try:
        site = build(root)
        if folder.exists() and any(folder.iterdir()):
            stop(f"{folder} is not empty; name a new folder")
        for path, text in {**site.markdown, **site.data}.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    except ContentError as error:
        click.echo(str(error))
        sys.exit(1)
    except (AccelmapError, OSError) as error:
        stop(str(error))
    click.echo(f"{len(site.markdown)} pages and {len(site.data)} data files in {folder}")
