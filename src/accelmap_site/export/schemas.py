"""JSON Schema of each kind, for editors: completion, hover and marks while one types.

Two variants: ``<kind>.json`` knows the closed lists; ``ids/<kind>.json`` also knows the id of every record, and is as old as the
tree it was made from.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ..formula import choices, preset_names
from ..schema import (
    FIELD,
    KEY,
    KINDS,
    PRESET,
    RECORD,
    RULE,
    VARIANT,
    Alias,
    Catalog,
    Part,
    Record,
    Ref,
    field_order,
    part_in,
    parts_by_class,
    parts_in,
    target,
)
from ..schema import ID_PATTERN as _ID

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_CANDIDATES = 25
_EXAMPLE = 120
_UNUSED: Mapping[str, Any] = {
    "Ref.since": "vLLM V1", "Ref.status": "untested", "Record.body": {"zh": "更多内容。", "en": "Further text."},
    "Record.former_ids": ["old-id"], "Alias.autolink": "false", "Source.doi": "10.1145/3600006.3613165", "Source.unverified": "true",
    "Trait.undisclosed": "true", "Model.closed": "true", "Source.hf": "Qwen/Qwen3-8B", "Figure.derivation": "2*32*8*128*2",
    "Relations.equivalent_to": ["other-id"], "Relations.implemented_by": ["other-id"], "Relations.incompatible_with": ["other-id"],
    "Relations.used_by": ["other-id"], "Example.tolerance": 0.01, "Mark.at": "128", "Computed.unit": "GiB",
    "Model.type": "dense-llm",
}  # fmt: skip
"""Examples for fields that a tree may not use."""
_EDGES: Mapping[str, tuple[str, str]] = {
    "Trait.ids": ("used_by", "from_kinds"), "Model.uses": ("used_by", "from_kinds"), "Technique.requires": ("requires", "to_kinds"),
    "Choice.picks": ("recommends", "to_kinds"), "Leaf.picks": ("relieves", "from_kinds"),
}  # fmt: skip
"""Which end of which relation a field names: it says what kinds of record may stand there."""
Examples = Mapping[tuple[type[Part], str], Any]


def schemas(catalog: Catalog, exceptions: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(path, schema) of both variants of every kind. ``exceptions`` are the rules that a record may be spared, each with its reason."""
    examples = _examples(catalog)
    for kind in KINDS:
        for path, ids in ((f"{kind}.json", False), (f"ids/{kind}.json", True)):
            yield path, _Maker(catalog, examples, exceptions, ids).schema(kind)


def _examples(catalog: Catalog) -> Examples:
    """For each field of each class the shortest of the first values in the records."""
    wanted: dict[type[Part], set[str]] = {}
    seen: dict[tuple[type[Part], str], int] = {}
    best: dict[tuple[type[Part], str], tuple[int, Any]] = {}
    for item in catalog.items.values():
        for kind, found_here in parts_by_class(item.record).items():
            open_fields = wanted.setdefault(kind, set(kind.model_fields))
            for _, part in found_here if open_fields else ():
                for name in open_fields & part.model_fields_set:
                    key: tuple[type[Part], str] = (kind, name)
                    seen[key] = seen.get(key, 0) + 1
                    if seen[key] == _CANDIDATES:
                        open_fields.discard(name)
                    if (value := _written(getattr(part, name))) not in (None, "", [], {}):
                        size = len(repr(value))
                        if key not in best or size < best[key][0]:
                            best[key] = (size, value)
    found = {key: value for key, (_, value) in best.items()}
    for (kind, name), value in list(found.items()):
        if issubclass(kind, Record) and name in Record.model_fields:
            found.setdefault((Record, name), value)
    return found


def _written(value: Any) -> Any:
    """A value as an author writes it: references and aliases without qualifiers are bare words."""
    if isinstance(value, str):
        return value if len(value) <= _EXAMPLE else f"{value[: _EXAMPLE - 1]}…"
    if isinstance(value, Part):
        given = value.model_fields_set
        plain = {name: _written(getattr(value, name)) for name in field_order(type(value)) if name in given}
        return next(iter(plain.values())) if isinstance(value, Ref | Alias) and len(plain) == 1 else plain
    if isinstance(value, tuple):
        return [_written(one) for one in value]
    return {key: _written(one) for key, one in value.items()} if isinstance(value, dict) else value


@cache
def _classes(kind: type[Part]) -> tuple[type[Part], ...]:
    """A class and all classes inside it."""
    found: list[type[Part]] = []
    waiting = [kind]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.append(here)
            waiting += [part for name in here.model_fields for part in parts_in(here, name)]
    return tuple(found)


@cache
def _declared(kind: type[Record]) -> dict[str, Any]:
    """The schema of a class as pydantic gives it; both variants are made from it."""
    return kind.model_json_schema()


