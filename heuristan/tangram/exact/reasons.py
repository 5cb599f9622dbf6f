"""Simple reasons why a region has no solution, found at once, without searching."""

from collections.abc import Callable
from typing import TypeAlias

from heuristan.tangram.exact.region import Region
from heuristan.tangram.lattice.points import Point, value
from heuristan.tangram.pieces.sets import UNITS_A_LEG, pieces_at_vertices
from heuristan.tangram.pieces.tiling import fits_at, infeasible_edges, infeasible_parts
from heuristan.tangram.puzzle.puzzle import legs_squared

Own: TypeAlias = Callable[[Point], tuple[float, float]]
"""From lattice points to the outline's own coordinates."""


def reason_against(region: Region, own: Own) -> str | None:
    """Return the strongest simple reason why there is no solution, as a clause; None if there is no simple one.

    A part of the wrong area rules out every way to share out the pieces; an edge that no sides add up to, every way to
    lay pieces along it; a vertex where nothing fits says least.
    """
    return _infeasible_part(region, own) or _infeasible_edge(region, own) or _infeasible_vertex(region, own)


def _infeasible_part(region: Region, own: Own) -> str | None:
    for part in infeasible_parts(region.boundary, region.pieces, region.items, region.denominator):
        size = legs_squared(part.area, region.denominator)
        what = "the outline" if len(region.boundary.parts) == 1 else f"the part at {_at(own(part.outer[0].point))}"
        return f"{what} has an area of {size:.6g} legs squared, and no selection of the pieces has that area"
    return None


def _infeasible_edge(region: Region, own: Own) -> str | None:
    for start, end, length in infeasible_edges(region.boundary, region.pieces, region.items, region.denominator):
        legs = value(length) / (UNITS_A_LEG * region.denominator)
        return (
            f"the edge from {_at(own(start.point))} to {_at(own(end.point))} is {legs:.6g} legs long, "
            "and no sides of pieces add up to that"
        )
    return None


def _infeasible_vertex(region: Region, own: Own) -> str | None:
    names = frozenset(name for name, _ in region.items)
    table = pieces_at_vertices(region.pieces, region.denominator)
    for vertex in region.boundary.vertices:
        if vertex.convex and not fits_at(region.boundary, vertex, names, table):
            return f"no piece fits at the vertex {_at(own(vertex.point))}"
    return None


def _at(position: tuple[float, float]) -> str:
    return f"({position[0]:.6g}, {position[1]:.6g})"
