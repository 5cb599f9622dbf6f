"""Sets of pieces that are not exactly one puzzle: what is missing or foreign has a name, and nothing is solved."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.jigsaw_puzzles import made

from heuristan.common.faults import InputError
from heuristan.jigsaw.assembly.by_odds import Lie, turned
from heuristan.jigsaw.judging import agreement, judge
from heuristan.jigsaw.piece import Piece, Side
from heuristan.jigsaw.results import Result, describe
from heuristan.jigsaw.solving import solve


def renamed(pieces: Sequence[Piece]) -> list[Piece]:
    return [Piece(f"other-{piece.name}", piece.picture, piece.sides) for piece in pieces]


def is_inner(piece: Piece) -> bool:
    return all(side.kind != "flat" for side in piece.sides)


def names(result: Result) -> set[str]:
    return {one.piece for one in result.pieces}


class TestMissing:
    @pytest.mark.slow
    @pytest.mark.parametrize("place", [(0, 0), (0, 2), (2, 3)])
    def test_a_missing_piece_has_a_place(self, place: tuple[int, int]) -> None:
        puzzle = made(4, 6)
        (gone,) = (one.piece for one in puzzle.truth.pieces if (one.row, one.column) == place)
        result = solve("it", [piece for piece in puzzle.pieces if piece.name != gone])
        assert result.status == "stuck"
        assert agreement(result, puzzle.truth).pieces == 23
        (missing,) = result.missing
        # the whole may lie upside down
        assert missing in (place, (3 - place[0], 5 - place[1]))
        assert describe(result).endswith(f"; missing at row {missing[0]} column {missing[1]}")

    @pytest.mark.slow
    @given(st.integers(0, 10_000))
    @settings(max_examples=1, deadline=None)
    def test_a_few_missing_pieces_never_make_a_whole(self, seed: int) -> None:
        puzzle = made(4, 6)
        kept = np.random.default_rng(seed).permutation(24)[:21]
        result = solve("it", [puzzle.pieces[number] for number in kept.tolist()])
        assert result.status == "stuck"
        assert len(result.missing) >= 3

    @pytest.mark.slow
    def test_a_few_islands_are_a_result_too(self) -> None:
        puzzle = made(6, 8)
        islands = [(0, 0), (0, 4), (4, 2), (4, 6)]
        kept = {one.piece for one in puzzle.truth.pieces if (one.row // 2 * 2, one.column // 2 * 2) in islands}
        result = solve("it", [piece for piece in puzzle.pieces if piece.name in kept])
        assert result.status == "stuck"
        assert 4 <= sum(not piece.doubtful for piece in result.pieces) < len(kept) / 2
        assert result.missing or result.foreign
        assert "and a puzzle has 4" in result.message or "do not make a rectangle" in result.message

    def test_four_strangers_are_refused(self) -> None:
        pieces = [next(p for p in made(4, 6, seed).pieces if is_inner(p)) for seed in (1, 2)]
        with pytest.raises(InputError):
            solve("it", [*pieces, *renamed(pieces)])


class TestForeign:
    @pytest.mark.slow
    def test_a_surplus_piece_is_named(self) -> None:
        puzzle = made(3, 4)
        more = renamed([next(p for p in made(4, 6, 2).pieces if is_inner(p))])
        result = solve("it", [*more, *puzzle.pieces])
        assert (result.status, result.missing, result.foreign) == ("stuck", (), (more[0].name,))
        assert agreement(result, puzzle.truth).is_perfect

    @pytest.mark.slow
    def test_one_too_many_that_makes_another_rectangle_is_named(self) -> None:
        # 2 x 4 pieces and a foreign one are 3 x 3, with as many at the border
        puzzle = made(2, 4)
        more = renamed([next(p for p in made(4, 6, 2).pieces if is_inner(p))])
        result = solve("it", [*more, *puzzle.pieces])
        assert (result.status, result.foreign) == ("stuck", (more[0].name,))
        assert (result.rows, result.columns) == (2, 4)

    @pytest.mark.slow
    def test_two_puzzles_are_two(self) -> None:
        puzzle = made(3, 4)
        other = renamed(made(3, 5, 2).pieces)
        result = solve("it", [*puzzle.pieces, *other])
        assert result.status == "stuck"
        assert names(result) == {piece.name for piece in other}
        assert result.message.endswith("another puzzle of 12 pieces or more")


class TestScale:
    """The slack comes from the puzzle: what all joints have is no fault."""

    @staticmethod
    def worn(piece: Piece, scale: float, rough: float, random: np.random.Generator) -> Piece:
        sides = []
        for side in piece.sides:
            off = random.normal(0, rough, side.contour.shape)
            off = np.cumsum(off, axis=0) - np.linspace(0, 1, len(off))[:, None] * off.sum(axis=0)
            sides.append(Side(side.kind, side.contour * scale + off, side.insets))
        return Piece(piece.name, piece.picture, (sides[0], sides[1], sides[2], sides[3]))

    @pytest.mark.slow
    @pytest.mark.parametrize(("scale", "rough"), [(0.04, 0.0), (0.0, 0.3), (0.03, 0.2)])
    def test_photographs_of_unequal_scale_and_rough_contours_are_right(self, scale: float, rough: float) -> None:
        puzzle, random = made(6, 8), np.random.default_rng(1)
        pieces = [self.worn(p, 1 + scale * random.uniform(-0.5, 0.5), rough, random) for p in puzzle.pieces]
        assert judge(pieces, puzzle.truth).faults == ()

    @pytest.mark.slow
    def test_two_halves_that_change_places_are_seen(self) -> None:
        puzzle = made(6, 8)
        lay = tuple(one._replace(column=(one.column + 4) % 8) for one in puzzle.truth.pieces)
        kinds = {fault.kind for fault in judge(puzzle.pieces, replace(puzzle.truth, pieces=lay)).faults}
        assert "joint" in kinds


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.integers(0, 3)), max_size=6), st.integers(0, 3))
def test_a_fragment_turned_all_around_is_itself(places: list[tuple[int, int, int]], quarters: int) -> None:
    fragment = {number: Lie(*place) for number, place in enumerate(places)}
    assert turned(turned(fragment, quarters), 4 - quarters) == fragment