class _Maker:
    def __init__(self, catalog: Catalog, examples: Examples, exceptions: Mapping[str, str], ids: bool) -> None:
        self.catalog = catalog
        self.examples = examples
        self.exceptions = exceptions
        self.ids = ids
        self.lists: dict[str, Any] = {}
        self.record: type[Record] = Record

    def schema(self, kind: str) -> dict[str, Any]:
        """The schema of a kind."""
        self.record = KINDS[kind]
        whole = dict(_declared(KINDS[kind]))
        inner = dict(whole.pop("$defs", {}))
        for part in _classes(KINDS[kind]):
            here = whole if part is KINDS[kind] else inner[part.__name__]
            allowed = {name: self._property(here["properties"][name], part, name) for name in part.model_fields}
            if part is KINDS[kind]:
                whole["properties"] = allowed
            else:
                inner[part.__name__] = {**here, "properties": allowed}
        return {"$schema": _DRAFT, **whole, "$defs": {**inner, **self.lists}}

    def _property(self, declared: dict[str, Any], part: type[Part], name: str) -> dict[str, Any]:
        """One property with allowed values and an example, without what no author can write."""
        declared = _without_null(declared)
        named = self._allowed(part, name)
        if named:
            _restrict(declared, named)
        declared.setdefault("description", part.model_fields[name].description or "")
        owner = Record if issubclass(part, Record) and name in Record.model_fields else part
        example = self.examples.get((part, name), self.examples.get((owner, name), _UNUSED.get(f"{owner.__name__}.{name}")))
        if example is not None:
            declared["examples"] = [example]
        return declared

    def _allowed(self, part: type[Part], name: str) -> dict[str, Any]:
        """A reference to the list of words that the ids in a field may be; empty for a field that holds no ids."""
        names = target(part, name)
        if names == RECORD or part_in(part, name) is Ref:
            relation, end = _EDGES.get(f"{part.__name__}.{name}", (name if part.__name__ == "Relations" else "", "to_kinds"))
            kinds = getattr(self.catalog.lists.get("relations", {}).get(relation), end, ())
            return self._ids(tuple(one for one in KINDS if one in kinds or not kinds))
        if names == VARIANT:
            return self._variants(name)
        if names == PRESET:
            return self._list("preset", preset_names(self.catalog.lists.get("formats", {})), ())
        if names == RULE:
            return self._list("rule", list(self.exceptions), list(self.exceptions.values()))
        if names == FIELD:
            return {"anyOf": [{"enum": sorted(self.record.model_fields)}, {"type": "string", "minLength": 1, "maxLength": 400}]}
        if names == KEY:
            return {"type": "string", "pattern": f"^{_ID}$"}
        if names in KINDS:
            return self._ids((names,))
        return self._list(names, list(self.catalog.lists.get(names, {})), self._titles(names)) if names else {}

    def _titles(self, name: str) -> list[str]:
        entries = self.catalog.lists.get(name, {}).values()
        return [f"{title.zh} / {title.en}" if (title := getattr(entry, "title", None)) else "" for entry in entries]

    def _ids(self, kinds: tuple[str, ...]) -> dict[str, Any]:
        if not self.ids:
            return {"type": "string", "pattern": f"^{_ID}$"}
        name = "id" if len(kinds) == len(KINDS) else "id-of-" + "-".join(kinds)
        if f"list-{name}" in self.lists:
            return _named(name)
        items = [item for item in self.catalog.items.values() if item.kind in kinds]
        unread = sorted(self.catalog.unread)
        titles = [f"{item.kind}: {item.record.title.zh} / {item.record.title.en}" for item in items] + [""] * len(unread)
        return self._list(name, [*(item.id for item in items), *unread], titles)

    def _variants(self, field: str) -> dict[str, Any]:
        """Models with their sizes, and accelerators; of one kind where the field says which."""
        if not self.ids or not self.catalog.items:
            return {}
        kind = field if field in KINDS else ""
        names = [choice.name for choice in choices(self.catalog) if kind in ("", choice.kind)]
        return self._list(f"variant-of-{kind}" if kind else "variant", [*names, *sorted(self.catalog.unread)], ())

    def _list(self, name: str, words: Sequence[str], titles: Sequence[str]) -> dict[str, Any]:
        if not words:
            return {"type": "string", "pattern": f"^{_ID}$"}
        self.lists[f"list-{name}"] = {"type": "string", "enum": list(words), **({"enumDescriptions": list(titles)} if titles else {})}
        return _named(name)


def _named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/list-{name}"}


def _without_null(declared: dict[str, Any]) -> dict[str, Any]:
    """Absence is written by leaving a field out: the loader reads ``null`` as the word."""
    options = declared.get("anyOf", [])
    kept = [option for option in options if option != {"type": "null"}]
    rest = {key: value for key, value in declared.items() if key not in ("anyOf", "title") and not (key == "default" and value is None)}
    if not options:
        return rest
    return {**kept[0], **rest} if len(kept) == 1 else {"anyOf": kept, **rest}


def _restrict(declared: dict[str, Any], named: dict[str, Any]) -> None:
    """Put the list of allowed words at the place of the free string."""
    if "additionalProperties" in declared and declared.get("type") == "object":
        declared["propertyNames"] = named
    elif declared.get("type") == "array":
        items = declared["items"]
        options = items.get("anyOf")
        declared["items"] = {**items, "anyOf": [named if _is_string(one) else one for one in options]} if options else named
    elif _is_string(declared):
        for word in ("type", "minLength", "maxLength"):
            declared.pop(word, None)
        declared |= named


def _is_string(declared: dict[str, Any]) -> bool:
    return declared.get("type") == "string"
