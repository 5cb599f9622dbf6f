"""Pieces read from pictures: contours, corners, sides, insets, sheets, and what is refused."""

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jigsaw_cuts import Style, round_head
from jigsaw_photographer import Photo, Recipe, Table, cut, cut_sheet
from numpy.typing import NDArray

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut, load_source
from heuristan.jigsaw.cutting.saw import coverage
from heuristan.jigsaw.piece import Bytes, Floats, Piece
from heuristan.jigsaw.reading import finding, pieces_of
from heuristan.jigsaw.reading.contours import (
    LEVELS,
    LONGEST,
    WORST,
    FrayedError,
    contour_of,
    inset_spots,
    kind_of,
    resampled,
    robust_corners,
    sampled,
    signed_area,
)
from heuristan.jigsaw.reading.finding import reading_order

BLUE = (40, 70, 200)
NEAR = 1.0
"""Pixels by which a corner may be off: on clean pieces the largest of thousands was off by 0.5."""

seeds = st.integers(0, 10**6)
sizes = st.sampled_from((50, 64, 80, 110))


def true_sides(piece: Piece, entry: dict[str, Any]) -> tuple[Floats, list[str]]:
    """Return the true corners and kinds of a piece, in the order in which it was read."""
    corners = np.array(entry["corners"]) - piece.origin
    shift = int(np.argmin(np.linalg.norm(corners - piece.corners[0], axis=1)))
    return np.roll(corners, -shift, axis=0), np.roll(entry["sides"], -shift).tolist()


def check(made: Cut, near: float = NEAR) -> None:
    """Check that all pieces of a puzzle are read as they were cut."""
    found = pieces_of(made.pictures)
    assert [piece.name for piece in found] == [entry["piece"] for entry in made.truth["pieces"]]
    for piece, entry in zip(found, made.truth["pieces"], strict=True):
        corners, kinds = true_sides(piece, entry)
        assert [side.kind for side in piece.sides] == kinds, piece.name
        assert np.linalg.norm(corners - piece.corners, axis=1).max() < near, piece.name


def one_piece(seed: int = 1, size: int = 80, **wear: Any) -> tuple[Bytes, dict[str, Any]]:
    made = cut(load_source("coffee"), Recipe(2, 2, size=size, seed=seed, **wear))
    return made.pictures["piece-1"], made.truth["pieces"][0]


def read_one(picture: NDArray[Any]) -> Piece:
    (piece,) = pieces_of({"piece": picture})
    return piece


def blank(height: int = 120, width: int = 120) -> Bytes:
    return np.zeros((height, width, 4), np.uint8)


def filled(ring: Floats, height: int = 120, width: int = 120) -> Bytes:
    """Fill a grey silhouette."""
    picture = blank(height, width)
    picture[..., 3] = np.round(coverage(ring, width, height) * 255)
    picture[..., :3] = np.where(picture[..., 3:] > 0, 128, 0)
    return picture


def regular(corners: int, radius: float, turn: float = 0.3) -> Floats:
    angle = turn + np.arange(corners) * 2 * np.pi / corners
    return np.asarray(60 + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1))


