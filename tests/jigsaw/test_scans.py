"""Pieces read from scans: the scanner's lid and fading light, broad black shadows, and corners that are not square."""

import contextlib
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from jigsaw_cuts import STYLES, Cutting, round_head
from jigsaw_photographer import Recipe, cut, cut_sheet
from numpy.typing import NDArray

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut, load_source
from heuristan.jigsaw.piece import Piece, Singles
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.reading.finding import found_in
from heuristan.jigsaw.reading.surroundings import without_lid

TABLE = 46
"""Grey of a dark table."""
BACK = (110, 160, 190)
"""Colour of the blank backs of pieces."""


def scan_of(shade: Singles | None = None) -> Cut:
    """Return the backs of a puzzle's pieces on a dark table, of whose light `shade` is left."""
    made = cut_sheet(load_source("coffee"), Recipe(3, 4, size=110, seed=3, tilt=5), "scan")
    (sheet,) = made.pictures.values()
    share = sheet[..., 3:].astype(np.float32) / 255
    noise = np.random.default_rng(1).normal(0, 1, sheet.shape[:2])[..., None]
    table = TABLE * (np.ones(sheet.shape[:2]) if shade is None else shade)[..., None]
    return with_picture(made, share * BACK + (1 - share) * table + noise)


def with_picture(made: Cut, colours: NDArray[np.floating]) -> Cut:
    opaque = np.full((*colours.shape[:2], 1), 255, np.uint8)
    return replace(made, pictures={"scan": np.dstack([colours.clip(0, 255).astype(np.uint8), opaque])})


def shares(made: Cut) -> Singles:
    return np.asarray((made.pictures["scan"][..., 2] > 2 * TABLE).astype(np.float32))


def off(piece: Piece, entry: dict[str, Any]) -> float:
    """Return how far the worst corner of a piece is off, in pixels."""
    return float(np.linalg.norm(turned(piece, entry)[0] - piece.corners, axis=1).max())


def turned(piece: Piece, entry: dict[str, Any]) -> tuple[NDArray[Any], list[str]]:
    """Return the true corners and kinds of a piece, beginning with the side with which its reading begins."""
    corners = np.array(entry["corners"]) - piece.origin
    shift = int(np.argmin(np.linalg.norm(corners - piece.corners[0], axis=1)))
    return np.roll(corners, -shift, axis=0), np.roll(entry["sides"], -shift).tolist()


def check(made: Cut, near: float) -> None:
    """Check that all pieces are read as they were cut."""
    pieces = pieces_of(made.pictures)
    for piece, entry in zip(pieces, made.truth["pieces"], strict=True):
        assert off(piece, entry) < near, piece.name
        assert [side.kind for side in piece.sides] == turned(piece, entry)[1]


class TestScanners:
    @pytest.mark.slow
    def test_a_lid_beside_the_glass_is_not_table(self) -> None:
        made = scan_of()
        colours = made.pictures["scan"][..., :3].astype(float)
        # a lid is not even: cogs and the edge of the glass are seen
        colours[:4] = np.where(np.arange(colours.shape[1])[:, None] % 9 < 4, 110, 200)
        check(with_picture(made, colours), near=2.0)

    @pytest.mark.slow
    def test_light_that_fades_towards_a_rim_does_not_hide_the_table(self) -> None:
        made = scan_of()
        colours = made.pictures["scan"][..., :3].astype(float)
        fading = np.linspace(0.5, 1.0, round(0.025 * len(colours)))
        colours[: len(fading)] *= fading[:, None, None]
        check(with_picture(made, colours), near=2.0)

    def test_a_margin_of_another_colour_than_a_piece_is_the_table(self) -> None:
        picture = np.full((100, 100, 4), 255, np.uint8)
        picture[1:-1, 1:-1, :3] = 90
        assert without_lid(picture) == (slice(0, 100), slice(0, 100))

    @pytest.mark.slow
    @pytest.mark.parametrize("margin", [4, 6, 10])
    def test_pieces_close_together_are_not_taken_for_the_table(self, margin: int) -> None:
        step = 200 + margin
        picture = np.full((4 * step + margin, 4 * step + margin, 4), (40, 70, 200, 255), np.uint8)
        for row in range(4):
            for column in range(4):
                top, left = margin + row * step, margin + column * step
                picture[top : top + 200, left : left + 200, :3] = 235
        assert len(found_in(picture, "sheet", "sheet")) == 16

    @pytest.mark.slow
    def test_a_dark_frame_all_around_is_no_error_of_the_program(self) -> None:
        picture = scan_of().pictures["scan"].copy()
        for side in (picture[:5], picture[-5:], picture[:, :5], picture[:, -5:]):
            side[..., :3] = np.random.default_rng(1).integers(0, 60, side[..., :3].shape)
        with contextlib.suppress(InputError):
            found_in(picture, "framed", "framed")

    @pytest.mark.slow
    def test_a_broad_black_shadow_is_not_a_piece(self) -> None:
        share = shares(scan_of())
        low = cv2.warpAffine(share, np.array([[1.0, 0, 2], [0, 1, 14]]), share.shape[::-1])
        shade = 1 - 0.85 * cv2.GaussianBlur(low, (0, 0), 1.5)
        check(scan_of(shade), near=2.5)


class TestCorners:
    @pytest.mark.slow
    @pytest.mark.parametrize("seed", [0, 1])
    def test_what_is_usual_in_a_cut_is_learned(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        # crossings far from a grid and steep waves: hardly a side is parallel to another one
        monkeypatch.setitem(STYLES, "wavy", Cutting(round_head, jitter=0.12, slope=0.5))
        made = cut(load_source("coffee"), Recipe(5, 6, size=120, seed=seed, tilt=10, style="wavy"))
        pieces = pieces_of(made.pictures)
        for piece, entry in zip(pieces, made.truth["pieces"], strict=True):
            assert off(piece, entry) < 3, piece.name
