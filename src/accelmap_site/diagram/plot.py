"""A plot as SVG: axes with ticks, curves told apart by colour and dashes, operating points by letters.

Colours, dashes and sizes of text are classes of ``plot.css``, so one drawing serves both schemes and phones.
"""

import html
from collections.abc import Iterator
from dataclasses import dataclass

from .axis import ends, share, tick_text, ticks

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 80, 604, 52, 334
LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Axis:
    """What stands along an axis, and its ends."""

    text: str
    low: float
    high: float
    scale: str


@dataclass(frozen=True)
class Chart:
    """What is drawn: curves by place in the legend, each a run of points; marks as values of x."""

    title: str
    description: str
    x: Axis
    y: Axis
    curves: tuple[tuple[tuple[float, float], ...], ...]
    marks: tuple[float, ...] = ()


def axis_of(text: str, values: list[float], scale: str) -> Axis:
    """A vertical axis that holds all values. Raises ValueError if there are none."""
    return Axis(text, *ends(min(values), max(values), scale), scale)


def svg(chart: Chart) -> str:
    """The chart as one SVG element on one line, with a title and a description for those who do not see it."""
    body = "".join([*_frame(chart), *_marks(chart), *_curves(chart)])
    return (
        f'<svg class="am-plot__svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="plot-title plot-desc">'
        f'<title id="plot-title">{html.escape(chart.title)}</title><desc id="plot-desc">{html.escape(chart.description)}</desc>{body}</svg>'
    )


def _across(chart: Chart, value: float) -> str:
    return f"{LEFT + (RIGHT - LEFT) * share(value, chart.x.low, chart.x.high, chart.x.scale):.1f}"


def _up(chart: Chart, value: float) -> str:
    return f"{BOTTOM - (BOTTOM - TOP) * share(value, chart.y.low, chart.y.high, chart.y.scale):.1f}"


def _frame(chart: Chart) -> Iterator[str]:
    for value in ticks(chart.y.low, chart.y.high, chart.y.scale):
        y = _up(chart, value)
        yield f'<line class="am-plot__grid" x1="{LEFT}" y1="{y}" x2="{RIGHT}" y2="{y}"/>'
        yield f'<text class="am-plot__tick" x="{LEFT - 8}" y="{y}" dy="0.35em" text-anchor="end">{tick_text(value, chart.y.scale)}</text>'
    for value in ticks(chart.x.low, chart.x.high, chart.x.scale):
        x = _across(chart, value)
        yield f'<line class="am-plot__grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{BOTTOM}"/>'
        yield f'<text class="am-plot__tick" x="{x}" y="{BOTTOM + 8}" dy="0.8em" text-anchor="middle">{_tick(value, chart)}</text>'
    yield f'<path class="am-plot__axis" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>'
    yield f'<text class="am-plot__name" x="4" y="20">{html.escape(chart.y.text)}</text>'
    yield f'<text class="am-plot__name" x="{RIGHT}" y="{HEIGHT - 10}" text-anchor="end">{html.escape(chart.x.text)}</text>'


def _tick(value: float, chart: Chart) -> str:
    return tick_text(value, chart.x.scale)


def _marks(chart: Chart) -> Iterator[str]:
    for letter, value in zip(LETTERS, chart.marks, strict=False):
        x = _across(chart, value)
        yield f'<line class="am-plot__mark" x1="{x}" y1="{TOP}" x2="{x}" y2="{BOTTOM}"/>'
        yield f'<text class="am-plot__letter" x="{x}" y="{TOP - 6}" text-anchor="middle">{letter}</text>'


def _curves(chart: Chart) -> Iterator[str]:
    for number, points in enumerate(chart.curves):
        if points:
            places = " ".join(f"{_across(chart, x)},{_up(chart, y)}" for x, y in points)
            yield f'<polyline class="am-plot__curve am-curve-{number}" points="{places}"/>'


def swatch(number: int) -> str:
    """The line of a curve as it stands in the legend and above its column."""
    return (
        '<svg class="am-plot__swatch" viewBox="0 0 34 8" aria-hidden="true">'
        f'<polyline class="am-plot__curve am-curve-{number}" points="1,4 33,4"/></svg>'
    )
