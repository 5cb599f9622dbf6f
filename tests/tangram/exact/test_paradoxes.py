"""Tangram paradoxes, and outlines that look as good and have no solution: what both solvers say of them."""

from functools import cache
from importlib import import_module

import pytest
from shared.convex import convex_polygons
from shared.places import TOP

from heuristan.common.files import folder
from heuristan.tangram.boundary import Boundary
from heuristan.tangram.exact.backends import PLAIN
from heuristan.tangram.exact.search import search
from heuristan.tangram.lattice.points import bounds, value
from heuristan.tangram.outlines.reading import read_outlines, shape_files, shape_names
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.pieces.sets import Shape, orientations
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.verification.in_integers import fault_of

DOCS = TOP / "docs"
PAIRS = (
    ("paradox-gentleman", "paradox-gentleman-foot"),
    ("paradox-shed", "paradox-shed-window"),
    ("paradox-bowl", "paradox-bowl-nick"),
    ("convex-square", "paradox-square-bite"),
    ("convex-parallelogram", "paradox-parallelogram-window"),
    ("convex-right-triangle", "paradox-tent"),
)
IMPOSSIBLE = shape_names("impossible")
REASONS = {
    "impossible-gentleman": "has an area of 1.125 legs squared, and no selection of the pieces has that area",
    "impossible-shed": "is 0.5 legs long, and no sides of pieces add up to that",
    "impossible-tent": "is 2.5 legs long, and no sides of pieces add up to that",
    "impossible-bowl": "no piece fits at the vertex (-2, 2)",
}
"""The simple reasons; without one, only the search proves it."""
SECONDS = 60


@cache
def shape(name: str) -> ShapeFile:
    return read_shape({**shape_files("tangram"), **shape_files("impossible")}[name])


def widths(boundary: Boundary) -> list[float]:
    """Return the widths of a region across the four axes, in units, the minimum first."""
    spans = bounds(vertex.point for vertex in boundary.vertices)
    return sorted(value(high - low) for low, high in zip(spans[::2], spans[1::2], strict=True))


def coat(puzzle: Puzzle) -> list[float]:
    """The widths of the largest part, in legs: the foot of a gentleman touches his coat in a point."""
    largest = max(puzzle.boundary.parts, key=lambda part: part.area)
    part = Boundary.of([tuple(vertex.point for vertex in loop) for loop in largest.loops])
    return [width * puzzle.unit for width in widths(part)]


class TestParadoxes:
    def test_every_paradox_is_in_a_pair(self, monkeypatch: pytest.MonkeyPatch) -> None:
        named = {name for name in shape_names() if name.startswith("paradox-")}
        assert named == {name for pair in PAIRS for name in pair if name.startswith("paradox-")}
        monkeypatch.syspath_prepend(str(DOCS / "making"))
        assert import_module("exact_page").PAIRS == PAIRS

    @pytest.mark.slow
    @pytest.mark.parametrize("pair", PAIRS, ids="-".join)
    def test_one_looks_like_the_other_with_something_cut_out(self, pair: tuple[str, str]) -> None:
        whole, less = (shape(name).puzzle for name in pair)
        assert len(less.boundary.vertices) > len(whole.boundary.vertices)
        for here, there in zip(coat(whole), coat(less), strict=True):
            assert here != pytest.approx(there)
            assert here == pytest.approx(there, rel=0.1)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", [name for pair in PAIRS for name in pair])
    def test_both_solvers_fill_it(self, name: str) -> None:
        puzzle = shape(name).puzzle
        outcome = search(puzzle, backend=PLAIN)
        assert outcome.status == solve(puzzle, limit=SECONDS).status == "solved"
        assert fault_of(puzzle, outcome.solutions[0]) is None

    def test_the_windows_have_one_solution(self) -> None:
        for name in ("paradox-shed-window", "paradox-parallelogram-window"):
            searched = solve_exactly(shape(name).puzzle, want="count", by="plain").searched
            assert searched is not None
            assert searched.count is not None
            assert searched.count.unique


class TestImpossible:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_both_solvers_prove_it(self, name: str) -> None:
        puzzle = shape(name).puzzle
        outcome = search(puzzle, backend=PLAIN)
        assert outcome.status == solve(puzzle, limit=SECONDS).status == "unsolvable"
        assert outcome.is_complete

    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_the_reason(self, name: str) -> None:
        outcome = search(shape(name).puzzle, backend=PLAIN)
        if name in REASONS:
            assert outcome.message.endswith(REASONS[name])
            assert (outcome.nodes, outcome.depth) == (1, 0)
        else:
            assert outcome.message.endswith(f"at most {outcome.depth} of 7 pieces placed")
            assert outcome.nodes > 1
            assert outcome.depth > 1

    @pytest.mark.slow
    def test_the_convex_ones_are_the_seven_that_the_tans_do_not_make(self) -> None:
        named = [shape(name).puzzle for name in IMPOSSIBLE if "convex" in name]
        forms = {min(orientations(Shape("", puzzle.rings[0]))) for puzzle in named}
        unsolved = {
            min(orientations(Shape("", puzzle.rings[0])))
            for puzzle in convex_polygons()
            if search(puzzle, backend=PLAIN).status == "unsolvable"
        }
        assert forms == unsolved
        assert len(forms) == len(named) == 7

    def test_another_set_fills_the_square_with_a_window(self) -> None:
        from heuristan.tangram.outlines.piece_sets import read_piece_set

        path = shape_files("impossible")["impossible-square-window"]
        (puzzle,) = read_outlines(path, read_piece_set("sei-shonagon"))
        assert isinstance(puzzle, Puzzle)
        assert search(puzzle, backend=PLAIN).status == "solved"

    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_is_described(self, name: str) -> None:
        figure = shape(name)
        assert figure.name == name
        assert name.startswith("impossible-")
        assert name not in shape_names()  # they are not among the shapes to be solved
        assert figure.source.startswith(("own design", "convex figure"))
        assert figure.difficulty.startswith("impossible; ")
        assert ("only the search" in figure.difficulty) == (name not in REASONS)

    def test_they_lie_in_a_folder_of_their_own(self) -> None:
        assert {path.stem for path in (folder("shapes") / "impossible").iterdir()} == set(IMPOSSIBLE)
        assert len(IMPOSSIBLE) == 12
