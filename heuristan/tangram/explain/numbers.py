"""Vertices, nodes and what lies between them by number, as section 4.1 numbers them and pictures show them."""

from collections.abc import Iterable, Iterator

from heuristan.common.plane import Spot
from heuristan.tangram.explain.place import Place
from heuristan.tangram.explain.words import NARROW, listed, places
from heuristan.tangram.trace.events import Connection, VerticesNumbered

MAX_VERTICES = 30
"""Maximum number of vertices that are listed with their coordinates."""
_DASH = "\u2013"


def vertex_at(spot: Spot, place: Place, numbered: VerticesNumbered | None) -> str:
    """Name a vertex by its number, if it has one, and its coordinates."""
    found = [vertex for vertex in numbered.vertices if vertex.spot == spot] if numbered else []
    if not found:
        return f"the vertex {place.coordinates(spot)}"
    kind = "node" if all(vertex.type.startswith("node") for vertex in found) else "vertex"
    return f"{kind}{NARROW}{found[0].number}{NARROW}{place.coordinates(spot)}"


def between(connections: Iterable[Connection], by: str) -> Iterator[str]:
    """Name the connections of a kind along a side, those that follow one another together."""
    chain: list[int] = []
    for start, end, kind in connections:
        if kind != by:
            continue
        if chain and chain[-1] != start:
            yield _DASH.join(map(str, chain))
            chain = []
        chain = [*(chain or [start]), end]
    if chain:
        yield _DASH.join(map(str, chain))


def bracketed(named: Iterable[str]) -> str:
    """Put names in brackets behind what they name; nothing if there are none."""
    found = tuple(dict.fromkeys(named))
    return f" ({listed(found)})" if found else ""


def describe_numbers(numbered: VerticesNumbered, place: Place) -> Iterator[str]:
    """Describe the numbers in the whole outline."""
    vertices = _vertices(numbered)
    nodes = sorted(set(numbered.numbers.values()) - set(vertices.values()))
    if len(vertices) <= MAX_VERTICES:
        yield f"The vertices have numbers: {_listed(vertices, place)}."
    else:
        yield f"The vertices have the numbers {places(sorted(vertices.values()))}."
    if nodes:
        yield f"The nodes, where extension lines meet or end, have {places(nodes)}."
    yield "A line is named by the numbers along it."


def new_vertices(earlier: Iterable[VerticesNumbered], after: VerticesNumbered, place: Place) -> str:
    """List the vertices that there were not before."""
    known = {spot for each in earlier for spot in _vertices(each)}
    found = {spot: number for spot, number in _vertices(after).items() if spot not in known}
    return _listed(found, place) if len(found) <= MAX_VERTICES else places(sorted(found.values()))


def _vertices(numbered: VerticesNumbered) -> dict[Spot, int]:
    return {vertex.spot: vertex.number for vertex in numbered.vertices if not vertex.type.startswith("node")}


def _listed(numbers: dict[Spot, int], place: Place) -> str:
    return listed(f"{number}{NARROW}{place.coordinates(spot)}" for spot, number in numbers.items()) if numbers else ""
