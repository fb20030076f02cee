"""``accelmap diagnose``: the answer of the diagnosis page on the command line.

Its options are the metrics of the project, so they are read from taxonomy/metrics.yml before the command line is parsed.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from rapidfuzz import process

from .diagnosis import (
    Answer,
    Mistake,
    Next,
    Plan,
    Remedy,
    Rules,
    Scale,
    Standing,
    Withheld,
    answer,
    option,
    plain,
    read_case,
    rules,
    scales,
)
from .errors import AccelmapError
from .graph import Graph, connect
from .load import closed_lists, load
from .schema import Bottleneck, Catalog, Part, Technique

SHOWN = 8


class Metrics(click.Command):
    """A command with one option a metric of the project named by ``--root``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the metrics before the options that they are."""
        ctx.obj = _metrics(_root(args))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The fixed options, and one a metric."""
        entries: Mapping[str, Part] = ctx.obj or {}
        made = [_option(metric, entries[metric], scale) for metric, scale in scales(entries).items()]
        return [*self.params, *made, *([help_option] if (help_option := self.get_help_option(ctx)) else [])]


def _root(args: Sequence[str]) -> Path:
    for i, word in enumerate(args):
        if word == "--root" and i + 1 < len(args):
            return Path(args[i + 1])
        if word.startswith("--root="):
            return Path(word.removeprefix("--root="))
    return Path(".")


def _metrics(root: Path) -> Mapping[str, Part]:
    try:
        return closed_lists(root, ("metrics",))["metrics"]
    except AccelmapError as error:
        _stop(str(error))


def _project(root: Path) -> tuple[Catalog, Graph, Rules]:
    try:
        catalog, problems = load(root)
        graph = connect(catalog)
        if problems:
            click.echo(f"{len(problems)} problems in the records; 'accelmap check' lists them", err=True)
        return catalog, graph, rules(catalog, graph)
    except AccelmapError as error:
        _stop(str(error))


def _option(metric: str, entry: Part, scale: Scale) -> click.Option:
    summary = getattr(entry, "summary").en
    allowed = f"One of: {', '.join(scale.values)}." if scale.values else f"In {scale.unit}." if scale.unit else ""
    return click.Option([option(metric, scale), f"metric_{metric.replace('-', '_')}"], metavar="VALUE", help=f"{summary} {allowed}".strip())


