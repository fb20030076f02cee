"""What the pages of formulas show: the formula with its examples computed, and the models it may be applied to."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from ..formula import Choice, Compiled, Fit, Plotted, Worked, choices, compiled, fit, plotted, symbol_tex, worked
from ..schema import Catalog, Constant, Example, Formula, FormulaFamily, Input, Item


@dataclass(frozen=True)
class Sheet:
    """A formula as its page shows it. LaTeX is without delimiters."""

    formula: Compiled
    tex: str
    examples: tuple[tuple[Example, Worked, str], ...]
    fits: tuple[tuple[Choice, Fit], ...]
    plotted: Plotted | None = None

    @staticmethod
    def symbol(part: Input | Constant) -> str:
        """LaTeX of the symbol of an input or a constant."""
        return part.tex or symbol_tex(part.symbol)

    @property
    def usable(self) -> list[Choice]:
        """Records from which every preset of its kind can be filled."""
        return [choice for choice, found in self.fits if found.usable]

    @property
    def refused(self) -> list[tuple[Choice, Fit]]:
        """Records to which the formula may not be applied, and why."""
        return [(choice, found) for choice, found in self.fits if not found.usable]


def sheets(catalog: Catalog, wanted: Container[str] | None = None) -> dict[str, Sheet]:
    """The sheet of every formula, or of those wanted, by id. The catalog has passed the checks."""
    known = {choice.name: choice for choice in choices(catalog)} if wanted is None or wanted else {}
    return {item.id: _sheet(item, known, catalog) for item in catalog.of("formula") if wanted is None or item.id in wanted}


def _sheet(item: Item, known: Mapping[str, Choice], catalog: Catalog) -> Sheet:
    record = item.record
    assert isinstance(record, Formula)
    formula = compiled(record)
    examples = []
    for example in record.examples:
        found = worked(formula, example, known)
        examples.append((example, found, formula.latex_with(found.values)))
    kinds = {part.preset.partition(".")[0] for part in record.inputs if part.preset}
    fits = tuple((choice, fit(record, choice)) for choice in known.values() if choice.kind in kinds)
    return Sheet(formula, formula.latex(), tuple(examples), fits, plotted(item, catalog))


def formula_families(catalog: Catalog) -> list[tuple[str, FormulaFamily, list[Item]]]:
    """Families in their order, each with its formulas by id."""
    found = []
    for name, entry in catalog.ordered("formula_families"):
        assert isinstance(entry, FormulaFamily)
        found.append((name, entry, [item for item in catalog.of("formula") if getattr(item.record, "family") == name]))
    return found
