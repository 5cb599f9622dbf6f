"""A puzzle read: the pieces of a folder of pictures or of a sheet, and what its puzzle.json says of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.pictures import Picture, load, need_opencv, reduced
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.reading.corners import CornersBy
from heuristan.jigsaw.reading.folders import sources_of

if TYPE_CHECKING:
    from heuristan.jigsaw.reading.finding import Found
    from heuristan.jigsaw.reading.together import LeftOut


class Puzzle(NamedTuple):
    """The pieces of a folder or a sheet, and what its puzzle.json says."""

    pieces: tuple[Piece, ...]
    is_upright: bool
    """Whether the pieces are known to stand upright in their pictures."""
    rows: int | None
    columns: int | None
    left_out: "tuple[LeftOut, ...]" = ()
    """Pieces that cannot be read."""
    remarks: tuple[str, ...] = ()
    """What should be known of the pictures."""

    @property
    def stated(self) -> tuple[int, int] | None:
        """Rows and columns, if puzzle.json says them."""
        return None if self.rows is None or self.columns is None else (self.rows, self.columns)


def read_pieces(
    path: str | Path, *, corners: CornersBy = "robust", track: Callable[[Sequence[Path]], Iterable[Path]] = iter
) -> tuple[Piece, ...]:
    """Read the pieces of a folder of pictures, or of one picture.

    Args:
        path: a folder, or a picture with one piece or several.
        corners: how to find them.
        track: iterates over the files, and may show the progress.

    Raises:
        PuzzleError: if something cannot be used; the message names the file and the spot.
        MissingExtraError: if OpenCV is not installed.
    """
    read = read_puzzle(path, corners=corners, track=track)
    return _all_of(read.pieces, read.left_out)


def read_puzzle(
    path: str | Path, *, corners: CornersBy = "robust", track: Callable[[Sequence[Path]], Iterable[Path]] = iter
) -> Puzzle:
    """Read the pieces, and what the folder's puzzle.json says of them; arguments as of `read_pieces`.

    A few pieces that cannot be read are left out, with their reasons.

    Raises:
        PuzzleError: if half of the pieces or more cannot be read, or files cannot be used.
        MissingExtraError: if OpenCV is not installed.
    """
    need_opencv()
    sources = sources_of(Path(path))
    found = _tiles(sources.pictures) or [each for file in track(sources.pictures) for each in _in_file(file)]
    _check_names(found)
    from heuristan.jigsaw.reading.together import measured

    pieces, left_out = measured(found, corners)
    remarks = tuple(dict.fromkeys(each.remark for each in found if each.remark))
    return Puzzle(tuple(pieces), sources.is_upright, sources.rows, sources.columns, tuple(left_out), remarks)


def pieces_of(pictures: Mapping[str, NDArray[Any]], *, corners: CornersBy = "robust") -> tuple[Piece, ...]:
    """Read the pieces of pictures by name, shape (height, width, 3 or 4): red, green, blue, alpha; errors as above."""
    need_opencv()
    from heuristan.jigsaw.reading.together import measured

    found = [each for name, picture in pictures.items() for each in _found(_with_alpha(picture), name, name)]
    return _all_of(*measured(found, corners))


def _with_alpha(picture: NDArray[Any]) -> Picture:
    if picture.shape[2] == 4:
        return np.asarray(picture, dtype=np.uint8)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]).astype(np.uint8)


def _tiles(paths: Sequence[Path]) -> "list[Found]":
    """Return the pieces of pictures that are square tiles, filled to the rim; none if they are not.

    Raises:
        PuzzleError: if a few pictures among tiles have another size, or cannot be read.
    """
    from heuristan.jigsaw.reading.tiles import are_tiles, cut_out, may_be_tiles

    tiles = {path: load(path) for path in may_be_tiles(paths)}
    if not tiles or not are_tiles([*tiles.values()]):
        return []
    for path in paths:
        if path not in tiles:
            (height, width), side = load(path).shape[:2], len(tiles[next(iter(tiles))])
            raise PuzzleError(
                f"{path}: the picture has {width} x {height} pixels, and {len(tiles)} others have {side} x {side}; "
                "square pieces are of one size, so cut it to that size or take it away"
            )
    return [each for path, tile in tiles.items() for each in _found(cut_out(tile), path.stem, str(path))]


def _in_file(path: Path) -> "list[Found]":
    """Find the pieces in a file; a large picture is reduced, and messages give spots of the reduced one."""
    whole = load(path)
    picture = reduced(whole)
    height, width = picture.shape[:2]
    source = str(path) if picture is whole else f"{path} (reduced to {width} x {height} pixels)"
    return _found(picture, path.stem, source)


def _found(picture: Picture, name: str, source: str) -> "list[Found]":
    from heuristan.jigsaw.reading.finding import found_in

    return found_in(picture, name, source)


def _check_names(found: "Sequence[Found]") -> None:
    """Refuse two pieces of one name, as of a.png and a.jpg."""
    seen: dict[str, str] = {}
    for each in found:
        if each.name in seen:
            raise PuzzleError(f"{each.source}: {seen[each.name]} has the same name; rename one of them")
        seen[each.name] = each.source


def _all_of(pieces: "Sequence[Piece]", left_out: "Sequence[LeftOut]") -> tuple[Piece, ...]:
    """Return all pieces; refuse the first that is left out."""
    for each in left_out:
        raise PuzzleError(each.message)
    return tuple(pieces)
