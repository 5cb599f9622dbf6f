"""Jigsaw puzzles laid: the border, the interior, repair."""

import sys
from collections.abc import Sequence
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jigsaw_photographer import Recipe, cut
from shared.jigsaw_puzzles import blank_piece, made

from heuristan.common.clock import Clock
from heuristan.common.faults import InputError, MissingExtraError
from heuristan.jigsaw.assembly.board import EMPTY, Board, Dimensions, dimensions, fill
from heuristan.jigsaw.assembly.border_first import (
    Ring,
    Strip,
    arrange,
    border_of_the_paper,
    lay_border,
    merged,
    place_costs,
    ring_places,
)
from heuristan.jigsaw.assembly.repair import Interior, interior_places, is_cheapest, reassign, rivals
from heuristan.jigsaw.cutting import load_source
from heuristan.jigsaw.judging import agreement
from heuristan.jigsaw.measures.sides import FORBIDDEN
from heuristan.jigsaw.piece import STEPS, Floats, Piece
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.solving import USUAL, solve

seeds = st.integers(0, 10_000)


def grid(rows: int, columns: int) -> list[Piece]:
    """Make upright pieces that are only their kinds of sides: tabs to the right and below."""
    found = []
    for row, column in product(range(rows), range(columns)):
        top = "blank" if row else "flat"
        right = "tab" if column < columns - 1 else "flat"
        bottom = "tab" if row < rows - 1 else "flat"
        left = "blank" if column else "flat"
        found.append(blank_piece(f"{row}-{column}", (top, right, bottom, left)))  # type: ignore[arg-type]
    return found


def random_ring(size: Dimensions, seed: int, noise: float = 1.0) -> Ring:
    """Make a ring whose pieces belong in their own order; joints have random costs, the true ones lower."""
    random = np.random.default_rng(seed)
    joints = 1 + noise * random.random((size.ring, size.ring))
    joints[np.arange(size.ring), np.roll(np.arange(size.ring), -1)] = random.random(size.ring)
    np.fill_diagonal(joints, FORBIDDEN)
    corners = np.isin(np.arange(size.ring), size.corner_places())
    here = np.arange(size.ring)
    return Ring(here, corners, joints, np.zeros(size.ring, dtype=np.intp))


class TestDimensions:
    @given(st.integers(2, 30), st.integers(2, 30))
    def test_they_follow_from_the_flat_sides(self, rows: int, columns: int) -> None:
        pieces = grid(rows, columns)
        assert dimensions(pieces) == Dimensions(min(rows, columns), max(rows, columns))
        assert dimensions(pieces, upright=True) == (rows, columns)

    @given(st.integers(2, 30), st.integers(2, 30))
    def test_the_ring_has_four_corners_and_comes_back(self, rows: int, columns: int) -> None:
        size = Dimensions(rows, columns)
        places = [(row, column) for row, column, _ in ring_places(size)]
        assert len(set(places)) == size.ring == len(places)
        corners = {places[place] for place in size.corner_places()}
        assert corners == set(product((0, rows - 1), (0, columns - 1)))
        steps = zip(places, [*places[1:], places[0]], strict=True)
        assert all(abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in steps)

    def test_a_piece_that_is_missing_is_reported(self) -> None:
        pieces = grid(3, 5)
        with pytest.raises(
            InputError,
            match=r"14 pieces, 12 of them at the border, do not make a rectangle; 2 x 7 has 14 at the border",
        ):
            dimensions([*pieces[:6], *pieces[7:]])
        with pytest.raises(InputError, match="14 pieces with 3 corners"):
            dimensions(pieces[1:])
        with pytest.raises(InputError, match="no divisors"):
            dimensions([*grid(3, 4), grid(3, 4)[5]])

    def test_what_is_flat_on_opposite_sides_is_named(self) -> None:
        pieces = [*grid(3, 3)[1:], blank_piece("strip", ("flat", "tab", "flat", "blank"))]
        with pytest.raises(InputError, match="'strip' is flat on 2 sides, two of them opposite"):
            dimensions(pieces)

    def test_three_pieces_are_no_puzzle(self) -> None:
        with pytest.raises(InputError, match="3 pieces"):
            dimensions(grid(2, 2)[:3])

    def test_pieces_that_do_not_stand_upright_are_reported(self) -> None:
        turned = [Piece(p.name, p.picture, (*p.sides[1:], p.sides[0])) for p in grid(3, 5)[:7]]
        with pytest.raises(InputError, match="--orientation unknown"):
            dimensions([*turned, *grid(3, 5)[7:]], upright=True)


