"""Puzzles of which some pieces are read wrongly: they are laid right all the same, and never called solved."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.jigsaw_puzzles import made

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.by_odds import Lie, best_window, laid_by_odds, odds, turned
from heuristan.jigsaw.judging import agreement
from heuristan.jigsaw.measures.sides import FORBIDDEN
from heuristan.jigsaw.piece import Kind, Piece
from heuristan.jigsaw.solving import solve


def misread(pieces: Sequence[Piece], number: int, was: Kind, seen: Kind) -> list[Piece]:
    """Read one side of a piece wrongly: the number-th of the interior that is `was` is `seen`."""
    able = [
        (p, s) for p, piece in enumerate(pieces) for s in range(4) if piece.sides[s].kind == was and is_inner(piece)
    ]
    at, side = able[number % len(able)]
    sides = list(pieces[at].sides)
    sides[side] = replace(sides[side], kind=seen)
    found = list(pieces)
    found[at] = replace(found[at], sides=(sides[0], sides[1], sides[2], sides[3]))
    return found


def is_inner(piece: Piece) -> bool:
    return all(side.kind != "flat" for side in piece.sides)


class TestMisread:
    @pytest.mark.slow
    @pytest.mark.part(2)
    @pytest.mark.parametrize(("was", "seen"), [("blank", "flat"), ("tab", "flat"), ("blank", "tab"), ("tab", "blank")])
    def test_a_side_that_is_read_wrongly_spoils_nothing(self, was: Kind, seen: Kind) -> None:
        puzzle = made(4, 6)
        result = solve("it", misread(puzzle.pieces, 3, was, seen))
        assert agreement(result, puzzle.truth).is_perfect
        assert result.status == "stuck"
        assert result.message

    @pytest.mark.slow
    @given(st.integers(0, 10_000), st.integers(1, 3))
    @settings(max_examples=2, deadline=None)
    def test_so_do_a_few(self, seed: int, count: int) -> None:
        puzzle = made(4, 6)
        pieces: Sequence[Piece] = puzzle.pieces
        for number in np.random.default_rng(seed).integers(0, 1000, count).tolist():
            pieces = misread(pieces, number, "blank", "flat")
        found = laid_by_odds(pieces, "learned", upright=False, clock=Clock())
        assert found is not None
        right = solve("it", puzzle.pieces)
        turns = {piece.name: number for number, piece in enumerate(pieces)}
        places = {turns[one.piece]: (one.row, one.column) for one in right.pieces}
        upside_down = {piece: (3 - row, 5 - column) for piece, (row, column) in places.items()}
        assert {piece: lie[:2] for piece, lie in found.laid.items()} in (places, upside_down)

    def test_one_piece_that_fits_nowhere_lies_in_the_only_place_left(self) -> None:
        puzzle = made(4, 6)
        pieces = list(puzzle.pieces)
        at = next(number for number, piece in enumerate(pieces) if is_inner(piece))
        flat = next(side for piece in pieces for side in piece.sides if side.kind == "flat")
        pieces[at] = replace(pieces[at], sides=(flat, flat, flat, flat))
        found = laid_by_odds(pieces, "learned", upright=False, clock=Clock())
        assert found is not None
        assert (found.missing, found.foreign) == ((), ())
        assert found.confidence[at] == 0
        assert solve("it", pieces).status == "stuck"

    @pytest.mark.slow
    @pytest.mark.parametrize(("count", "misreadings", "stay"), [(2, 0, False), (2, 8, True), (4, 8, False)])
    def test_a_few_do_too_if_others_are_read_wrongly(self, count: int, misreadings: int, *, stay: bool) -> None:
        pieces: list[Piece] = [*made(6, 8).pieces]
        flat = next(side for piece in pieces for side in piece.sides if side.kind == "flat")
        strange = [number for number, piece in enumerate(pieces) if is_inner(piece)][:count]
        for number in np.random.default_rng(1).integers(0, 1000, misreadings).tolist():
            pieces = misread(pieces, number, "tab", "blank")
        for at in strange:
            pieces[at] = replace(pieces[at], sides=(flat, flat, flat, flat))
        found = laid_by_odds(pieces, "learned", upright=False, clock=Clock())
        assert found is not None
        # one that is misread on a side may be told with those that are strange on all
        assert set(found.foreign) >= set(strange) if not stay else not found.foreign
        assert len(found.foreign) <= len(strange) + 1

    @pytest.mark.slow
    @pytest.mark.part(2)
    @pytest.mark.parametrize("seeds", [(3, 4), (5, 6)])
    def test_of_two_puzzles_one_is_laid(self, seeds: tuple[int, int]) -> None:
        one, other = (made(4, 6, seed).pieces for seed in seeds)
        pieces = [*one, *(replace(piece, name=f"other-{piece.name}") for piece in other)]
        found = laid_by_odds(pieces, "learned", upright=False, clock=Clock())
        assert found is not None
        assert sorted(found.laid) in ([*range(24)], [*range(24, 48)])

    def test_a_prime_number_of_pieces_makes_no_rectangle(self) -> None:
        assert laid_by_odds(made(4, 6).pieces[1:], "learned", upright=False, clock=Clock()) is None

    def test_the_time_limit_holds(self) -> None:
        found = laid_by_odds(made(4, 6, upright=True).pieces, "learned", upright=True, clock=Clock(0.0))
        assert found is not None
        assert found.size == (4, 6)


class TestWindows:
    def test_a_fragment_without_a_place_in_the_middle_is_cut(self) -> None:
        corner = {0: Lie(0, 0, 0), 1: Lie(0, 5, 0), 2: Lie(5, 0, 0), 3: Lie(5, 5, 0)}
        found = best_window(np.zeros((4, 4), dtype=bool), corner, upright=False)
        assert found is not None
        assert (found.size, len(found.inside)) == ((2, 2), 1)

    @given(st.integers(0, 3), st.integers(0, 5), st.integers(0, 7))
    def test_the_whole_is_where_its_flat_sides_are(self, quarters: int, down: int, right: int) -> None:
        lies = [Lie(row, column, 0) for row in range(3) for column in range(4)]
        flat = np.array([[lie.row == 0, lie.column == 3, lie.row == 2, lie.column == 0] for lie in lies])
        moved = {number: Lie(lie.row + down, lie.column + right, 0) for number, lie in enumerate(lies)}
        best = best_window(flat, turned(moved, quarters), upright=False)
        assert best is not None
        assert (best.worth, best.size) == (48, (3, 4))


class TestOdds:
    @staticmethod
    def costs(seed: int, sides: int = 12) -> np.ndarray:
        random = np.random.default_rng(seed)
        found = random.uniform(0.1, 5, (sides, sides))
        found = (found + found.T) / 2
        found[random.random((sides, sides)) < 0.2] = FORBIDDEN
        return np.maximum(found, found.T)

    @given(st.integers(0, 10_000), st.floats(0.5, 20))
    @settings(deadline=None)
    def test_they_do_not_depend_on_the_unit_of_costs(self, seed: int, unit: float) -> None:
        costs = self.costs(seed)
        scaled = np.where(costs < FORBIDDEN, costs * unit, FORBIDDEN)
        assert np.allclose(odds(costs).costs, odds(scaled).costs, atol=1e-3)

    @given(st.integers(0, 10_000))
    @settings(deadline=None)
    def test_they_are_symmetric_and_bounded(self, seed: int) -> None:
        found = odds(self.costs(seed))
        assert np.allclose(found.costs, found.costs.T)
        assert (found.costs >= 0).all()
        assert found.costs.max() <= found.unknown

    def test_a_side_that_is_far_from_all_others_still_has_a_partner(self) -> None:
        # sides 0 and 1 belong together, but a corner of the piece of side 0 is read wrongly
        costs = np.full((6, 6), 4.0)
        for one, other in ((0, 1), (2, 3), (4, 5)):
            costs[one, other] = costs[other, one] = 1.0
        costs[0] += 2.5
        costs[:, 0] += 2.5
        np.fill_diagonal(costs, FORBIDDEN)
        found = odds(costs).costs
        assert found[0].argmin() == 1
        assert found[0, 1] < odds(costs).even < found[0, 2]
