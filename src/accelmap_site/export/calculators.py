"""Formulas as data for calculators: expression in JavaScript, inputs, conditions, presets resolved from records."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..formula import Choice, Compiled, Fit, choices, compiled, fit
from ..schema import LOCALES, Catalog, Constant, Formula, Input, Item, Model, Text, Title, record_path, url_of
from .tables import VERSION, dump


def calculators(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(path in the site, text): all formulas in one file, and for each a data file and an ES module beside its page."""
    known = list(choices(catalog))
    found = []
    for item in catalog.of("formula"):
        assert isinstance(item.record, Formula)
        ready = compiled(item.record)
        data = _formula(item, ready, known, catalog)
        found.append(data)
        yield f"calculate/{item.id}/formula.json", dump({"schema_version": VERSION, **data})
        yield f"calculate/{item.id}/formula.js", _module(item.id, ready)
    yield "calculate/formulas.json", dump({"schema_version": VERSION, "formulas": found})


def _module(record_id: str, ready: Compiled) -> str:
    body = "\n".join(f"  {line}" for line in ready.javascript().splitlines())
    return f"/** {record_id}, in {ready.record.unit}; inputs in their units. */\nexport function compute(x) {{\n{body}\n}}\n"


def _formula(item: Item, ready: Compiled, known: list[Choice], catalog: Catalog) -> dict[str, Any]:
    record = ready.record
    kinds = {part.preset.partition(".")[0] for part in record.inputs if part.preset}
    return {
        "id": item.id, "title": _both(record.title), "family": record.family, "quantity": _both(record.quantity),
        "url": {locale: url_of(record_path(locale, item.kind, item.id)) for locale in LOCALES},
        "symbol": record.symbol, "unit": record.unit, "scale": ready.scale, "expression": ready.expression.text,
        "javascript": ready.javascript(), "inputs": [_input(part, ready) for part in record.inputs],
        "constants": [_constant(part, ready) for part in record.constants],
        "holds_if": [{"predicate": condition.predicate, "reason": _both(condition.reason)} for condition in record.holds_if],
        "presets": [_preset(record, choice, catalog) for choice in known if choice.kind in kinds],
    }  # fmt: skip


def _input(part: Input, ready: Compiled) -> dict[str, Any]:
    low, high = part.range
    return {
        "symbol": part.symbol, "title": _both(part.title), "unit": part.unit, "scale": ready.scales[part.symbol],
        "min": low, "max": high, "default": part.default, "integer": part.integer, "preset": part.preset,
    }  # fmt: skip


def _constant(part: Constant, ready: Compiled) -> dict[str, Any]:
    base = ready.constants[part.symbol]
    return {"symbol": part.symbol, "title": _both(part.title), "value": float(part.value), "unit": part.unit, "base": base}


def _preset(record: Formula, choice: Choice, catalog: Catalog) -> dict[str, Any]:
    found = fit(record, choice)
    title = {locale: named(getattr(choice.item.record.title, locale), choice.variant) for locale in LOCALES}
    reasons = refusals(catalog, record, choice, found)
    return {"name": choice.name, "kind": choice.kind, "title": title, "values": dict(found.values), "refused": reasons}


def named(title: str, variant: str) -> str:
    """Name of one size of a family: Llama 3 · 8B."""
    return f"{title} · {variant}" if variant else title


def refusals(catalog: Catalog, record: Formula, choice: Choice, found: Fit) -> list[dict[str, str]]:
    """Every reason for which the formula may not be applied to the record, in both languages; empty if it may."""
    if isinstance(choice.item.record, Model) and choice.item.record.closed and not found.usable:
        return [_label(catalog, "formula-closed")]
    reasons = [_both(record.holds_if[i].reason) for i in found.failed]
    lacking = dict.fromkeys(name for _, names in found.unknown for name in names)
    labels = [_label(catalog, f"config-{name}") for name in lacking]
    if not reasons and not labels:
        labels = [_both(part.title) for part in found.missing]
    if labels:
        named = {locale: ", ".join(label[locale] for label in labels) for locale in LOCALES}
        reasons.append(_lacks(catalog, named))
    return reasons


def _lacks(catalog: Catalog, names: Mapping[str, str]) -> dict[str, str]:
    label = _label(catalog, "formula-missing")
    return {"zh": f"{label['zh']}：{names['zh']}", "en": f"{label['en']}: {names['en']}"}


def _label(catalog: Catalog, key: str) -> dict[str, str]:
    title = catalog.lists["labels"][key]
    assert isinstance(title, Title)
    return _both(title)


def _both(text: Text | Title) -> dict[str, str]:
    return {"zh": text.zh, "en": text.en}
