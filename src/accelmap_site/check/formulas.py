"""Rules about formulas: they parse, their units come out, their examples give what they say."""

from collections.abc import Callable, Iterator, Mapping

from rapidfuzz import process

from ..errors import Problem
from ..formula import (
    Choice,
    Compiled,
    Fault,
    agrees,
    arithmetic,
    choices,
    compiled,
    dimension,
    fields_of,
    parse_predicate,
    preset_names,
    preset_unit,
    worked,
)
from ..schema import Catalog, Config, Example, Formula, Item
from .rule import Subject, rule


def _tried(record: Formula) -> Compiled | Fault:
    try:
        return compiled(record)
    except Fault as fault:
        return fault


def _formulas(subject: Subject) -> Iterator[tuple[Item, Formula]]:
    for item in subject.judged_of("formula"):
        assert isinstance(item.record, Formula)
        yield item, item.record


@rule(
    "An expression that does not parse, or whose units do not come out, computes something else than it says.",
    bad="expression: layers * heads *",
    good="expression: layers * heads * head_dim",
    single=True,
)
def bad_expression(subject: Subject) -> Iterator[Problem]:
    for item, record in _formulas(subject):
        units = [(("inputs", i, "unit"), part.unit) for i, part in enumerate(record.inputs)]
        units += [(("constants", i, "unit"), part.unit) for i, part in enumerate(record.constants)]
        faults = [(path, fault) for path, text in [*units, (("unit",), record.unit)] if (fault := _fault(dimension, text))]
        for path, fault in faults:
            yield subject.at(item, path, fault.message, fault.hint)
        result = _tried(record)
        if isinstance(result, Fault) and not faults:
            yield subject.at(item, ("expression",), result.message, result.hint)


def _fault(read: Callable[[str], object], text: str) -> Fault | None:
    try:
        read(text)
    except Fault as fault:
        return fault
    return None


@rule(
    "A preset that no record has would leave the field of the calculator empty.",
    bad="preset: model.config.layer",
    good="preset: model.config.layers",
    single=True,
)
def bad_preset(subject: Subject) -> Iterator[Problem]:
    formats = subject.catalog.lists["formats"]
    for item, record in _formulas(subject):
        for i, part in enumerate(record.inputs):
            unit = preset_unit(part.preset, formats) if part.preset else ""
            if unit is None:
                near = process.extractOne(part.preset or "", preset_names(formats))
                hint = f"did you mean '{near[0]}'?" if near else ""
                yield subject.at(item, ("inputs", i, "preset"), f"no preset '{part.preset}'", hint)
            elif unit and unit != part.unit:
                yield subject.at(item, ("inputs", i, "unit"), f"'{part.preset}' is in {unit}, the input in {part.unit}", f"write {unit}")


@rule(
    "A condition on a field that no model has can never be judged.",
    bad="predicate: expert > 0",
    good="predicate: experts > 0",
    single=True,
)
def bad_condition(subject: Subject) -> Iterator[Problem]:
    for item, record in _formulas(subject):
        for i, condition in enumerate(record.holds_if):
            path = ("holds_if", i, "predicate")
            if fault := _fault(parse_predicate, condition.predicate):
                yield subject.at(item, path, fault.message, fault.hint)
                continue
            for name in sorted(fields_of(parse_predicate(condition.predicate)) - set(Config.model_fields)):
                message = f"'{name}' is not a field of a model's config"
                yield subject.at(item, path, message, f"fields: {', '.join(Config.model_fields)}")


@rule(
    "A worked example that does not give its value makes either the formula or the number wrong.",
    bad="expression: 2 * n\nexamples:\n  - {inputs: {n: 3}, expected: 7}",
    good="expression: 2 * n\nexamples:\n  - {inputs: {n: 3}, expected: 6}",
    single=True,
)
def example_disagrees(subject: Subject) -> Iterator[Problem]:
    for item, record in _formulas(subject):
        ready = _tried(record)
        if isinstance(ready, Fault) or any(_fault(parse_predicate, condition.predicate) for condition in record.holds_if):
            continue
        for i, example in enumerate(record.examples):
            if {(name or "").partition("/")[0] for name in (example.model, example.hardware)} & subject.catalog.unread:
                continue
            try:
                message = _disagreement(ready, example, subject.once(_choices))
            except Fault as fault:
                yield subject.at(item, ("examples", i), fault.message, fault.hint)
                continue
            if message:
                yield subject.at(item, ("examples", i, "expected"), message, f"expected is {example.expected} {record.unit}")


def _choices(catalog: Catalog) -> Mapping[str, Choice]:
    return {choice.name: choice for choice in choices(catalog)}


def _disagreement(ready: Compiled, example: Example, known: Mapping[str, Choice]) -> str:
    value = worked(ready, example, known).result
    if not agrees(value, example.expected, example.tolerance):
        return f"the formula gives {value:.10g}"
    if example.derivation and not agrees(arithmetic(example.derivation), example.expected, example.tolerance):
        return f"the derivation gives {arithmetic(example.derivation):.10g}"
    return ""
