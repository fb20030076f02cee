"""What the tests of the diagnosis share: values at and beside thresholds."""

from accelmap_site.diagnosis import Rules


def numbers_of(tables: Rules, metric: str) -> list[float]:
    """Values of a metric around each of its thresholds, and its ends."""
    cuts = [c.threshold for limit in tables.limits for c in limit.clues if c.metric == metric and isinstance(c.threshold, float)]
    most = tables.metrics[metric].most
    near = {value for cut in cuts for value in (cut - 0.5, cut, cut + 0.5)} | {0.0, 100.0 if most is None else most}
    return sorted(value for value in near if value >= 0 and (most is None or value <= most))
