"""Whole outlines of pieces: what is read wrongly in part still says where it belongs."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.jigsaw_puzzles import Made, made

from heuristan.jigsaw.assembly.board import Board
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.measures.costs import outlines
from heuristan.jigsaw.measures.outlines import Outline, misfit
from heuristan.jigsaw.measures.sides import Sides
from heuristan.jigsaw.piece import Piece, Side

MOVED = 7
"""Points by which a corner is read wrongly: about as many pixels."""


def with_wrong_corner(piece: Piece, corner: int, moved: int = MOVED) -> Piece:
    """Read a corner several pixels too late on the outline of a piece, or too early if the number is negative."""
    sides = list(piece.sides)
    before, after = sides[corner - 1], sides[corner]
    contour = np.concatenate([before.contour, after.contour[1:]])
    insets = np.concatenate([before.insets, after.insets[:, 1:]], axis=1)
    at = len(before.contour) - 1 + moved
    sides[corner - 1] = Side(before.kind, contour[: at + 1], insets[:, : at + 1])
    sides[corner] = Side(after.kind, contour[at:], insets[:, at:])
    return replace(piece, sides=(sides[0], sides[1], sides[2], sides[3]))


def board_of(puzzle: Made, costs: float = 1.0) -> Board:
    """Lay a puzzle as it is true, within the outside; true joints cost nothing, all others the same."""
    pieces, truth = puzzle.pieces, puzzle.truth
    sides = 4 * (len(pieces) + 1)
    board = Board(Dimensions(truth.rows + 2, truth.columns + 2), np.full((sides, sides), costs))
    board.piece[...] = len(pieces)
    number = {piece.name: at for at, piece in enumerate(pieces)}
    for one in truth.pieces:
        board.lay((one.row + 1, one.column + 1), number[one.piece], one.turn)
    for one, other in board.facing():
        board.costs[one, other] = board.costs[other, one] = 0.0
    return board


class TestMisfit:
    @given(st.integers(0, 3), st.integers(0, 23))
    @settings(max_examples=10, deadline=None)
    def test_a_corner_that_is_read_wrongly_moves_a_joint_little(self, corner: int, number: int) -> None:
        board = board_of(made(4, 6))
        row, column = np.argwhere(board.piece == number)[0].tolist()
        outlines = [Outline.of(piece) for piece in made(4, 6).pieces]
        wrong = Outline.of(with_wrong_corner(made(4, 6).pieces[number], corner))
        for direction, there in board.neighbours((row, column)):
            side = board.side((row, column), direction) % 4
            other, facing = divmod(board.side(there, (direction + 2) % 4), 4)
            if other == len(outlines):
                continue
            assert misfit(outlines[other], facing, outlines[number], side).shape < 0.3
            assert misfit(outlines[other], facing, wrong, side).shape < MOVED / 4

    @pytest.mark.parametrize("share", [-0.25, -0.12, 0.12, 0.25])
    def test_so_do_all_four_that_are_read_far_off(self, share: float) -> None:
        board, outlines = board_of(made(4, 6)), [Outline.of(piece) for piece in made(4, 6).pieces]
        shapes = []
        for row, column in np.ndindex(4, 6):
            place = (row + 1, column + 1)
            number = int(board.piece[place])
            wrong = made(4, 6).pieces[number]
            for corner in range(4):
                wrong = with_wrong_corner(wrong, corner, round(share * len(made(4, 6).pieces[number].sides[0].contour)))
            for direction, there in board.neighbours(place):
                other, facing = divmod(board.side(there, (direction + 2) % 4), 4)
                if other < len(outlines):
                    side = board.side(place, direction) % 4
                    shapes.append(misfit(outlines[other], facing, Outline.of(wrong), side).shape)
        assert max(shapes) < 0.6

    @given(st.floats(-180, 180), st.tuples(st.floats(-50, 50), st.floats(-50, 50)))
    @settings(max_examples=8, deadline=None)
    def test_it_does_not_depend_on_how_a_piece_lies(self, degrees: float, way: tuple[float, float]) -> None:
        one, other = (Outline.of(piece) for piece in made(4, 6).pieces[:2])
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        turn = np.array([[cosine, sine], [-sine, cosine]])
        moved = replace(one, sides=[side @ turn + way for side in one.sides])
        for side in range(4):
            assert misfit(moved, side, other, 0).shape == pytest.approx(misfit(one, side, other, 0).shape, abs=0.01)

    def test_a_piece_of_another_scale_is_far_off_and_no_error(self) -> None:
        one, other = (Outline.of(piece) for piece in made(4, 6).pieces[:2])
        small = replace(one, sides=[0.15 * side for side in one.sides])
        for side in range(4):
            assert np.isfinite(misfit(small, side, other, 0)).all()
            assert misfit(other, 0, small, side).shape > 0.4


class TestMeasure:
    def test_pairs_for_which_there_was_no_time_cost_most(self) -> None:
        sides = Sides(made(4, 6).pieces)
        whole = outlines(sides)
        answers = iter([False] * 100 + [True])
        part = outlines(sides, lambda: next(answers))
        assert part.shape == whole.shape
        assert (part < part.max()).sum() <= 100
        assert outlines(sides, lambda: True).tolist() == np.ones(whole.shape).tolist()
