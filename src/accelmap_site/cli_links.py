"""``accelmap links``: every link of a built site."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .errors import AccelmapError

if TYPE_CHECKING:
    from .links import Cache, Manners, Survey, Verdict

FRESH = 6
"""Days for which a success is believed: one less than a week, so that a weekly run asks again."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("site", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--url", metavar="ADDRESS", default="", help="Public address of the site. Default: the canonical address of its home page.")
@click.option("--external", is_flag=True, help="Check links to other hosts, too. This takes minutes.")
@click.option("--cache", type=click.Path(dir_okay=False, path_type=Path), help="File that keeps successes and counts faults between runs.")
@click.option("--fresh-days", type=click.IntRange(0), default=FRESH, show_default=True, help="Age up to which a success is not repeated.")
@click.option("--fix", "fixing", is_flag=True, help="Write the new address of permanent redirects into the records (needs --external).")
@click.option("--delay", type=click.FloatRange(0), default=1.0, show_default=True, help="Seconds between two requests to one host.")
@click.option("--timeout", type=click.FloatRange(0.1), default=20.0, show_default=True, help="Seconds to wait for an answer.")
@click.option("--patience", type=click.FloatRange(0), default=90.0, show_default=True, help="Longest Retry-After, in seconds, to wait for.")
@click.option("--root", type=click.Path(file_okay=False, path_type=Path), default=".", show_default=True, help="Project folder for --fix.")
def links(
    site: Path, url: str, external: bool, cache: Path | None, fresh_days: int, fixing: bool,
    delay: float, timeout: float, patience: float, root: Path,
) -> None:  # fmt: skip
    """Check every link and anchor of the built site in the folder SITE.

    Faults read page:line: target: fact. With --external, a table follows: dead, flaky (a fault of TLS, DNS or server, seen on
    less than three days), moved, odd (front page, login page or "404" in place of the page), blocked (a wall against robots).

    Exit codes: 0 all is well, 1 an internal fault or a dead link, 2 the command was called wrongly.

    \b
    Example:
      accelmap links site
      accelmap links site --external --cache .cache/links.json --fix
    """
    if fixing and not external:
        raise click.UsageError("--fix needs --external: only a request tells whether a page has moved.")
    from .links import Manners, canonical, read_cache, survey, write_cache

    try:
        found = survey(site, url)
        memory = read_cache(cache)
    except (AccelmapError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    for fault in found.faults:
        click.echo(str(fault))
    click.echo(f"{found.pages} pages, {found.links} links, {len(found.faults)} fault{'' if len(found.faults) == 1 else 's'}")
    dead = False
    if external:
        manners = Manners(timeout=timeout, delay=delay, patience=patience)
        verdicts = _outside(found, memory, manners, date.today().isoformat(), fresh_days)
        if cache:
            write_cache(cache, memory, dict.fromkeys(canonical(address) for address in found.outside))
        dead = "dead" in {verdict.state for verdict in verdicts.values()}
        _say(found, verdicts, memory)
        if fixing:
            _fix(root, verdicts)
    sys.exit(1 if found.faults or dead else 0)


def _outside(found: "Survey", memory: "Cache", manners: "Manners", today: str, days: int) -> "dict[str, Verdict]":
    """Verdicts on all outside addresses: remembered successes, and answers to the rest."""
    from .links import Verdict, canonical, probe

    names = {canonical(address) for address in found.outside}
    asked = {name for name in names if not memory.fresh(name, today, days)}
    kept = {name: Verdict("ok", f"seen on {memory.last_good(name)}") for name in names - asked}
    done = 0

    def told(address: str, verdict: "Verdict") -> None:
        nonlocal done
        done += 1
        if done % 50 == 0:
            click.echo(f"{done} of {len(asked)} asked", err=True)

    answers = probe(asked, manners, told=told)
    return kept | {name: memory.settle(name, verdict, today) for name, verdict in answers.items()}


def _say(found: "Survey", verdicts: "dict[str, Verdict]", memory: "Cache") -> None:
    from .links import counts, rows, table

    click.echo(
        "\n".join(["", *table(rows(found, verdicts, memory)), "", f"{len(verdicts)} outside addresses: {counts(verdicts.values())}"])
    )


def _fix(root: Path, verdicts: "dict[str, Verdict]") -> None:
    from .links import fix

    changes = fix(root, {name: verdict.new for name, verdict in verdicts.items() if verdict.new})
    for change in changes:
        click.echo(str(change))
    click.echo(f"{sum(change.done for change in changes)} of {len(changes)} addresses rewritten; compare each record with its new page")
