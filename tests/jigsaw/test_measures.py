"""How well two sides of jigsaw pieces fit."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jigsaw_matches import best_matches
from shared.jigsaw_puzzles import Made, blank_piece, made

from heuristan.common.faults import InputError
from heuristan.jigsaw.measures.costs import (
    DUMMIES,
    MEASURES,
    Measure,
    certain,
    compatibilities,
    costs,
    envelope_distances,
    envelopes,
    learned,
    outline_distances,
    scaled,
    weighed,
)
from heuristan.jigsaw.measures.sides import FORBIDDEN, Framed, Sides, ahead, allowed, behind, framed, pixels, sampled
from heuristan.jigsaw.piece import Floats, Side

angles = st.floats(0, 2 * np.pi)
shifts = st.tuples(st.floats(-200, 200), st.floats(-200, 200))


def turned(curve: Floats, angle: float, shift: tuple[float, float]) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(curve @ np.array([[c, s], [-s, c]]) + shift)


def a_tab(seed: int = 0) -> Floats:
    """Make a curve from (0, 0) to (60, 0) that rises (y goes down, so it is negative) and overhangs a little."""
    t = np.linspace(0, 1, 80)
    random = np.random.default_rng(seed)
    x = 60 * t - random.uniform(4, 9) * np.sin(2 * np.pi * t)
    y = -random.uniform(12, 20) * np.sin(np.pi * t) ** 2 + random.uniform(1, 3) * np.sin(4 * np.pi * t)
    return np.stack([x, y], axis=1)


def side(kind: str, curve: Floats, seed: int = 0) -> Side:
    colours = np.random.default_rng(seed).uniform(0, 255, (6, len(curve), 3)).astype(np.float32)
    return Side(kind, curve, colours)  # type: ignore[arg-type]


class TestFrame:
    @given(angles, shifts, angles, shifts, st.integers(0, 50))
    @settings(max_examples=10)
    def test_a_tab_and_the_blank_that_it_fits_are_the_same_curve_however_they_lie(
        self, angle: float, shift: tuple[float, float], other: float, other_shift: tuple[float, float], seed: int
    ) -> None:
        curve = a_tab(seed)
        tab = framed(side("tab", turned(curve, angle, shift)))
        blank = framed(side("blank", turned(curve[::-1], other, other_shift)))
        assert np.allclose(tab.curve, blank.curve, atol=1e-6)
        assert tab.curve[0, 0] < 0 < tab.curve[-1, 0]
        assert tab.curve[len(curve) // 2, 1] > 5

    def test_colours_go_with_the_curve(self) -> None:
        found = side("blank", a_tab()[::-1], seed=3)
        assert np.array_equal(framed(found).colours, found.insets[:, ::-1].astype(float))

    @given(st.integers(2, 40), st.integers(0, 20))
    def test_samples_keep_the_mean(self, count: int, seed: int) -> None:
        one = framed(side("tab", a_tab(seed), seed))
        many, few = sampled([one], 512), sampled([one], count)
        assert np.allclose(many.curves.mean(axis=1), few.curves.mean(axis=1))
        assert np.allclose(many.colours.mean(axis=2), few.colours.mean(axis=2))

    def test_half_as_many_samples_are_the_means_of_two(self) -> None:
        one = [framed(side("tab", a_tab(1), 1))]
        assert np.allclose(sampled(one, 32).halved().curves, sampled(one, 16).curves)
        assert np.allclose(sampled(one, 32).halved().colours, sampled(one, 16).colours)

    def test_midpoints_are_aligned(self) -> None:
        sides = [Framed(np.zeros((n, 2)), np.full((2, n, 3), float(n))) for n in (4, 9, 5)]
        found = pixels(sides, 9)
        assert found.there.sum(axis=1).tolist() == [4, 9, 5]
        assert all(abs(np.flatnonzero(there).mean() - 4) <= 0.5 for there in found.there)
        assert (found.colours.sum(axis=(0, 2, 3)) / 6).tolist() == [16, 81, 25]


def plain_envelope(curve: Floats, bins: int) -> list[float]:
    """Compute the z-buffer plainly: every line, every bin."""
    found = [0.0] * bins
    for (x0, y0), (x1, y1) in pairwise(curve):
        for i in range(bins):
            at = i + 0.5 - bins / 2
            if x0 != x1 and min(x0, x1) <= at <= max(x0, x1):
                found[i] = max(found[i], y0 + (y1 - y0) * (at - x0) / (x1 - x0))
    return found


class TestShape:
    @given(st.lists(st.integers(0, 100), min_size=1, max_size=3))
    @settings(max_examples=8)
    def test_envelopes_are_those_of_the_plain_z_buffer(self, seeds: list[int]) -> None:
        sides = [framed(side("tab", a_tab(seed))) for seed in seeds]
        found = envelopes(sides)
        assert np.allclose(found, [plain_envelope(one.curve, found.shape[1]) for one in sides])

    def test_an_overhang_is_hidden(self) -> None:
        curve = np.array([(-10, 0), (0, 8), (-4, 5), (4, 5), (0, 8.0), (10, 0)])
        assert envelopes([Framed(curve, np.zeros((1, 6, 3)))]).max() <= 8

    def test_the_mean_difference_of_envelopes(self) -> None:
        tabs, blanks = np.array([[0.0, 2.0, 4.0]]), np.array([[0.0, 2.0, 4.0], [3.0, 2.0, 1.0]])
        assert envelope_distances(tabs, blanks).tolist() == [[0.0, 2.0]]

    @given(st.integers(0, 100), angles, shifts)
    @settings(max_examples=8)
    def test_outlines_are_laid_on_each_other_by_a_shift_and_a_turn(
        self, seed: int, angle: float, shift: tuple[float, float]
    ) -> None:
        one = sampled([framed(side("tab", a_tab(seed)))], 32)
        other = type(one)(turned(one.curves[0], angle, shift)[None], one.colours)
        assert outline_distances(one, other)[0, 0] < 1e-3

    def test_two_different_tabs_are_some_pixels_apart(self) -> None:
        one, other = (sampled([framed(side("tab", a_tab(seed)))], 32) for seed in (1, 2))
        assert 0.3 < outline_distances(one, other)[0, 0] < 10


def plain_directed(edge: Floats, inner: Floats, other: Floats) -> float:
    """Equation 5 in words, the mean in place of the sum, without the root."""
    gradients = np.concatenate([edge - inner, DUMMIES])
    mean = gradients.mean(axis=0)
    inverse = np.linalg.inv((gradients - mean).T @ (gradients - mean) / len(gradients))
    return float(np.mean([(g - mean) @ inverse @ (g - mean) for g in other - edge]))


class TestGradient:
    @given(st.integers(0, 1000))
    @settings(max_examples=10)
    def test_all_pairs_at_once_are_each_by_itself(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        tabs, blanks = ([random.uniform(0, 255, (n, 7, 3)) for _ in range(2)] for n in (2, 3))
        found = compatibilities((tabs[0], tabs[1]), (blanks[0], blanks[1]))
        for i, j in np.ndindex(2, 3):
            forth = plain_directed(tabs[0][i], tabs[1][i], blanks[0][j])
            back = plain_directed(blanks[0][j], blanks[1][j], tabs[0][i])
            assert found[i, j] == pytest.approx(forth**0.5 + back**0.5)

    def test_only_samples_that_both_have_are_compared(self) -> None:
        random = np.random.default_rng(1)
        edge, inner, other, deeper = (random.uniform(0, 255, (1, 9, 3)) for _ in range(4))
        mine = np.ones((1, 9), dtype=bool)
        theirs = np.array([[False, False, True, True, True, True, True, False, False]])
        found = compatibilities((edge, inner), (other, deeper), (mine, theirs))
        kept = np.flatnonzero(theirs[0])
        gradients = np.concatenate([edge[0] - inner[0], DUMMIES])
        mean = gradients.mean(axis=0)
        inverse = np.linalg.inv((gradients - mean).T @ (gradients - mean) / len(gradients))
        across = (other - edge)[0, kept] - mean
        forth = np.mean(np.einsum("pc,cd,pd->p", across, inverse, across))
        back = plain_directed(other[0, kept], deeper[0, kept], edge[0, kept])
        assert found[0, 0] == pytest.approx(forth**0.5 + back**0.5)

    def test_where_all_samples_stand_the_mask_makes_no_difference(self) -> None:
        random = np.random.default_rng(2)
        tabs, blanks = ([random.uniform(0, 255, (2, 5, 3)) for _ in range(2)] for _ in range(2))
        everywhere = np.ones((2, 5), dtype=bool)
        pairs = (tabs[0], tabs[1]), (blanks[0], blanks[1])
        assert np.allclose(compatibilities(*pairs), compatibilities(*pairs, (everywhere, everywhere)))

    def test_a_side_of_one_colour_has_a_finite_answer(self) -> None:
        flat = np.full((1, 5, 3), 80.0)
        assert np.isfinite(compatibilities((flat, flat), (flat, flat))).all()


class TestJoints:
    def test_what_may_lie_together(self) -> None:
        corner = blank_piece("corner", ("flat", "tab", "blank", "flat"))
        rim = blank_piece("rim", ("flat", "blank", "tab", "blank"))
        inner = blank_piece("inner", ("tab", "blank", "tab", "blank"))
        found = allowed([corner, rim, inner])
        assert np.array_equal(found, found.T)
        assert np.flatnonzero(ahead([corner, rim, inner])).tolist() == [1, 5]
        assert np.flatnonzero(behind([corner, rim, inner])).tolist() == [2, 7]
        assert found[1, 7]  # on along the border: a tab that points onwards, a blank that points back
        assert not found[1, 5]  # both point onwards
        assert not found[1, 9]  # the inner piece does not lie at the border
        assert found[6, 9]  # inwards
        assert not found[6, 8]  # a tab on a tab
        assert not found[[0, 3, 4]].any()  # flat
        assert not found[8:, 8:].any()  # one piece

    def test_upright_pieces_lie_right_on_left(self) -> None:
        one, other = (blank_piece(name, ("tab", "blank", "tab", "blank")) for name in "ab")
        assert not allowed([one, other], upright=True).any()
        other = blank_piece("b", ("blank", "blank", "tab", "tab"))
        assert np.argwhere(allowed([one, other], upright=True)).tolist() == [[1, 7], [2, 4], [4, 2], [7, 1]]


class TestLearned:
    def test_only_the_best_for_both_are_certain(self) -> None:
        table = np.array([[1.0, 5, 9], [2, 6, 9], [9, 4, 8.0]])
        joints = certain(table, np.ones((3, 3), dtype=bool))
        assert (joints.tabs.tolist(), joints.blanks.tolist()) == ([0, 2], [0, 1])

    def test_a_term_that_says_nothing_weighs_little(self) -> None:
        random = np.random.default_rng(1)
        good = random.gamma(8, 1, (20, 20)) + 40 * (1 - np.eye(20))
        wild = random.gamma(0.3, 100, (20, 20))
        everywhere = np.ones((20, 20), dtype=bool)
        joints = certain(good, everywhere)
        for add in (scaled, weighed):
            found = add((good, wild), joints, everywhere)
            assert (found.argmin(axis=1) == np.arange(20)).mean() > 0.9
            assert found[joints.tabs, joints.blanks].mean() == pytest.approx(1)
            assert found.min() >= 0

    def test_too_few_joints_leave_the_plain_measure(self) -> None:
        sides = Sides(made(2, 2).pieces)
        plain = MEASURES["term"](sides)
        assert np.array_equal(learned(sides, plain), plain)


class TestCosts:
    @pytest.mark.slow
    @pytest.mark.parametrize("measure", MEASURES)
    def test_every_measure_is_a_table_of_all_sides(self, measure: Measure) -> None:
        pieces = made(4, 5).pieces
        found = costs(pieces, measure)
        assert found.shape == (80, 80)
        assert np.array_equal(found, found.T)
        assert np.array_equal(found < FORBIDDEN, allowed(pieces) & (found < FORBIDDEN))
        assert found.min() >= 0
        assert found.max() <= FORBIDDEN

    def test_pieces_of_which_none_fits_another_are_reported(self) -> None:
        pieces = [blank_piece(name, ("flat", "tab", "tab", "flat")) for name in "abcd"]
        with pytest.raises(InputError, match="their sides have 8 tabs and 0 blanks"):
            costs(pieces, "learned")

    @pytest.mark.slow
    def test_all_find_most_neighbours_of_a_clean_puzzle(self) -> None:
        assert all(share(made(5, 6), measure) > 0.85 for measure in MEASURES)

    @pytest.mark.slow
    def test_what_is_learned_finds_more_than_it_was_learned_from(self) -> None:
        worn = made(6, 8, worn=True)
        filter, term, learned = (share(worn, measure) for measure in ("filter", "term", "learned"))
        assert max(filter, term) < learned
        assert learned > 0.97


def share(puzzle: Made, measure: Measure) -> float:
    """Return the share of sides whose cheapest joint is with their true neighbour."""
    right, of = best_matches(costs(puzzle.pieces, measure), puzzle.pieces, puzzle.truth)
    return right / of