class TestTruth:
    @pytest.mark.slow
    @settings(max_examples=8)
    @given(seeds, sizes, st.sampled_from((0.0, 0.3)), st.sampled_from((0.0, 0.3)), st.sampled_from((0.0, 12.0)))
    def test_pieces_are_read_as_they_were_cut(
        self, seed: int, size: int, shadow: float, noise: float, tilt: float
    ) -> None:
        recipe = Recipe(3, 3, size=size, seed=seed, shadow=shadow, noise=noise, tilt=tilt)
        check(cut(load_source("rocket"), recipe))

    @settings(max_examples=3)
    @given(seeds)
    def test_scanned_pieces_are(self, seed: int) -> None:
        check(cut(load_source("chelsea"), Recipe(3, 3, seed=seed, scan=0.3, tilt=5)))

    @settings(max_examples=3)
    @given(seeds)
    def test_pieces_that_are_all_alike_are(self, seed: int) -> None:
        check(cut(load_source("chelsea"), Recipe(3, 3, seed=seed, variety=0.0)))

    @pytest.mark.slow
    @pytest.mark.parametrize("noise", [0.0, 0.3])
    @pytest.mark.parametrize("background", [BLUE, (255, 255, 255), (0, 128, 0)])
    def test_a_background_is_reported_from_the_pieces(self, background: tuple[int, int, int], noise: float) -> None:
        check(cut(load_source("gravel"), Recipe(3, 3, seed=4, background=background, noise=noise)), near=2.0)

    @pytest.mark.slow
    @pytest.mark.parametrize("wear", [{}, {"background": BLUE, "tilt": 10.0}])
    def test_a_sheet_is_read_like_single_pieces(self, wear: dict[str, Any]) -> None:
        check(cut_sheet(load_source("gravel"), Recipe(4, 4, seed=2, **wear), "sheet"), near=2.0)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("style", "table", "picture"),
        [
            ("wavy", "coloured", "coffee"),
            ("whimsy", "textured", "retina"),
            ("whimsy", "coloured", "brick"),
            ("ribbon", "textured", "gravel"),
            ("straight", "plain", "coffee"),
        ],
    )
    def test_photographs_of_other_cuts_are(self, style: Style, table: Table, picture: str) -> None:
        photo = Photo(table, cast=0.2, gleam=0.3, labels=True, perspective=0.01, jpeg=85)
        recipe = Recipe(3, 4, seed=5, style=style, tilt=10, noise=0.05, photo=photo)
        check(cut_sheet(load_source(picture), recipe, "sheet"), near=3.5)

    @given(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), seeds)
    def test_a_tab_on_a_wave_is_a_tab(self, first: float, last: float, seed: int) -> None:
        shape = round_head(np.random.default_rng(seed))
        t = shape[:, 0]
        shape[:, 1] += first * t * (1 - t) ** 2 + last * t**2 * (1 - t)
        # a side runs clockwise, y downwards, so that outside is up
        assert kind_of(80 * shape * [1, -1]) == "tab"
        assert kind_of(80 * shape) == "blank"