def strips_of(ring: Ring, random: np.random.Generator, count: int) -> list[Strip]:
    """Cut the ring in random order at random places."""
    order = random.permutation(len(ring))
    cuts = np.sort(random.choice(np.arange(1, len(ring)), count - 1, replace=False))
    return [tuple(int(piece) for piece in strip) for strip in np.split(order, cuts)]


def cost_of(ring: Ring, places: Floats, order: Sequence[int]) -> float:
    """Return the cost of a whole ring, its first piece at place 0."""
    here = np.asarray(order)
    return float(ring.joints[here, np.roll(here, -1)].sum() + places[here, np.arange(len(here))].sum())


class TestHeldKarp:
    @given(seeds, st.integers(1, 6))
    @settings(max_examples=10, deadline=None)
    def test_it_is_the_cheapest_of_all_orders(self, seed: int, count: int) -> None:
        ring, random = random_ring(Dimensions(3, 5), seed), np.random.default_rng(seed)
        places = place_costs(ring, Dimensions(3, 5)) / FORBIDDEN + random.random((12, 12))
        strips = strips_of(ring, random, count)
        starts = (0, 5)
        found = arrange(ring, places, strips, starts)
        wanted = min(
            cost_of(ring, places, np.roll(np.concatenate([strips[0], *rest]), start).tolist())
            for rest in permutations(strips[1:])
            for start in starts
        )
        assert found.cost == pytest.approx(wanted)
        assert found.cost == pytest.approx(cost_of(ring, places, found.order))
        assert sorted(found.order) == list(range(12))


class TestBorder:
    @given(seeds)
    @settings(max_examples=10, deadline=None)
    def test_merging_keeps_every_piece_once(self, seed: int) -> None:
        ring = random_ring(Dimensions(4, 7), seed)
        strips = merged(ring, 9)
        assert len(strips) == 9
        assert sorted(piece for strip in strips for piece in strip) == list(range(18))

    def test_the_paper_s_border_may_have_any_rectangle(self) -> None:
        size = Dimensions(5, 8)
        ring = random_ring(size, 1)
        found = border_of_the_paper(ring, lambda size: size.corner_places()[:2])
        planted = cost_of(ring, place_costs(ring, size), range(size.ring))
        assert found.size == size
        assert cost_of(ring, place_costs(ring, size), found.order) == pytest.approx(planted)
        assert sorted(found.order) == list(range(size.ring))


def random_board(size: Dimensions, seed: int) -> Board:
    """Make a full board of random pieces in random turns, with random costs of joints."""
    random = np.random.default_rng(seed)
    count = size.rows * size.columns
    costs = random.random((4 * count, 4 * count))
    board = Board(size, costs + costs.T)
    board.piece[...] = random.permutation(count).reshape(size)
    board.turn[...] = random.integers(0, 4, size)
    return board


class TestBoard:
    @given(seeds)
    @settings(max_examples=8)
    def test_what_a_piece_would_cost_is_the_sum_of_its_joints(self, seed: int) -> None:
        board = random_board(Dimensions(3, 4), seed)
        fits = board.fits((1, 2))
        wanted = 0.0
        for direction, (down, right) in enumerate(STEPS):
            wanted += board.costs[board.side((1, 2), direction), board.side((1 + down, 2 + right), (direction + 2) % 4)]
        assert fits[board.piece[1, 2], board.turn[1, 2]] == pytest.approx(wanted)
        assert sum(len(joints.ravel()) for joints in board.joints()) == 17

    def test_the_border_is_laid_with_its_flat_sides_outside(self) -> None:
        pieces, size = grid(4, 5), Dimensions(4, 5)
        numbers = {piece.name: number for number, piece in enumerate(pieces)}
        names = [f"{row}-{column}" for row, column, _ in ring_places(size)]
        here = np.array([numbers[name] for name in names])
        ring = Ring(here, np.zeros(14, dtype=bool), np.zeros((14, 14)), np.zeros(14, dtype=np.intp))
        board = Board(size, np.zeros((80, 80)))
        lay_border(board, pieces, ring, range(14))
        assert board.piece[board.piece != EMPTY].tolist() == sorted(here)
        assert not board.turn.any()


