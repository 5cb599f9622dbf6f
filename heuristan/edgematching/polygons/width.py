"""The width of regions, which says what is a piece and what a strip between last digits."""

import shapely


def is_wider(region: shapely.Geometry, radius: float) -> bool:
    """Return whether a disc of a radius fits in a region; by its area, a small piece could pass for a thin strip."""
    return not region.is_empty and not shapely.buffer(region, -radius, join_style="mitre").is_empty
