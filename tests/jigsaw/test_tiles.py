"""Square tiles, which fill their pictures to the rim, are the pieces of a puzzle."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from shared.commands import Run
from shared.jigsaw_puzzles import picture

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Recipe, cut, load_source
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import are_square
from heuristan.jigsaw.reading import read_pieces
from heuristan.jigsaw.reading.finding import are_tiles, may_be_tiles

SIDE = 40


def tiles_in(folder: Path, *, turned: bool = False, suffix: str = ".png") -> list[Path]:
    """Write a picture of 3 x 4 tiles into a folder."""
    whole = picture(3)[: 3 * SIDE * 3 : 3, : 4 * SIDE * 3 : 3]
    random = np.random.default_rng(2)
    for number, place in enumerate(random.permutation(12)):
        row, column = (int(each) * SIDE for each in divmod(int(place), 4))
        tile = np.rot90(whole[row : row + SIDE, column : column + SIDE], int(random.integers(4)) if turned else 0)
        cv2.imwrite(str(folder / f"tile-{number:02}{suffix}"), tile)
    return sorted(folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(("turned", "suffix"), [(False, ".png"), (False, ".jpg"), (True, ".png")])
def test_a_folder_of_tiles_is_a_square_puzzle(heuristan: Run, tmp_path: Path, turned: bool, suffix: str) -> None:
    paths = tiles_in(tmp_path, turned=turned, suffix=suffix)
    pieces = read_pieces(tmp_path)
    assert are_square(pieces)
    assert [piece.name for piece in pieces] == [path.stem for path in paths]
    out = heuristan("jigsaw", "solve", tmp_path).out
    assert "12 pieces" in out
    assert turned or ": solved; 3 x 4" in out


@pytest.mark.slow
def test_photographs_of_pieces_are_no_tiles(tmp_path: Path) -> None:
    """They have one size too, but a background all around."""
    made = cut(load_source("coffee"), Recipe(2, 3, size=60, background=(0, 0, 255)))
    padded = {name: np.pad(piece, ((8, 120 - len(piece)), (8, 120 - piece.shape[1]), (0, 0)), "edge")
              for name, piece in made.pictures.items()}  # fmt: skip
    for name, piece in padded.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), piece[..., 2::-1])
    assert may_be_tiles(sorted(tmp_path.iterdir()))
    assert not are_tiles([*padded.values()])
    assert not are_square(read_pieces(tmp_path))


def test_files_of_other_sizes_are_no_tiles(tmp_path: Path) -> None:
    paths = tiles_in(tmp_path)
    assert may_be_tiles(paths) == paths
    assert not may_be_tiles(paths[:3])
    cv2.imwrite(str(paths[5]), np.zeros((SIDE, SIDE + 1, 3), np.uint8))
    assert may_be_tiles(paths) == [*paths[:5], *paths[6:]]
    with pytest.raises(
        PuzzleError, match=rf"{paths[5].name}: the picture has 41 x 40 pixels, and 11 others have 40 x 40"
    ):
        read_pieces(tmp_path)
    paths[5].write_bytes(b"no picture")
    with pytest.raises(InputError, match=paths[5].name):
        read_pieces(tmp_path)
    for path in paths[6:]:
        cv2.imwrite(str(path), np.zeros((SIDE, SIDE + 1, 3), np.uint8))
    assert not may_be_tiles(paths)