@click.command(cls=Metrics, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--root", metavar="DIRECTORY", default=".", show_default=True, help="Folder that holds content/, glossary/ and taxonomy/.")
@click.option("--stage", metavar="STAGE", default="", help="What the job does: pretrain, finetune, rl or serve. Required.")
@click.option("--hardware", metavar="ID", default="", help="Accelerator, by its id: h100.")
@click.option("--model", metavar="ID", default="", help="Model, size of a family, or kind of model: qwen3, qwen3/8b, moe-llm.")
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the answer.")
@click.option("--json", "as_json", is_flag=True, help="The whole answer as JSON.")
def diagnose(root: str, stage: str, hardware: str, model: str, language: str, as_json: bool, **values: str) -> None:
    """From observations to the bottleneck, what to measure next, and techniques.

    The same answer as the page diagnose/. Leave out what is unknown.

    Exit codes: 0 answered, 2 called wrongly, or the folder cannot be read.

    \b
    Example:
      accelmap diagnose --stage serve --tpot-ms 80 --batch 4 --hardware h100
    """
    catalog, graph, tables = _project(Path(root))
    typed = {name: values[f"metric_{name.replace('-', '_')}"] for name in tables.metrics}
    case, mistakes = read_case(tables, stage, hardware, model, {name: text for name, text in typed.items() if text is not None})
    if mistakes:
        _stop("\n".join(_mistake(tables, mistake) for mistake in mistakes))
    found = answer(catalog, graph, case, tables)
    if as_json:
        from .export import dump

        click.echo(dump(_full(found)), nl=False)
    else:
        click.echo("\n".join(_Report(catalog, language).lines(found)))


def _mistake(tables: Rules, mistake: Mistake) -> str:
    """One line that names the option and what it accepts; long lists of ids shrink to the nearest."""
    name = option(mistake.field, tables.metrics[mistake.field]) if mistake.field in tables.metrics else f"--{mistake.field}"
    known = {"hardware": list(tables.hardware), "model": list(tables.models)}.get(mistake.field, [])
    near = process.extractOne(mistake.value, known, score_cutoff=60) if known and mistake.value else None
    hint = f'; did you mean "{near[0]}"?' if near else ""
    said = f"'{mistake.value}' is not allowed" if mistake.value else "is missing"
    return " ".join(f"{name}: {said}; {mistake.allowed}{hint}".split())


def _full(found: Answer) -> dict[str, Any]:
    """The plain answer, each remedy with what its record says."""
    whole: dict[str, Any] = plain(found)
    for plan, shown in zip(found.plans, whole["plans"], strict=True):
        for remedies, plains in ((plan.techniques, shown["techniques"]), (plan.tools, shown["tools"])):
            for remedy, one in zip(remedies, plains, strict=True):
                record = remedy.record
                assert record is not None
                one |= {"title": record.title.model_dump(), "why": record.summary.model_dump()}
                if isinstance(record, Technique):
                    one |= record.model_dump(mode="json", include={"gains", "costs", "tools", "needs_software"}, exclude_none=True)
    return whole


class _Report:
    """The answer as lines of text."""

    def __init__(self, catalog: Catalog, language: str) -> None:
        from .render import Wording

        self.catalog = catalog
        self.words = Wording(catalog, language)

    def lines(self, found: Answer) -> Iterator[str]:
        t = self.words.label
        yield f"{t('bottlenecks')}: {t('verdict-decided' if found.decided else 'verdict-open')}"
        for standing in found.standings:
            yield from self._standing(standing)
        if found.next:
            yield from self._next(found.next)
        for plan in found.plans:
            yield from self._plan(plan)

    def _standing(self, standing: Standing) -> Iterator[str]:
        record = self.catalog.items[standing.bottleneck].record
        assert isinstance(record, Bottleneck)
        yield f"  {standing.score:+d}  {self.words.title(standing.bottleneck)} ({standing.bottleneck})"
        groups = (("speaks-for", standing.supports), ("speaks-against", standing.opposes), ("silent", standing.silent))
        for label, places in (*groups, ("unobserved", standing.unobserved)):
            if places and (label != "unobserved" or standing.score > 0):
                said = "; ".join(self.words.signal(record.signals[i]) for i in places)
                yield f"        {self.words.label(label)}: {said}"

    def _next(self, following: Next) -> Iterator[str]:
        yield ""
        yield f"{self.words.label('measure-next')}: {self.words.entry('metrics', following.metric)}"
        if following.command:
            yield f"  {following.tool}: {following.command}"

    def _plan(self, plan: Plan) -> Iterator[str]:
        yield ""
        yield f"{self.words.label('remedies')}: {self.words.title(plan.bottleneck)}"
        for place, remedy in enumerate(plan.techniques[:SHOWN], 1):
            yield from self._remedy(place, remedy)
        rest = len(plan.techniques) - SHOWN
        if rest > 0:
            yield f"  … +{rest}: {', '.join(one.id for one in plan.techniques[SHOWN:])}"
        if plan.tools:
            yield f"  {self.words.label('tools')}: {', '.join(one.id for one in plan.tools)}"
        if plan.withheld:
            yield f"  {self.words.label('withheld')}: {'; '.join(self._withheld(one) for one in plan.withheld)}"

    def _remedy(self, place: int, remedy: Remedy) -> Iterator[str]:
        t, words, record = self.words.label, self.words, remedy.record
        assert isinstance(record, Technique)
        marks = [t(f"strength-{remedy.strength}"), words.entry("layers", remedy.layer), t(f"maturity-{remedy.maturity}")]
        marks += [t("remedy-swap")] if remedy.swap else []
        marks += [t("remedy-present")] if remedy.present else []
        yield f"  {place}. {words.title(remedy.id)} ({remedy.id}): {', '.join(marks)}"
        rows = [
            ("why", [words.say(record.summary)]),
            ("gains", [words.gain(gain) for gain in record.gains[:2]]),
            ("requires", [*(words.title(one) for one in remedy.requires), *record.needs_software]),
            ("conflicts", [words.title(one) for one in remedy.conflicts]),
            ("costs", [words.say(cost) for cost in record.costs]),
        ]
        for label, texts in rows:
            if texts:
                yield f"       {t(label)}: {'; '.join(texts)}"
        for switch in record.tools:
            if switch.how:
                yield f"       {words.title(switch.tool)}: {switch.how}"

    def _withheld(self, one: Withheld) -> str:
        named = ", ".join(self._because(one.reason, name) for name in one.because)
        return f"{one.id} ({self.words.label(f'withheld-{one.reason}')}: {named})"

    def _because(self, reason: str, name: str) -> str:
        if reason == "hardware" and name in self.catalog.lists["features"]:
            return self.words.entry("features", name)
        from .render import model_title

        return model_title(self.catalog, self.words, name)


def _stop(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(2)
