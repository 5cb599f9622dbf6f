"""The pieces of a puzzle measured together: what most have in common helps with those that are in doubt.

What cannot be read is left out, and named with its reason; the others are a puzzle with a piece missing.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import Floats, Piece
from heuristan.jigsaw.reading.contours import LONGEST, FrayedError, contour_of, sides_of, signed_area
from heuristan.jigsaw.reading.corners import (
    DOUBTFUL,
    WORST,
    Corners,
    leaning_corners,
    robust_corners,
    usual_among,
)
from heuristan.jigsaw.reading.finding import Found, odd_sizes


class LeftOut(NamedTuple):
    """A piece that cannot be read."""

    name: str
    message: str
    """The file, the spot, what is wrong, and the smallest fix."""


def measured(found: Sequence[Found]) -> tuple[list[Piece], list[LeftOut]]:
    """Measure all pieces; return those that can be read, and those that cannot.

    Raises:
        PuzzleError: if half of them or more cannot; the message is the first one's.
    """
    faults = {each.name: each.fault for each in found if each.fault}
    faults |= odd_sizes([each for each in found if not each.fault])
    contours: dict[str, Floats] = {}
    for each in found:
        if each.name not in faults:
            try:
                contours[each.name] = contour_of(each.share)
            except FrayedError:
                faults[each.name] = _frayed(each)
    corners = _corners(contours)
    pieces = []
    for each in found:
        if each.name in faults:
            continue
        try:
            pieces.append(_piece(each, contours[each.name], corners.get(each.name)))
        except PuzzleError as fault:
            faults[each.name] = str(fault)
    left_out = [LeftOut(each.name, faults[each.name]) for each in found if each.name in faults]
    if 2 * len(left_out) >= len(found):
        raise PuzzleError(left_out[0].message)
    return pieces, left_out


def _corners(contours: Mapping[str, Floats]) -> dict[str, Corners]:
    """Return the corners of each contour that has four."""
    # a thing one pixel thin has no inside: its contour runs there and back
    areas = {name: signed_area(line) for name, line in contours.items()}
    first = {name: robust_corners(line, areas[name]) for name, line in contours.items() if areas[name] > 0}
    seen = {name: corners for name, corners in first.items() if corners is not None}
    usual = usual_among([*seen.values()])
    doubtful = [name for name in first if name not in seen or seen[name].cost > DOUBTFUL]
    again = {name: robust_corners(contours[name], areas[name], usual) for name in doubtful}
    seen |= {name: corners for name, corners in again.items() if corners is not None}
    for name in doubtful:
        if name not in seen or seen[name].cost > WORST:
            leaning = leaning_corners(contours[name], usual)
            if leaning is None:
                seen.pop(name, None)
            else:
                seen[name] = leaning
    return seen


def _piece(found: Found, contour: Floats, corners: Corners | None) -> Piece:
    if corners is None:
        raise PuzzleError(
            f"{found.source}: what lies at {found.spot} does not have four corners square to each other; only single "
            "pieces with four sides are read"
        )
    try:
        sides = sides_of(contour, corners, found.picture[..., :3], found.share)
    except FrayedError:
        raise PuzzleError(_frayed(found)) from None
    return Piece(found.name, found.picture, sides, (found.left, found.top))


def _frayed(found: Found) -> str:
    return (
        f"{found.source}: what lies at {found.spot} has an outline of more than {LONGEST} pixels, frayed or very "
        "long; cut it out cleanly, or save the picture smaller"
    )
