"""Closed lists of the synthetic corpus."""

from typing import Any

STAGES = ["early", "middle", "late", "running"]
LAYERS = ["application", "system", "kernel", "model", "hardware"]
CATEGORIES = [f"field-{number}" for number in range(1, 22)]
_TONES = ("yellow", "blue", "green", "pink")
Entries = dict[str, dict[str, Any]]


def lists(roots: list[str]) -> dict[str, Entries]:
    """Every list but labels and relations. ``roots`` head the family trees."""
    made = {
        "stages": {name: {**_entry(name, i), "goal": _pair(f"目标{i}", f"Aim {i}")} for i, name in enumerate(STAGES, 1)},
        "layers": {name: {**_entry(name, i), "tone": _TONES[i % 4]} for i, name in enumerate(LAYERS, 1)},
        "categories": {name: _category(name, i) for i, name in enumerate(CATEGORIES, 1)},
        "metrics": {"busy-share": {**_entry("busy-share", 0), "unit": "%"}},
        "formats": {name: {**_entry(name, i), "bits": str(2**i)} for i, name in enumerate(("f8", "f16", "f32"), 3)},
        "topics": {name: _entry(name, i) for i, name in enumerate(("formats", "measures"), 1)},
        "features": {"wide-copy": _entry("wide-copy", 1)},
        "families": {f"tree-{i}": {**_entry(f"tree-{i}", i), "roots": [root]} for i, root in enumerate(roots, 1)},
        "properties": {},
        "comparisons": {},
        "model-kinds": {},
        "formula_families": {},
        "figures": {"fields": {"members": ["summary", "mechanism", "definition", "use_when", "avoid_when", "costs"]}},
    }
    for name in ("metrics",):
        for entry in made[name].values():
            del entry["order"]
    return made


def _pair(zh: str, en: str) -> dict[str, str]:
    return {"zh": zh, "en": en}


def _entry(name: str, order: int) -> dict[str, Any]:
    words = name.replace("-", " ")
    return {
        "order": str(order),
        "title": _pair(f"类目 {words}", words.capitalize()),
        "summary": _pair(f"{words} 的说明。", f"What {words} means."),
    }


def _category(name: str, i: int) -> dict[str, Any]:
    after = {"next": [CATEGORIES[i]]} if i < 9 else {}
    scenario = _pair("用在这种工作里。", "Used in this kind of work.")
    return {**_entry(name, i), "applies_to": "both", "tone": _TONES[i % 4], "scenario": scenario, "path_note": scenario, **after}
