"""The command line: all commands, each of them imported when it is called, since importing all takes longer than most run."""

from importlib import import_module

import click

from . import __version__
from .cli_options import OneLine

COMMANDS = {
    "check": "cli_check.check_command",
    "diagnose": "cli_diagnose.diagnose",
    "diff": "cli_diff.diff",
    "export": "cli_data.export",
    "fmt": "cli_edit.fmt",
    "links": "cli_links.links",
    "new": "cli_edit.new",
    "rename": "cli_edit.rename",
    "show": "cli_show.show",
    "stale": "cli_data.stale_command",
    "write": "cli_write.write",
}
SUMMARIES = {
    "check": "Report every problem of the tree, sorted, one a line.",
    "diagnose": "From observations to the bottleneck, what to measure next, and techniques.",
    "diff": "Say what the working tree changes against the git revision REV, as Markdown for a pull request.",
    "export": "Write the records (json, csv) or their JSON Schema (schema) into DIR.",
    "fmt": "Write records in one layout: order of fields and of set-like lists, indentation, lines of at most 140 columns.",
    "links": "Check every link and anchor of the built site in the folder SITE.",
    "new": "Start a record: every field explained, the places to fill marked FILL_IN.",
    "rename": "Give the record OLD the id NEW: its file, all references to it, and a redirect from OLD.",
    "show": "Show a record, its edges both ways and its problems.",
    "stale": "List the records whose claims are due to be compared with their sources again.",
    "write": "Write all pages as Markdown, and all data files, into FOLDER.",
}
"""First sentence of each command, so that the list of all commands need not import them."""


class Commands(OneLine):
    """The commands by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names for the help, in order."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of the help, from the summaries alone."""
        click.Group(commands=[click.Command(name, help=said) for name, said in SUMMARIES.items()]).format_commands(ctx, formatter)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, imported now; None if there is no such."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(".")
        command = getattr(import_module(f"{__package__}.{module}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="accelmap")
def main() -> None:
    """Check, write and inspect the records of accelmap.

    Exit codes: 0 all is well, 1 the content has problems, 2 the command was called wrongly.
    """
