"""Rules about numbers that cannot be: derivations that derive nothing, decimal prefixes on binary numbers, models that nobody can build."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..schema import Config, Fact, Figure, Item, Model, Path, Title, Variant, parts_of
from .rule import Subject, rule

_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_BINARY = re.compile(r"/ *\(?(?:2 *\*\* *[1-5]0|1024(?: *\*\* *\d)?|1048576|1073741824)\)? *$")
_DECIMAL = re.compile(r"/ *\(?(?:1e(?:3|6|9|12|15)|10 *\*\* *(?:3|6|9|12|15)|10(?:00){1,2}|10{3}(?:0{3}){0,3})\)? *$")
_BYTES = re.compile(r"[KkMGTP](i?)B(?![A-Za-z])")
_MOST = (
    ("kv_heads", "heads"), ("top_k", "experts"), ("full_attention_layers", "layers"), ("linear_layers", "layers"),
    ("index_layers", "layers"), ("window", "context"), ("chunk", "context"), ("head_dim", "hidden"), ("rope_dim", "hidden"),
    ("kv_lora_rank", "hidden"),
)  # fmt: skip
"""Fields of a model's config of which the first is never larger than the second."""


def _derivable(item: Item) -> Iterator[tuple[Path, Figure | Fact]]:
    yield from parts_of(item.record, Figure)
    yield from parts_of(item.record, Fact)


def _sized(item: Item) -> Iterator[tuple[Path, Model | Variant]]:
    yield from parts_of(item.record, Model)
    yield from parts_of(item.record, Variant)


@rule(
    "A derivation that is the number itself makes a figure without a source look computed.",
    bad='weights: {value: "140", unit: GB, derivation: "140"}',
    good='weights: {value: "140", unit: GB, derivation: "70*2"}',
    single=True,
)
def derived_from_itself(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for at, part in _derivable(item):
            if part.derivation and not part.source and _NUMBER.fullmatch(part.derivation):
                hint = "name the source of the number, or what it is computed from"
                yield subject.at(item, (*at, "derivation"), f"'{part.derivation}' derives nothing", hint)


@rule(
    "A number divided by a power of 1024 is one of KiB, MiB, GiB; one divided by a power of 1000 is one of kB, MB, GB.",
    bad='- {value: "128", unit: KB, derivation: "131072/1024", …}',
    good='- {value: "128", unit: KiB, derivation: "131072/1024", …}',
    single=True,
)
def wrong_prefix(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for at, part in _derivable(item):
            if part.derivation and part.unit:
                unit = part.unit.en if isinstance(part.unit, Title) else part.unit
                if (prefix := _BYTES.match(unit)) and (fault := _prefix_fault(bool(prefix[1]), part.derivation)):
                    yield subject.at(
                        item, (*at, "unit"), f"the unit is {unit}, but the derivation divides by {fault}", "one of the two is wrong"
                    )


def _prefix_fault(binary: bool, derivation: str) -> str:
    last = derivation.rpartition(",")[2]
    if not binary and _BINARY.search(last):
        return "a power of 1024"
    return "a power of 1000" if binary and _DECIMAL.search(last) else ""


@rule(
    "A model with more key/value heads than heads, or more active than total parameters, is a slip of the keyboard.",
    bad="config: {heads: 32, kv_heads: 80}",
    good="config: {heads: 32, kv_heads: 8}",
    allowable=True,
    single=True,
)
def config_impossible(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged_of("model"):
        for at, config in parts_of(item.record, Config):
            for small, large in _MOST:
                left, right = getattr(config, small), getattr(config, large)
                if left is not None and right and left > right:
                    yield subject.at(item, (*at, small), f"{small} is {left}, more than {large} ({right})", "look both up again")
            if config.heads and config.kv_heads and config.kv_heads <= config.heads and config.heads % config.kv_heads:
                message = f"{config.heads} heads cannot share {config.kv_heads} kv_heads evenly"
                yield subject.at(item, (*at, "kv_heads"), message, "look both up again")
        for at, part in _sized(item):
            if (part.active_b or 0) > (part.total_b or part.active_b or 0):
                message = f"{part.active_b}B of {part.total_b}B parameters are active"
                yield subject.at(item, (*at, "active_b"), message, "look both up again")
