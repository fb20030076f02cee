"""A plot as a page shows it without a script: the picture, its legend and the same numbers as a table."""

import html
from dataclasses import dataclass

from markupsafe import Markup

from ..diagram import LETTERS, Axis, Chart, axis_of, brief, svg, swatch
from ..export import line_title, refused_title, why_not
from ..formula import Plotted
from ..schema import Catalog


@dataclass(frozen=True)
class Picture:
    """Pieces for the template, in one language."""

    found: Plotted
    catalog: Catalog
    locale: str

    @property
    def title(self) -> str:
        """What the plot shows."""
        return str(getattr(self.found.plot.title, self.locale))

    @property
    def names(self) -> list[str]:
        """Names of the curves drawn."""
        return [line_title(line)[self.locale] for line in self.found.shown]

    def svg(self, describes: str) -> Markup:
        """The picture. ``describes`` is a sentence with places for title, quantity, x and names of the curves."""
        found, record = self.found, self.found.formula.record
        curves = tuple(tuple(found.points(line)) for line in found.shown)
        quantity = str(getattr(record.quantity, self.locale))
        across = Axis(self.x_text, *found.plot.range, found.plot.scale)
        up = axis_of(self._with_unit(quantity, record.unit), [y for points in curves for _, y in points], found.plot.y_scale)
        said = describes.format(title=self.title, quantity=quantity, x=across.text, names=self.comma.join(self.names))
        return Markup(svg(Chart(self.title, said, across, up, curves, tuple(at for _, at in found.marks))))

    @property
    def x_text(self) -> str:
        """Name of the axis with its unit."""
        return self._with_unit(str(getattr(self.found.x.title, self.locale)), self.found.x.unit)

    @property
    def comma(self) -> str:
        """What stands between names."""
        return "、" if self.locale == "zh" else ", "

    def _with_unit(self, text: str, unit: str) -> str:
        if unit in ("1", "token"):  # a title says that it counts tokens
            return text
        return f"{text}（{unit}）" if self.locale == "zh" else f"{text} ({unit})"

    def legend(self) -> list[tuple[Markup, str]]:
        """Swatch and name of each curve."""
        return [(Markup(swatch(number)), name) for number, name in enumerate(self.names)]

    def marks(self) -> list[tuple[str, str, str]]:
        """Letter, name and value of each operating point."""
        unit = "" if self.found.x.unit == "1" else f" {self.found.x.unit}"
        marks = zip(LETTERS, self.found.marks, strict=False)
        return [(letter, str(getattr(mark.title, self.locale)), brief(at) + unit) for letter, (mark, at) in marks]

    def rows(self) -> list[tuple[str, list[str]]]:
        """Rows of the table as text; a dash where a curve has ended."""
        return [(brief(at), ["–" if value is None else brief(value) for value in values]) for at, values in self.found.rows()]

    def refused(self) -> list[tuple[str, Markup]]:
        """Each reason for which there is no curve, with the records that it concerns."""
        groups: dict[str, list[str]] = {}
        for one in self.found.refused:
            reason = " ".join(text[self.locale] for text in why_not(self.catalog, one))
            groups.setdefault(reason, []).append(refused_title(one)[self.locale])
        return [(reason, Markup(html.escape(self.comma.join(names)))) for reason, names in groups.items()]