class TestPockets:
    @given(seeds, st.integers(3, 6), st.integers(3, 6))
    @settings(max_examples=8, deadline=None)
    def test_each_empty_place_gets_a_piece_with_two_neighbours(self, seed: int, rows: int, columns: int) -> None:
        board = random_board(Dimensions(rows, columns), seed)
        removed = board.piece[1:-1, 1:-1].ravel().tolist()
        board.piece[1:-1, 1:-1] = EMPTY
        laid = np.ones((rows, columns), dtype=bool)
        laid[1:-1, 1:-1] = False
        for row, column in fill(board, removed):
            assert sum(laid[row + down, column + right] for down, right in STEPS) >= 2
            laid[row, column] = True
        assert sorted(board.piece[1:-1, 1:-1].ravel()) == sorted(removed)

    def test_the_most_confident_pocket_is_first(self) -> None:
        board = random_board(Dimensions(3, 4), 1)
        inner = board.piece[1, 1:3].tolist()
        board.costs[...] = 1
        right_of_both = board.side((0, 2), 2)
        board.piece[1, 1:3] = EMPTY
        board.costs[right_of_both, 4 * inner[0]] = 0.1
        assert fill(board, inner) == [(1, 2), (1, 1)]
        assert board.piece[1, 2] == inner[0]

    def test_a_board_without_an_interior_has_nothing_to_fill(self) -> None:
        assert fill(random_board(Dimensions(2, 5), 1), []) == []


class TestRepair:
    @given(seeds)
    @settings(max_examples=10, deadline=None)
    def test_reassigning_is_the_best_of_all_ways(self, seed: int) -> None:
        board = random_board(Dimensions(5, 5), seed)
        places = interior_places(board, 0)
        pieces = [int(board.piece[place]) for place in places]
        fits = [board.fits(place) for place in places]
        others = board.cost() - sum(
            float(fit[board.piece[place], board.turn[place]]) for fit, place in zip(fits, places, strict=True)
        )
        wanted = min(
            sum(float(fit[piece].min()) for fit, piece in zip(fits, order, strict=True))
            for order in permutations(pieces)
        )
        reassign(board, places)
        assert board.cost() == pytest.approx(others + wanted)

    @given(seeds)
    @settings(max_examples=5, deadline=None)
    def test_it_is_never_dearer_and_keeps_every_piece(self, seed: int) -> None:
        board = random_board(Dimensions(5, 6), seed)
        before = board.cost()
        Interior(board, Clock(0.3)).run()
        assert board.cost() <= before + 1e-9
        assert sorted(board.piece.ravel()) == list(range(30))

    def test_a_board_whose_joints_are_all_the_cheapest_is_known(self) -> None:
        board = random_board(Dimensions(3, 3), 1)
        assert not is_cheapest(board)
        for mine, theirs in board.facing():
            board.costs[mine, theirs] = board.costs[theirs, mine] = 0
        assert is_cheapest(board)

    def test_what_is_not_installed_is_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "scipy.optimize", None)
        with pytest.raises(MissingExtraError, match=r"\[jigsaw\]"):
            reassign(random_board(Dimensions(4, 4), 1), [(1, 1)])

    def test_rivals_are_other_pieces(self) -> None:
        board = random_board(Dimensions(3, 4), 2)
        own, other = rivals(board)
        fits = board.fits((1, 1))
        assert own[1, 1] == fits[board.piece[1, 1], board.turn[1, 1]]
        assert other[1, 1] == min(fit for piece, row in enumerate(fits) for fit in row if piece != board.piece[1, 1])


