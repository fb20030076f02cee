"""The fields of records as the pages for contributors list them, read from the JSON Schema that editors use."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...export import schemas
from ...schema import KINDS, LISTS, LOCALES, Catalog, Record, field_order
from .fields import FIELDS, PARTS

_EXAMPLE = 60
_PLAIN = {"integer": "integer", "number": "number", "boolean": "truth"}


@dataclass(frozen=True)
class Shape:
    """What may stand in a field: ``name`` ends the key of a label, ``inner`` are the shapes of items or values.

    ``target`` is the class of a part, or the closed list under ``taxonomy/`` from which a word is taken.
    """

    name: str
    inner: tuple["Shape", ...] = ()
    target: str = ""


@dataclass(frozen=True)
class Field:
    """One field: what it is called, what it may hold, and what it means in each language."""

    name: str
    shape: Shape
    needed: bool
    said: Mapping[str, str]
    words: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True)
class Table:
    """The fields of a class."""

    name: str
    said: Mapping[str, str]
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Reference:
    """A kind of record: fields of its own, fields that every record has, and the parts that stand in them."""

    kind: str
    said: Mapping[str, str]
    own: tuple[Field, ...]
    shared: tuple[Field, ...]
    parts: tuple[Table, ...] = field(default=())


def references(catalog: Catalog) -> dict[str, Reference]:
    """The reference of every kind."""
    plain = {path.removesuffix(".json"): schema for path, schema in schemas(catalog, {}) if "/" not in path}
    return {kind: _reference(kind, plain[kind]) for kind in KINDS}


def _reference(kind: str, schema: Mapping[str, Any]) -> Reference:
    name = KINDS[kind].__name__
    fields = {one.name: one for one in _fields(name, schema)}
    ordered = [fields[one] for one in field_order(KINDS[kind])]
    own = tuple(one for one in ordered if one.name not in Record.model_fields)
    shared = tuple(one for one in ordered if one.name in Record.model_fields)
    parts = tuple(
        Table(part, _said(PARTS.get(part, ""), declared["description"]), tuple(_fields(part, declared)))
        for part, declared in sorted(schema["$defs"].items())
        if "properties" in declared
    )
    return Reference(kind, _said(PARTS.get(name, ""), schema["description"]), own, shared, parts)


def _said(zh: str, en: str) -> Mapping[str, str]:
    """A description in each language; English where nobody has written the Chinese."""
    return dict(zip(LOCALES, (zh or en, en), strict=True))


def _fields(owner: str, declared: Mapping[str, Any]) -> Iterator[Field]:
    for name, one in declared["properties"].items():
        zh = FIELDS.get(owner, {}).get(name) or (FIELDS["Record"].get(name, "") if name in Record.model_fields else "")
        words = _words(one)
        example = "" if words else _example(one.get("examples", [""])[0])
        yield Field(name, _shape(one), name in declared.get("required", ()), _said(zh, one["description"]), words, example)


def _words(declared: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(declared.get("enum", ())) or (_words(declared["items"]) if "items" in declared else ())


def _example(value: Any) -> str:
    """A short example as it is typed; of a long one the beginning says nothing."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _EXAMPLE else ""


def _shape(declared: Mapping[str, Any]) -> Shape:
    if "$ref" in declared:
        name = str(declared["$ref"]).rpartition("/")[2]
        listed = name.removeprefix("list-")
        return Shape("part", target=name) if listed == name else Shape("entry", target=listed) if listed in LISTS else Shape("word")
    if "enum" in declared:
        return Shape("word")
    if "anyOf" in declared or "oneOf" in declared:
        return Shape("either", tuple(_shape(one) for one in declared.get("anyOf", declared.get("oneOf"))))
    kind = declared.get("type")
    if kind == "array":
        return Shape("pair") if "prefixItems" in declared else Shape("list", (_shape(declared["items"]),))
    if kind == "object":
        keys = declared.get("propertyNames", {})
        return Shape("mapping", (_shape(keys) if "$ref" in keys else Shape("key"), _shape(declared["additionalProperties"])))
    if isinstance(kind, list):
        return Shape("number" if "number" in kind else "line")
    if kind in _PLAIN:
        return Shape(_PLAIN[kind])
    return Shape("id" if "pattern" in declared else "text" if declared.get("maxLength", 0) > 400 else "line")
