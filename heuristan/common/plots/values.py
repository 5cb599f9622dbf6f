"""Values in few characters, as plots write them."""

from collections.abc import Iterable


def short_seconds(value: float) -> str:
    if value >= 1:
        return f"{value:.3g} s" if value < 1000 else f"{value:,.0f} s"
    return f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} µs"


def short_count(value: float) -> str:
    if value < 1000:
        return f"{value:.0f}"
    return f"{value / 1000:.3g} k" if value < 1_000_000 else f"{value / 1_000_000:.3g} M"


def short_number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def short_share(value: float) -> str:
    return f"{100 * value:.0f} %"


def short_difference(value: float) -> str:
    """Percentage points with their sign."""
    return f"{100 * value:+.3g}" if value else "0"


def spread(values: Iterable[float | None]) -> tuple[float, float, float] | None:
    """Return the 1st percentile, the median and the 99th percentile of the known values; None if there are none."""
    found = sorted(value for value in values if value is not None)
    cut = len(found) // 100
    return (found[cut], found[(len(found) - 1) // 2], found[-1 - cut]) if found else None