class TestSolve:
    @pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 5), (3, 3), (4, 6)])
    def test_small_puzzles_come_out(self, rows: int, columns: int) -> None:
        puzzle = made(rows, columns)
        result = solve("it", puzzle.pieces)
        assert result.status == "solved"
        assert agreement(result, puzzle.truth).is_perfect
        assert sorted(one.step or 0 for one in result.pieces) == list(range(1, rows * columns + 1))

    def test_the_paper_s_own_scheme_solves_a_clean_one(self) -> None:
        puzzle = made(4, 6)
        result = solve("it", puzzle.pieces, solver="paper")
        assert result.solver == f"paper/{USUAL['paper']}"
        assert agreement(result, puzzle.truth).is_perfect

    def test_upright_pieces_are_not_turned(self) -> None:
        puzzle = made(5, 4, upright=True)
        for scheme in USUAL:
            result = solve("it", puzzle.pieces, solver=scheme, upright=True)
            placed = {(one.piece, one.row, one.column, one.turn) for one in result.pieces}
            assert placed == {(one.piece, one.row, one.column, one.turn) for one in puzzle.truth.pieces}

    def test_the_order_of_the_pieces_makes_no_difference(self) -> None:
        puzzle = made(4, 6)
        assert agreement(solve("it", puzzle.pieces[::-1]), puzzle.truth).is_perfect

    @pytest.mark.slow
    def test_what_the_paper_leaves_off_is_solved(self) -> None:
        puzzle = made(6, 8, worn=True)
        paper = solve("it", puzzle.pieces, solver="paper")
        ours = solve("it", puzzle.pieces)
        assert not agreement(paper, puzzle.truth).is_perfect
        assert agreement(ours, puzzle.truth).is_perfect
        assert not any(one.doubtful for one in ours.pieces)

    @pytest.mark.slow
    def test_a_piece_of_another_puzzle_is_foreign_and_its_place_empty(self) -> None:
        puzzle, other = made(4, 6), made(4, 6, 2)
        inner = next(one for one in puzzle.truth.pieces if (one.row, one.column) == (1, 2))
        kinds = [[side.kind for side in piece.sides] for piece in other.pieces]
        strange = next(p for p, k in zip(other.pieces, kinds, strict=True) if "flat" not in k)
        renamed = Piece("strange", strange.picture, strange.sides)
        pieces = [renamed if piece.name == inner.piece else piece for piece in puzzle.pieces]
        result = solve("it", pieces)
        assert (result.status, result.foreign) == ("stuck", ("strange",))
        # the whole may lie upside down
        assert result.missing in (((1, 2),), ((2, 3),))

    @pytest.mark.slow
    def test_a_limit_leaves_what_was_laid(self) -> None:
        puzzle = made(6, 8, worn=True)
        assert solve("it", puzzle.pieces, measure="shape").status == "stuck"
        result = solve("it", puzzle.pieces, measure="shape", limit=1e-6)
        assert len(result.pieces) > 24
        assert result.status == "limit"

    @pytest.mark.slow
    def test_a_limit_is_not_blamed_where_nothing_was_cut_short(self) -> None:
        puzzle = made(6, 8, worn=True)
        assert solve("it", puzzle.pieces, solver="paper", limit=1e-6).status == "stuck"
        assert solve("it", made(4, 6).pieces, limit=1e-6).status == "solved"

    def test_a_clock_remembers_that_it_stopped_somebody(self) -> None:
        for limit, stops in ((None, False), (1e6, False), (1e-9, True)):
            clock = Clock(limit)
            assert not clock.has_stopped
            assert clock.is_over() == clock.has_stopped == stops

    @pytest.mark.slow
    def test_what_is_learned_wrongly_is_not_insisted_on(self) -> None:
        recipe = Recipe(4, 6, size=40, seed=1, variety=0, noise=0.6)
        pieces = pieces_of(cut(load_source("moon"), recipe).pictures)
        assert solve("it", pieces, measure="learned").status == "stuck"
        assert solve("it", pieces).solver == "repair/term"
