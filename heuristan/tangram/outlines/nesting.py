"""Rings that are listed one after the other, as polygons: a ring within another is a hole."""

from collections.abc import Sequence

from heuristan.tangram.puzzle.drawing import Polygon, Vector

FEWEST = 3
"""Minimum number of vertices of a ring that encloses something."""


def nested_polygons(rings: Sequence[Sequence[Vector]]) -> tuple[Polygon, ...]:
    """Return the polygons of rings that run either way: within an even number of others a ring is an outside.

    Rings with too few vertices are polygons by themselves, which the reader of drawings refuses.
    """
    if len(rings) == 1:
        return (tuple(rings),)
    import shapely  # only for several rings: it takes long to import

    shapes = [shapely.make_valid(shapely.Polygon(ring)) if len(ring) >= FEWEST else shapely.Polygon() for ring in rings]
    around = [
        [
            j
            for j, other in enumerate(shapes)
            if other.area > shape.area and other.contains(shape.representative_point())
        ]
        for shape in shapes
    ]
    polygons = {i: [rings[i]] for i, outer in enumerate(around) if len(outer) % 2 == 0}
    for i, outer in enumerate(around):
        if i not in polygons:
            polygons[min(outer, key=lambda j: shapes[j].area if j in polygons else float("inf"))].append(rings[i])
    return tuple(map(tuple, polygons.values()))
