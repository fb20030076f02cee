"""What records supply to formulas, and which formulas hold for which model."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..schema import Catalog, Config, Formula, Hardware, Input, Item, Model, Technique
from .predicate import fields_of, holds, parse_predicate

_UNITS = {
    "model.total_b": "Gparam", "model.cached_values": "1/token", "model.active_b": "Gparam", "hardware.memory.bandwidth_gbs": "GB/s",
    "hardware.memory.capacity_gb": "GB", "hardware.interconnect.nvlink_gbs": "GB/s", "hardware.interconnect.nvlink_one_way": "GB/s",
}  # fmt: skip
_NUMBERS = tuple(name for name in Config.model_fields if name != "attention")


@dataclass(frozen=True)
class Choice:
    """A model (or one size of a family) or an accelerator, with the values that it has."""

    name: str
    item: Item
    variant: str
    kind: str
    values: Mapping[str, float]
    config: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Fit:
    """How a formula stands to a choice: values by symbol, inputs the record lacks, conditions that fail."""

    values: Mapping[str, float]
    missing: tuple[Input, ...] = ()
    failed: tuple[int, ...] = ()
    unknown: tuple[tuple[int, tuple[str, ...]], ...] = field(default=())

    @property
    def usable(self) -> bool:
        """Whether the formula may be applied to it."""
        return not (self.missing or self.failed or self.unknown)


def preset_unit(preset: str, formats: Mapping[str, object]) -> str | None:
    """Unit of a preset ('' for those counted in any plain unit), or None if there is no such preset."""
    if preset in _UNITS:
        return _UNITS[preset]
    kind, _, name = preset.partition(".")
    if kind == "model" and name.removeprefix("config.") in _NUMBERS and name.startswith("config."):
        return ""
    return "TFLOP/s" if preset.startswith("hardware.throughput.") and name.removeprefix("throughput.") in formats else None


def preset_names(formats: Mapping[str, object]) -> list[str]:
    """Every preset there is."""
    return [*_UNITS, *(f"model.config.{name}" for name in _NUMBERS), *(f"hardware.throughput.{name}" for name in formats)]


def choices(catalog: Catalog) -> Iterator[Choice]:
    """Every model with its sizes and every accelerator, by id."""
    for item in catalog.items.values():
        if isinstance(item.record, Model):
            yield from _model(item, item.record, catalog)
        elif isinstance(item.record, Hardware):
            yield Choice(item.id, item, "", "hardware", _hardware(item.record))


def _model(item: Item, record: Model, catalog: Catalog) -> Iterator[Choice]:
    if not record.variants:
        yield Choice(item.id, item, "", "model", *_sized(record.total_b, record.active_b, record.config, catalog))
    for size in record.variants:
        yield Choice(f"{item.id}/{size.name}", item, size.name, "model", *_sized(size.total_b, size.active_b, size.config, catalog))


def _sized(
    total: float | None, active: float | None, config: Config | None, catalog: Catalog
) -> tuple[dict[str, float], Mapping[str, object] | None]:
    values: dict[str, float] = {}
    for name, amount in (("model.total_b", total), ("model.active_b", active)):
        if amount is not None:
            values[name] = amount
    for name in _NUMBERS if config else ():
        if (number := getattr(config, name)) is not None:
            values[f"model.config.{name}"] = float(number)
    if config is not None and (cached := cached_values(catalog, config)):
        values["model.cached_values"] = float(cached)
    if config is not None and "model.active_b" not in values and total is not None and config.experts == 0:
        values["model.active_b"] = total
    return values, config.model_dump() if config else None


def cached_values(catalog: Catalog, config: Config) -> int | None:
    """Values that a layer of full attention caches a token, by what the record of its attention kind says it caches."""
    layout = caches(catalog, config.attention)
    if layout == "latent" and config.kv_lora_rank and config.rope_dim is not None:
        return config.kv_lora_rank + config.rope_dim
    if layout == "heads" and config.kv_heads and config.head_dim:
        return config.kv_heads * (config.head_dim + (config.v_head_dim or config.head_dim))
    return None


def caches(catalog: Catalog, attention: object) -> str | None:
    """What an attention kind caches: "heads", "latent", or None where its record does not say."""
    item = catalog.items.get(str(attention))
    return item.record.caches if item and isinstance(item.record, Technique) else None


def _hardware(record: Hardware) -> dict[str, float]:
    values = {"hardware.memory.bandwidth_gbs": record.memory.bandwidth_gbs, "hardware.memory.capacity_gb": record.memory.capacity_gb}
    if record.interconnect and record.interconnect.nvlink_gbs:
        values["hardware.interconnect.nvlink_gbs"] = record.interconnect.nvlink_gbs
        values["hardware.interconnect.nvlink_one_way"] = record.interconnect.nvlink_gbs / 2
    for row in record.throughput:
        name = f"hardware.throughput.{row.format}"
        if row.unit == "TFLOP/s":
            values[name] = max(row.dense, values.get(name, 0.0))
    return values


def fit(formula: Formula, choice: Choice) -> Fit:
    """Which inputs the choice fills, which it lacks, and which conditions fail for it."""
    wanted = [part for part in formula.inputs if (part.preset or "").startswith(f"{choice.kind}.")]
    values = {part.symbol: choice.values[part.preset] for part in wanted if part.preset and part.preset in choice.values}
    missing = tuple(part for part in wanted if part.symbol not in values)
    failed: list[int] = []
    unknown: list[tuple[int, tuple[str, ...]]] = []
    for i, condition in enumerate(formula.holds_if if choice.kind == "model" else ()):
        tree, config = parse_predicate(condition.predicate), choice.config or {}
        found = holds(tree, config)
        if found is None:
            unknown.append((i, tuple(sorted(name for name in fields_of(tree) if config.get(name) is None))))
        elif not found:
            failed.append(i)
    return Fit(values, missing, tuple(failed), tuple(unknown))
