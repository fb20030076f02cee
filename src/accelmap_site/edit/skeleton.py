"""A new record with every field explained and the places to fill marked; generated from the classes and their JSON Schema."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from ..schema import FOLDERS, KINDS, OPEN, Part, Title, field_order, part_in

_SHOWN: Mapping[str, tuple[str, ...]] = {
    "Source": ("url",), "Trait": ("ids",), "Switch": ("how",), "Technique": ("tools",), "Figure": ("source",), "Ref": (), "Variant": (),
}  # fmt: skip
"""Fields that are optional by class, but of which the checks want one."""
_LINKED = "Name a related record under 'relations', or name this one in a record that uses it: what nothing leads to is found by nobody."
_NOTES: Mapping[str, str] = {
    **dict.fromkeys(("tool", "model", "hardware", "term", "formula"), _LINKED),
    "bottleneck": "At least two techniques must name this bottleneck under 'bottlenecks', and those under flow.picks among them.",
    "technique": "Name what it relieves under 'bottlenecks', or under 'relations' what is built on it. "
    "If no tool offers it, replace 'tools' with no_tool: {zh: …, en: …}.",
}
_WIDTH = 118
_LISTED = 24


def skeleton(kind: str, schema: Mapping[str, Any]) -> str:
    """Text of a new record of a kind. ``schema`` is the JSON Schema of the kind with allowed ids and examples."""
    up = "../" * (FOLDERS[kind].count("/") + 1)
    lines = [
        f"# yaml-language-server: $schema={up}.cache/schema/ids/{kind}.json",
        f"# Replace every {OPEN}; uncomment what applies; delete the explanations if you like. 'accelmap check' says what is missing.",
        *textwrap.wrap(_NOTES.get(kind, ""), _WIDTH, initial_indent="# ", subsequent_indent="# "),
    ]
    for name in field_order(KINDS[kind]):
        if name == "allow":  # a record does not begin with exceptions
            continue
        lines += _top(KINDS[kind], name, schema)
    return "\n".join(lines) + "\n"


def _top(kind: type[Part], name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """A field of the record itself, explained above; commented out if it may be absent."""
    declared = schema["properties"][name]
    yield ""
    said = f"{declared['description']} {_allowed(declared, schema)}".strip()
    yield from textwrap.wrap(said, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
    lines = list(_field(kind, name, schema, 0))
    yield from lines if _needed(kind, name) else [f"# {line}" for line in lines]


def _needed(kind: type[Part], name: str) -> bool:
    return kind.model_fields[name].is_required() or name in _SHOWN.get(kind.__name__, ())


def _allowed(declared: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Allowed words if they are few, else an example."""
    words = _words(declared, schema)
    if words and len(words) <= _LISTED:
        return f"One of: {', '.join(words)}."
    example = declared.get("examples", [None])[0]
    written = json.dumps(example, ensure_ascii=False) if example is not None else ""
    return f"Example: {written}" if 0 < len(written) <= 2 * _WIDTH else ""


def _words(declared: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """The closed list of words for a value or for the items of a list."""
    if "$ref" in declared:
        return list(_resolved(declared, schema).get("enum", []))
    inner = declared.get("items") or declared.get("propertyNames")
    return list(declared.get("enum", [])) or (_words(inner, schema) if inner else [])


def _resolved(declared: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schema["$defs"][declared["$ref"].rpartition("/")[2]] if "$ref" in declared else declared
    return found


def _field(kind: type[Part], name: str, schema: Mapping[str, Any], indent: int) -> list[str]:
    """``name: value`` with marked places, in the layout of ``accelmap fmt``."""
    pad, inner = " " * indent, part_in(kind, name)
    declared = schema["properties"][name] if indent == 0 else _property(kind, name, schema)
    is_list = declared.get("type") == "array" and "prefixItems" not in declared
    if inner is None or "anyOf" in declared.get("items", {}):
        return [f"{pad}{name}: {_value(declared, is_list)}{_remark(declared, schema) if indent else ''}"]
    if inner is Title:
        return [f"{pad}{name}: {{zh: {OPEN}, en: {OPEN}}}"]
    shown = [one for one in field_order(inner) if _needed(inner, one)] or field_order(inner)
    fields = [line for one in shown for line in _field(inner, one, schema, indent + 2 + 2 * is_list)]
    if is_list:
        fields[0] = f"{pad}  - {fields[0].lstrip()}"
    return [f"{pad}{name}:", *fields]


def _property(kind: type[Part], name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schema["$defs"][kind.__name__]["properties"][name]
    return found


def _value(declared: Mapping[str, Any], is_list: bool) -> str:
    if declared.get("type") == "object":
        return f"{{{OPEN}: {OPEN}}}"
    if "prefixItems" in declared:
        return f"[{', '.join([OPEN] * len(declared['prefixItems']))}]"
    return f"[{OPEN}]" if is_list else OPEN


def _remark(declared: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """What a field inside a part means, at the end of its line."""
    if declared.get("description", "").endswith((" text.", " Chinese.", " English.")):
        return ""
    return "  # " + textwrap.shorten(f"{declared['description']} {_allowed(declared, schema)}", _WIDTH, placeholder=" …")
