"""Facts with their values: typed, or computed by the formula room."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..formula import Choice, Dimension, Fault, arithmetic, choices, compiled, dimension, factor, shown, worked
from ..schema import Catalog, Computed, Example, Fact, Formula

THIN = "\u202f"
_GLUED = ("%", "×", "‰")
_LETTERS = ("K", "M", "B", "T")
"""70B, 128K: written without a space; bytes are spelled out."""

_SIGNS = "~><≥≤"


@dataclass(frozen=True)
class Printed:
    """What a page says of a fact: value and unit, and where they come from."""

    words: str
    origin: str


class Ledger:
    """All facts of a catalog. A name is ``key`` within a record, ``record.key`` from anywhere."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def find(self, record_id: str, name: str) -> tuple[str, Fact] | None:
        """The record and the fact that a text of ``record_id`` means by ``name``."""
        owner, _, key = name.rpartition(".")
        owner = owner or record_id
        item = self.catalog.items.get(owner)
        fact = item.record.facts.get(key) if item else None
        return (owner, fact) if fact else None

    def names(self, record_id: str) -> list[str]:
        """Every name by which a text of the record may mean a fact."""
        own = list(self.catalog.items[record_id].record.facts)
        return own + [f"{item.id}.{key}" for item in self.catalog.items.values() for key in item.record.facts]

    @cached_property
    def known(self) -> Mapping[str, Choice]:
        """Models and accelerators that fill the inputs of formulas."""
        return {choice.name: choice for choice in choices(self.catalog)}

    def computed(self, fact: Fact) -> float | None:
        """What derivation or formula give; None for a fact that a source states. Raises Fault if they give nothing."""
        if fact.derivation:
            return arithmetic(fact.derivation)
        if fact.formula is None:
            return None
        formula, example = self.chosen(fact.formula)
        value = worked(compiled(formula), example, self.known).result
        unit = fact.formula.unit
        return value if unit is None else value * factor(formula.unit) / factor(unit)

    def chosen(self, wanted: Computed) -> tuple[Formula, Example]:
        """The formula and the worked example that a fact names. Raises Fault if they, or the unit, are not to be had."""
        item = self.catalog.items.get(wanted.id)
        if item is None or not isinstance(item.record, Formula):
            raise Fault(f'no formula "{wanted.id}"', "see the file names under content/formulas/")
        examples = item.record.examples
        place = next((i for i, one in enumerate(examples) if wanted.example in (str(i), one.what.zh, one.what.en)), None)
        if place is None:
            raise Fault(f'{wanted.id} has no example "{wanted.example}"', f"a number from 0 to {len(examples) - 1}, or its text `what`")
        if wanted.unit and _kind_of(item.record.unit) not in (None, dimension(wanted.unit)):
            raise Fault(f"{wanted.id} is in {item.record.unit}, which is not {wanted.unit}", "name a unit of the same kind")
        return item.record, examples[place]

    def value(self, fact: Fact) -> str:
        """The value as printed; '?' where it cannot be computed, which the checks report."""
        if fact.value is not None:
            return fact.value
        try:
            found = self.computed(fact)
        except Fault:
            return "?"
        return "?" if found is None else shown(found, 4)

    def unit(self, fact: Fact, locale: str) -> str:
        """The unit as printed; that of the formula where the fact names none."""
        if fact.unit is not None:
            return str(getattr(fact.unit, locale))
        item = self.catalog.items.get(fact.formula.id) if fact.formula else None
        if fact.formula is None or item is None or not isinstance(item.record, Formula):
            return ""
        unit = fact.formula.unit or item.record.unit
        return "" if unit == "1" else unit

    def printed(self, record_id: str, name: str, locale: str) -> Printed | None:
        """Value, unit and origin in a language; None if there is no such fact."""
        found = self.find(record_id, name)
        if found is None:
            return None
        owner, fact = found
        unit = self.unit(fact, locale)
        space = "" if not unit or unit.startswith(_GLUED) or unit in _LETTERS else THIN
        return Printed(f"{self.value(fact)}{space}{unit}", self.origin(owner, fact, locale))

    def origin(self, owner: str, fact: Fact, locale: str) -> str:
        """Where a fact comes from, in words."""
        if fact.derivation:
            return f"= {fact.derivation}"
        if fact.formula:
            item = self.catalog.items.get(fact.formula.id)
            return str(getattr(item.record.title, locale)) if item else fact.formula.id
        source = next((one for one in self.catalog.items[owner].record.sources if one.key == fact.source), None)
        return f"{source.title} — {source.locator}" if source else ""


def _kind_of(unit: str) -> Dimension | None:
    """Dimension of the unit of a formula; None if it is none, which the rules about formulas report."""
    try:
        return dimension(unit)
    except Fault:
        return None


def moved(value: float, stated: str) -> bool:
    """Whether a computed value is not the stated one, to the last digit written; after ~ to the last digit that is not 0.

    What is stated are plain digits, with an exponent (3.4e38) where a figure needs one.
    """
    digits = stated.lstrip(_SIGNS)
    limit = float(digits)
    if stated[0] in "><≥≤":
        return not (value >= limit if stated[0] in ">≥" else value <= limit)
    mantissa, _, exponent = digits.partition("e")
    whole, _, decimals = mantissa.partition(".")
    places = int(exponent or 0) - len(decimals)
    if stated[0] == "~" and not decimals:
        places = len(whole) - len(whole.rstrip("0"))
    return math.isinf(limit) or abs(value - limit) > 0.5 * float(f"1e{places}") * (1 + 1e-9)
