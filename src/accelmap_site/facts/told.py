"""The catalog with its facts told: every reference replaced by value and unit, in the language of its text."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..schema import Catalog, Item, Part
from .ledger import Ledger, Printed
from .references import mark, replaced, unmarked_by_hand

_UNKNOWN = Printed("?", "")
_COUNTED = frozenset({"formula", "model", "hardware"})
"""Kinds whose own numbers facts are computed from."""


def told(catalog: Catalog, only: frozenset[str] | None = None, like: tuple[Catalog, Catalog] | None = None) -> Catalog:
    """The same records with values in the place of references, and the marked form of each such text; or ``only`` some of them.

    Cards, search, descriptions, data files and the command line thus see plain text; only rich text asks for marks.
    ``like`` is another state of the records, as written and told: what no fact moved since is taken from it.
    """
    teller = _Teller(Ledger(catalog))
    wanted = catalog.items if only is None else only
    items = dict(_unmoved(catalog, *like)) if like else {}
    for name, item in catalog.items.items():
        if name not in items:
            items[name] = teller.item(item) if name in wanted and _refers(item) else item
    return replace(catalog, items=dict(sorted(items.items())), marked={**like[1].marked, **teller.marked} if like else teller.marked)


def _unmoved(catalog: Catalog, written: Catalog, spoken: Catalog) -> Iterator[tuple[str, Item]]:
    """Told records that are as they were; none if a record changed whose numbers may stand in others."""
    apart = {name for name in catalog.items.keys() | written.items.keys() if catalog.items.get(name) is not written.items.get(name)}
    if all(_same_numbers(catalog.items.get(name), written.items.get(name)) for name in apart):
        yield from ((name, spoken.items[name]) for name in catalog.items if name not in apart)


def _same_numbers(one: Item | None, other: Item | None) -> bool:
    if one is None or other is None or one.kind in _COUNTED or other.kind in _COUNTED:
        return False
    return one.record.facts == other.record.facts and (not one.record.facts or one.record.sources == other.record.sources)


def _refers(item: Item) -> bool:
    return "{{" in item.written and any("{{" in text for _, _, _, text in item.record.said)


class _Teller:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.marked: dict[str, str] = {}

    def item(self, item: Item) -> Item:
        """The record with its facts printed."""
        fields = dict.fromkeys(str(at[0]) for at, _, _, text in item.record.said if "{{" in text)
        return replace(item, record=self._part(item.record, item.id, fields))

    def _part(self, part: Any, owner: str, fields: Iterable[str] | None = None) -> Any:
        changed: dict[str, Any] = {}
        for name in fields or type(part).model_fields:
            value = getattr(part, name)
            found = self._text(value, owner, name) if part.is_text() and name in ("zh", "en") else self._value(value, owner)
            if found is not value:
                changed[name] = found
        return part.model_copy(update=changed) if changed else part

    def _value(self, value: Any, owner: str) -> Any:
        if isinstance(value, Part):
            return self._part(value, owner)
        if isinstance(value, tuple):
            several = tuple(self._value(one, owner) for one in value)
            return several if _differ(several, value) else value
        if isinstance(value, dict):
            by_key = {key: self._value(one, owner) for key, one in value.items()}
            return by_key if _differ(by_key.values(), value.values()) else value
        return value

    def _text(self, text: str, owner: str, locale: str) -> str:
        if "{{" not in text:
            return text
        clean = unmarked_by_hand(text)
        said: dict[str, Printed] = {}

        def printed(name: str) -> Printed:
            return said.setdefault(name, self.ledger.printed(owner, name, locale) or _UNKNOWN)

        plain = replaced(clean, lambda name: printed(name).words)
        self.marked[plain] = replaced(clean, lambda name: mark(printed(name).words, printed(name).origin))
        return plain


def _differ(left: Iterable[Any], right: Iterable[Any]) -> bool:
    return any(a is not b for a, b in zip(left, right, strict=True))
