"""The vertex array: numbers, types, connections and runs, against the grades that sides have by themselves."""

from hypothesis import given
from hypothesis import strategies as st
from shared.states import state_of_assembly
from shared.strategies import Assembly, assemblies

from heuristan.tangram.boundary import line_through, sign_of_area
from heuristan.tangram.expert.figures import figures
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM


def start(name: str) -> State:
    puzzle = next(iter(read_outlines(name)))
    return State.start(puzzle, read_ranking("deutsch-hayes-1972"))  # type: ignore[arg-type]


def test_vertices_are_numbered_clockwise_from_the_leftmost_topmost_one() -> None:
    state = start("convex-square")
    corners = [vertex.point for vertex in state.array.vertices]
    assert corners[0] == min(corners, key=lambda p: (p[0], -p[2]))
    assert sign_of_area(doubled_area(tuple(corners))) < 0
    assert [vertex.number for vertex in state.array.vertices] == [1, 2, 3, 4]


@given(assemblies)
def test_every_wedge_is_a_vertex_and_every_node_is_numbered_after_the_vertices(assembly: Assembly) -> None:
    state = state_of_assembly(assembly)
    array = state.array
    assert sorted(set(array.numbers.values())) == list(range(1, len(array.points) + 1))
    outline = {vertex.point for vertex in state.boundary.vertices}
    assert {vertex.point for vertex in array.vertices if not vertex.type.startswith("node")} == outline
    assert max(array.numbers[p] for p in outline) == len(outline)


@given(assemblies, st.data())
def test_points_keep_their_numbers(assembly: Assembly, data: st.DataObject) -> None:
    state = state_of_assembly(assembly)
    match = data.draw(st.sampled_from(sorted(state.matches, key=lambda match: match.order)))
    after = state.extracted(match)
    shared = set(after.array.points) & set(state.array.points)
    assert all(after.array.numbers[p] == state.array.numbers[p] for p in shared)
    assert len(set(after.array.numbers.values())) == len(after.array.numbers)


@given(assemblies)
def test_connections_cover_the_outline_once_and_extension_lines_both_ways(assembly: Assembly) -> None:
    array = state_of_assembly(assembly).array
    edges = sum(c.length for c in array.connections if c.by == "edge")
    cuts = sum(line.length for line in array.extensions.internal_edges)
    outline = sum(s.end[s.line[0]] - s.start[s.line[0]] for s in array.boundary.segments)
    assert edges == outline + 2 * cuts  # cuts do not overlap at the start
    there = {(c.start, c.end): c.by for c in array.connections}
    assert all(there.get((b, a)) == by for (a, b), by in there.items() if by == "extension line")


@given(assemblies)
def test_connections_are_in_the_order_of_their_lines(assembly: Assembly) -> None:
    """So it is the same whatever the hashes of lines are, which differ from machine to machine."""
    lines = [line_through(c.start, c.heading) for c in state_of_assembly(assembly).array.connections]
    assert lines == sorted(lines)


def test_there_are_208_figures() -> None:
    assert len(figures(TANGRAM, "paper", 1)) == 208
