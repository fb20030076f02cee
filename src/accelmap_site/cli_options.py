"""What the commands share: the folder, the one line for a wrong call, and writing files whole."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .errors import AccelmapError, SetupError

if TYPE_CHECKING:
    from .schema import Catalog

SCHEMAS = ".cache/schema"
_OBJECTS = 1_000_000
"""More than a command makes: only one that runs on and on is collected."""

ROOT = click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", show_default=True,
    help="Folder that holds content/, glossary/ and taxonomy/.",
)  # fmt: skip


class OneLine(click.Group):
    """A group of commands that answers a wrong call with one line and exit code 2."""

    def main(self, args: Any = None, prog_name: str | None = "accelmap", *rest: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run a command and exit with its code."""
        run = partial(super().main, args, prog_name, *rest, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        _speak()
        try:
            with _rarely_collected():
                code: object = run()
            if sys.stdout:  # None when it was closed
                sys.stdout.flush()
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            stop(f"{context.command_path if context else 'accelmap'}: {' '.join(error.format_message().split())}")
        except click.Abort:
            sys.exit(130)
        except BrokenPipeError:  # whoever reads has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            sys.exit(1)
        except OSError as error:  # the place where the answer goes
            stop(f"{error.filename or 'the output'}: {error.strerror or error}")
        sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Classes and records live until the process ends; a collector that visits them again and again costs a tenth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _speak() -> None:
    """Chinese can be printed whatever the locale; what a terminal cannot show becomes a question mark and not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            ascii_only = stream.encoding.lower() in ("ascii", "ansi_x3.4-1968", "us-ascii", "646")
            stream.reconfigure(encoding="utf-8" if ascii_only else None, errors="replace")


def stop(message: str) -> NoReturn:
    """End with one message and exit code 2."""
    click.echo(message.replace("\n", "\\n"), err=True)
    sys.exit(2)


@contextmanager
def one_line() -> Iterator[None]:
    """Turn what the folder or the disk refuses into one line and exit code 2."""
    try:
        yield
    except AccelmapError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{error.filename or 'the disk'}: {error.strerror or error}")


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises SetupError for what is not a plain file."""
    if path.is_symlink():
        raise SetupError(f"{path}: a symbolic link; nothing is written through it")
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(data)
    if path.exists():
        os.chmod(draft, path.stat().st_mode & 0o777)
    os.replace(draft, path)


def write_schemas(folder: Path, catalog: "Catalog") -> dict[str, dict[str, Any]]:
    """Write the JSON Schema of every kind in both variants; the schemas by path."""
    from .check import EXCEPTIONS
    from .export import dump, schemas

    found = dict(schemas(catalog, EXCEPTIONS))
    for path, schema in found.items():
        replace_file(folder / path, dump(schema).encode("utf-8"))
    return found
