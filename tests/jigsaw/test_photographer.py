"""The photographer of jigsaw pieces (in `benchmarks`): wear, tables, and the truth of photographs."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from jigsaw_photographer import Photo, Recipe, Table, cut, cut_sheet
from shared.jigsaw_puzzles import gradient

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut
from heuristan.jigsaw.cutting.saw import fitted

SMALL = Recipe(rows=2, columns=3, size=60, seed=5)


def made(recipe: Recipe) -> Cut:
    return cut(gradient(), recipe)


class TestWear:
    def test_wear_changes_neither_the_cut_nor_the_order(self) -> None:
        plain, worn = made(SMALL), made(replace(SMALL, shadow=0.5, noise=0.5))
        assert plain.truth == worn.truth
        for name, picture in plain.pictures.items():
            assert np.array_equal(picture[..., 3], worn.pictures[name][..., 3])

    def test_noise_is_as_strong_as_it_is_said_to_be(self) -> None:
        recipe = replace(SMALL, noise=0.3)
        spread = fitted(gradient(), recipe).std()
        plain, noisy = made(SMALL), made(recipe)
        off = []
        for name, picture in plain.pictures.items():
            inside = (picture[..., 3] == 255) & (np.abs(picture[..., :3].astype(int) - 128).max(2) < 60)
            off += (noisy.pictures[name][..., :3].astype(float) - picture[..., :3])[inside].ravel().tolist()
        assert len(off) > 1000
        assert np.std(off) == pytest.approx(0.3 * spread, rel=0.1)

    def test_a_shadow_darkens_the_rim_most_away_from_the_light(self) -> None:
        grey = np.full((120, 180, 3), 200, np.uint8)
        picture = cut(grey, replace(SMALL, shadow=0.3)).pictures["piece-1"].astype(float)
        inside = cv2.distanceTransform((picture[..., 3] == 255).astype(np.uint8), cv2.DIST_L2, 5)
        light = picture[..., 0] / 200
        assert light[inside > 12].min() > 0.99
        assert 0.69 < light[picture[..., 3] == 255].min() < 0.75
        rim = (inside > 0) & (inside < 1.5)
        y, x = np.nonzero(rim)
        # the upper left of the rim, beside the lower right
        upper = light[rim][(x + y) < np.percentile(x + y, 15)].mean()
        lower = light[rim][(x + y) > np.percentile(x + y, 85)].mean()
        assert upper > lower + 0.05

    def test_scan_marks_change_the_scale_and_the_light(self) -> None:
        plain, scanned = made(SMALL), made(replace(SMALL, scan=1.0))
        chords = [
            [np.linalg.norm(np.subtract(*entry["corners"][:2])) for entry in found.truth["pieces"]]
            for found in (plain, scanned)
        ]
        ratios = np.divide(*chords)
        assert 1 / ratios.max() >= 0.98
        assert 1 / ratios.min() <= 1.021
        assert np.ptp(ratios) > 0.002
        assert any(
            abs(float(plain.pictures[n][..., :3].mean()) - float(scanned.pictures[n][..., :3].mean())) > 1
            for n in plain.pictures
        )

    @pytest.mark.parametrize(("wrong", "words"), [({"shadow": 1.5}, "shadow 1.5"), ({"noise": -1.0}, "noise -1.0")])
    def test_numbers_out_of_range_are_refused(self, wrong: dict[str, float], words: str) -> None:
        with pytest.raises(InputError, match=words):
            replace(SMALL, **wrong)


class TestPhotographs:
    @pytest.mark.parametrize("table", ["plain", "coloured", "textured"])
    def test_the_truth_says_where_the_corners_are_on_the_photograph(self, table: Table) -> None:
        # red as no table: what is not table is red, and the corners are on its rim
        red = np.full((120, 180, 3), (255, 0, 0), np.uint8)
        photo = Photo(table, cast=0.2, gleam=0.3, labels=True, zoom=0.1, perspective=0.05, jpeg=95)
        found = cut_sheet(red, replace(SMALL, photo=photo, tilt=10), "sheet")
        (sheet,) = found.pictures.values()
        assert (sheet[..., 3] == 255).all()
        away = np.abs(sheet[..., :3].astype(int) - (255, 0, 0)).sum(2)
        ring = cv2.morphologyEx((away < 150).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        for entry in found.truth["pieces"]:
            for x, y in np.round(entry["corners"]).astype(int):
                assert ring[y - 2 : y + 3, x - 2 : x + 3].any()

    def test_a_shadow_lies_on_the_table_away_from_the_light(self) -> None:
        white = np.full((120, 180, 3), 255, np.uint8)
        pictures = [
            cut(white, replace(SMALL, photo=Photo("plain", cast=cast))).pictures["piece-1"] for cast in (0.0, 0.2)
        ]
        lit, dark = (picture[..., :3].astype(float) for picture in pictures)
        rows, columns = np.nonzero((lit - dark).sum(2) > 3)
        piece = np.argwhere(lit.sum(2) > 700).mean(0)
        assert rows.mean() > piece[0] + 2
        assert columns.mean() > piece[1] + 2

    @pytest.mark.parametrize("wrong", [{"cast": 2.0}, {"zoom": 0.5}, {"perspective": -1.0}, {"jpeg": 0}])
    def test_numbers_out_of_range_are_refused(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(InputError, match="is out of range; use"):
            Photo(**wrong)

    def test_a_table_and_a_background_exclude_each_other(self) -> None:
        with pytest.raises(InputError, match="leave one of them out"):
            replace(SMALL, photo=Photo(), background=(0, 0, 0))
