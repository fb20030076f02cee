"""Rules about what a record says of itself or twice, and about links whose words name another record."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_origin

from ..errors import Problem
from ..graph import references
from ..schema import Catalog, Part, Ref, parts_by_class, texts
from .names import folded, names_of
from .references import REFERENCE
from .rule import Subject, rule


@rule(
    "An entry that stands twice in a list is counted twice in tables, and one of the two was meant to be another.",
    bad="stages: [serve, serve]",
    good="stages: [pretrain, serve]",
    single=True,
)
def listed_twice(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for kind, found in parts_by_class(item.record).items():
            for name in _lists(kind):
                for at, part in found:
                    if len(value := getattr(part, name)) > 1:
                        again = _again(value)
                        yield from (subject.at(item, (*at, name, i), f"'{word}' is listed twice", "keep one") for i, word in again)


def _again(values: tuple[object, ...]) -> Iterator[tuple[int, str]]:
    """Entries that an earlier one equals: words, references by their id, texts; numbers may recur."""
    if isinstance(values[0], float | int) or (isinstance(values[0], str) and len(set(values)) == len(values)):
        return
    seen: set[str] = set()
    for i, value in enumerate(values):
        word = value if isinstance(value, str) else value.id if isinstance(value, Ref) else _text(value)
        if word and word in seen:
            yield i, word[:40]
        seen.add(word)


def _text(value: object) -> str:
    """What a text says in English; other lists of parts are told apart by their own keys."""
    return str(getattr(value, "en")) if isinstance(value, Part) and value.is_text() else ""


@lru_cache(maxsize=256)
def _lists(kind: type[Part]) -> tuple[str, ...]:
    """Fields of a class that hold lists."""
    return tuple(name for name, info in kind.model_fields.items() if get_origin(info.annotation) is tuple)


@rule(
    "A record that refers its reader to itself leads nowhere.",
    bad="# lora.yml\nzh: 见[上文][lora]",
    good="# lora.yml\nzh: 见[量化的形式][qlora]",
    single=True,
)
def refers_to_itself(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        found = [(path, wanted) for path, wanted in references(item.record) if wanted == item.id]
        if f"][{item.id}]" in item.written:
            found += [(path, item.id) for path, _, _, text in texts(item.record) if f"][{item.id}]" in text]
        for path, _ in dict.fromkeys(found):
            yield subject.at(item, path, "refers to the record itself", "name another record, or delete it")


@rule(
    "A link whose words are the name of one record and which leads to another misleads whoever follows it.",
    bad="zh: 见[投机解码][paged-attention]",
    good="zh: 见[投机解码][speculative-decoding]",
    allowable=True,
    single=True,
)
def link_misleads(subject: Subject) -> Iterator[Problem]:
    """A shorter name of the target is no such name: [FP8][fp8-training]."""
    own, owners = subject.once(_names)
    for item in subject.judged:
        for path, _, _, text in texts(item.record):
            for words, target in REFERENCE.findall(text) if "][" in text else ():
                name, there = folded(words), own.get(target)
                if there and name in owners and target not in owners[name] and not any(name in other for other in there):
                    other = min(owners[name])
                    message = f"the words '{words}' name {other}, the link leads to {target}"
                    yield subject.at(item, path, message, f"link to {other}, or write other words")


def _names(catalog: Catalog) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """The names of every record, and the records of every name."""
    own = {item.id: {folded(name) for _, name in names_of(item)} for item in catalog.items.values()}
    owners: dict[str, set[str]] = defaultdict(set)
    for record_id, names in own.items():
        for name in names:
            owners[name].add(record_id)
    return own, owners