class TestLaws:
    @settings(max_examples=8)
    @given(seeds, st.integers(1, 3))
    def test_turning_the_picture_turns_the_piece(self, seed: int, quarters: int) -> None:
        picture, _ = one_piece(seed)
        piece, turned = read_one(picture), read_one(np.rot90(picture, -quarters))
        height, width = picture.shape[:2]
        corners = piece.corners + piece.origin
        for _ in range(quarters):  # clockwise
            corners, height, width = np.stack([height - 1 - corners[:, 1], corners[:, 0]], axis=1), width, height
        # the side that was on the left comes to the top
        assert np.allclose(np.roll(corners, quarters, axis=0), turned.corners + turned.origin, atol=0.05)
        assert [side.kind for side in turned.sides] == np.roll([side.kind for side in piece.sides], quarters).tolist()

    @settings(max_examples=5)
    @given(seeds, st.integers(0, 40), st.integers(0, 40))
    def test_moving_the_piece_moves_what_is_read(self, seed: int, right: int, down: int) -> None:
        picture, _ = one_piece(seed)
        moved = read_one(np.pad(picture, ((down, 9), (right, 9), (0, 0))))
        piece = read_one(picture)
        for side, other in zip(piece.sides, moved.sides, strict=True):
            assert np.allclose(
                side.contour + piece.origin + np.array([right, down]), other.contour + moved.origin, atol=1e-4
            )
            assert np.allclose(side.insets, other.insets, atol=0.1)

    @settings(max_examples=10)
    @given(seeds, sizes)
    def test_sides_join_and_their_points_are_a_pixel_apart(self, seed: int, size: int) -> None:
        piece = read_one(one_piece(seed, size)[0])
        for side, after in zip(piece.sides, (*piece.sides[1:], piece.sides[0]), strict=True):
            assert np.array_equal(side.contour[-1], after.contour[0])
            steps = np.hypot(*np.diff(side.contour, axis=0).T)
            assert steps.min() > 0.5
            assert steps.max() < 1.2
            assert side.insets.shape == (LEVELS, len(side.contour), 3)
        ring = np.concatenate([side.contour[:-1] for side in piece.sides])
        assert signed_area(ring) == pytest.approx(piece.picture[..., 3].sum() / 255, rel=0.01)

    @settings(max_examples=10)
    @given(seeds)
    def test_insets_are_the_colours_so_many_pixels_inside(self, seed: int) -> None:
        picture, _ = one_piece(seed)
        y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
        # each pixel's colour says where it is
        picture[..., 0], picture[..., 1] = x, y
        picture[picture[..., 3] == 0] = 0
        piece = read_one(picture)
        for side in piece.sides:
            spots = inset_spots(side.contour, range(1, LEVELS + 1)) + piece.origin
            # near the ends the next side's rim comes close, and at it colours are carried outwards
            inner = slice(LEVELS + 4, -LEVELS - 4)
            off = np.abs(side.insets[2:, inner, :2] - spots[2:, inner])
            assert np.median(off) < 0.1
            assert np.percentile(off, 95) < 1.0

    @settings(max_examples=8)
    @given(st.floats(12, 45), st.floats(0, 1), st.floats(0, 1))
    def test_the_contour_of_a_disc_is_round(self, radius: float, dx: float, dy: float) -> None:
        angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
        ring = np.stack([60 + dx + radius * np.cos(angle), 60 + dy + radius * np.sin(angle)], axis=1)
        found = contour_of(coverage(ring, 120, 120))
        away = np.hypot(*(found - [60 + dx, 60 + dy]).T)
        assert np.abs(away - radius).max() < 0.25
        assert signed_area(found) == pytest.approx(np.pi * radius**2, rel=0.02)

    @given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=12))
    def test_resampling_keeps_the_ends(self, points: list[tuple[float, float]]) -> None:
        line = np.array(points)
        found = resampled(line)
        assert np.allclose(found[[0, -1]], line[[0, -1]])
        assert np.hypot(*np.diff(found, axis=0).T).max(initial=0) < 1.51

    @given(st.integers(1, 5), st.integers(1, 5), seeds)
    def test_a_sheet_is_read_row_by_row(self, rows: int, columns: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        y, x = np.mgrid[:rows, :columns]
        middles = np.stack([100 * x.ravel(), 100 * y.ravel()], axis=1) + random.uniform(-8, 8, (rows * columns, 2))
        heights = random.integers(60, 90, rows * columns)
        order = random.permutation(rows * columns)
        tops = (middles[:, 1] - heights / 2).astype(int)
        found = reading_order(tops[order], heights[order], middles[order])
        assert [int(order[place]) for place in found] == [*range(rows * columns)]


def on_one(*pictures: Bytes, gap: int) -> Bytes:
    """Pictures side by side; a gap below 0 lays them over each other."""
    height = max(picture.shape[0] for picture in pictures)
    wide = sum(picture.shape[1] + gap for picture in pictures)
    sheet = blank(height + 20, wide + 60)
    left = 20
    for picture in pictures:
        part = sheet[10 : 10 + picture.shape[0], left : left + picture.shape[1]]
        part[...] = np.where(picture[..., 3:] > part[..., 3:], picture, part)
        left += picture.shape[1] + gap
    return sheet


class TestRefusals:
    @pytest.mark.parametrize(
        "picture",
        [
            blank(),
            np.full((90, 90, 3), 200, np.uint8),
            np.full((90, 90, 4), 255, np.uint8),
            filled(regular(4, 8)),
        ],
        ids=["transparent", "plain", "opaque", "a speck"],
    )
    def test_no_piece(self, picture: Bytes) -> None:
        with pytest.raises(InputError, match=r"^piece: no piece is seen"):
            read_one(picture)

    def test_no_plain_background(self) -> None:
        noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3)).astype(np.uint8)
        with pytest.raises(InputError, match=r"^piece: the picture's rim shows no plain background"):
            read_one(noise)

    @pytest.mark.parametrize(
        "ring", [regular(3, 45), regular(60, 40), regular(5, 45), regular(6, 45), regular(4, 45) * [1, 0.45]],
        ids=["triangle", "disc", "pentagon", "hexagon", "rhomb"],
    )  # fmt: skip
    def test_no_four_corners(self, ring: Floats) -> None:
        with pytest.raises(InputError, match=r"^piece: what lies at x \d+, y \d+ does not have four corners"):
            read_one(filled(ring))

    def test_a_line_of_one_pixel_has_no_corners(self) -> None:
        for width, height, part in ((700, 20, (10, slice(10, 691))), (20, 700, (slice(10, 691), 10))):
            picture = blank(height, width)
            picture[part] = 255
            with pytest.raises(InputError, match=r"^piece: what lies at x \d+, y \d+ does not have four corners"):
                read_one(picture)

    def test_a_frayed_outline(self) -> None:
        picture = blank(340, 340)
        picture[20:320:2, 20:320] = 255
        picture[20:320, 20] = 255
        with pytest.raises(InputError, match=r"^piece: what lies at x \d+, y \d+ has an outline of more than 32000"):
            read_one(picture)

    def test_spots_and_pictures_that_cannot_be_sampled(self) -> None:
        long = np.zeros((1, LONGEST + 1), np.float32)
        one, many = np.zeros((1, 1, 2)), np.zeros((6, LONGEST + 1, 2))
        for image, spots in ((long, one), (long.T, one), (long[:, :9], many)):
            with pytest.raises(FrayedError):
                sampled(image, spots)

    def test_more_pieces_than_are_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(finding, "MOST_PICTURES", 11)
        sheet = cut_sheet(load_source("coffee"), Recipe(3, 4, size=50), "sheet").pictures["sheet"]
        with pytest.raises(InputError, match=r"^sheet: 12 things are seen in the picture, and at most 11 pieces"):
            pieces_of({"sheet": sheet})

    @settings(max_examples=10, deadline=None)
    @given(
        st.lists(
            st.lists(st.tuples(st.integers(10, 690), st.integers(10, 690)), min_size=2, max_size=5),
            min_size=1,
            max_size=3,
        ),
        st.sampled_from((1, 1, 3, 9)),
        st.sampled_from((0, 0, 30)),
    )
    def test_any_mask_is_read_or_refused(self, lines: list[list[tuple[int, int]]], width: int, core: int) -> None:
        # so wide that lines of one pixel are no specks
        alpha = np.zeros((700, 700), np.uint8)
        for line in lines:
            cv2.polylines(alpha, [np.array(line, np.int32)], isClosed=False, color=255, thickness=width)
        alpha[350 - core : 350 + core, 350 - core : 350 + core] = 255
        try:
            found = pieces_of({"piece": np.dstack([np.full((700, 700, 3), 128, np.uint8), alpha])})
        except InputError as fault:
            is_plain = str(fault).startswith("piece: ") and "\n" not in str(fault)
            assert is_plain
        else:
            assert found

    def test_true_corners_cost_far_less_than_what_is_refused(self) -> None:
        made = cut(load_source("rocket"), Recipe(5, 5, seed=1, scan=0.3, tilt=10))
        contours = [contour_of(picture[..., 3].astype(np.float32) / 255) for picture in made.pictures.values()]
        found = [robust_corners(contour, signed_area(contour)) for contour in contours]
        assert all(corners is not None and corners.cost < WORST / 2 for corners in found)

    @pytest.mark.parametrize(
        ("part", "side"),
        [
            ((slice(None), slice(40, None)), "left"),
            ((slice(None), slice(None, -40)), "right"),
            ((slice(40, None), slice(None)), "upper"),
            ((slice(None, -40), slice(None)), "lower"),
        ],
    )
    def test_a_piece_that_is_cut_off(self, part: tuple[slice, slice], side: str) -> None:
        with pytest.raises(InputError, match=rf"^piece: the picture's {side} rim cuts a piece off at x \d+, y \d+;"):
            read_one(one_piece()[0][part])

    def test_a_head_that_touches_the_rim_is_not_cut_off(self) -> None:
        picture, entry = one_piece()
        rows, columns = np.nonzero(picture[..., 3] > 128)
        tight = picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        if "flat" not in entry["sides"]:
            assert read_one(tight)
        else:
            with pytest.raises(InputError, match="rim cuts a piece off"):
                read_one(tight)

    def test_two_pieces_that_touch(self) -> None:
        made = cut(load_source("coffee"), Recipe(3, 4, seed=1))
        names = [*made.pictures]
        pictures = dict(made.pictures)
        first, second = (pictures.pop(name) for name in names[:2])
        # moved together until they overlap by a pixel or two
        gap = next(
            gap
            for gap in range(0, -60, -1)
            if cv2.connectedComponents((on_one(first, second, gap=gap)[..., 3] > 128).astype(np.uint8))[0] == 2
        )
        pictures["both"] = on_one(first, second, gap=gap - 1)
        with pytest.raises(InputError, match=r"^both: two pieces touch near x \d+, y \d+") as refusal:
            pieces_of(pictures)
        x = int(str(refusal.value).split("x ")[1].split(",")[0])
        assert abs(x - (20 + first.shape[1] + gap / 2)) < 12

    def test_what_is_too_small_for_a_piece(self) -> None:
        made = cut(load_source("coffee"), Recipe(3, 4, seed=1))
        small = filled(regular(4, 30), 120, 120)
        with pytest.raises(InputError, match=r"^crumb: what lies at x 6\d, y 6\d is much smaller than the other"):
            pieces_of({**made.pictures, "crumb": small})

    def test_dirt_beside_a_piece_is_left_out(self) -> None:
        picture = np.pad(one_piece()[0], ((20, 20), (20, 20), (0, 0)))
        picture[5:9, 5:9] = 255
        assert read_one(picture).name == "piece"
