"""The account of a picture's ink: what is not in a figure that was read is said, or is a figure that was left out.

It looks at the ink and at the outlines that were read, and knows nothing of how they were found, so that no step can
drop a figure in silence.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, farthest
from heuristan.pictures.images.background import median
from heuristan.pictures.images.blobs import SLIGHT, THIN, UNSAID, Blob, is_figure
from heuristan.pictures.images.curves import LEGS, STRAIGHT, Contour
from heuristan.pictures.images.figure import Figure, Refused
from heuristan.pictures.images.letters import BOLD, are_letters
from heuristan.pictures.images.page_detection import Paper, inner_of
from heuristan.pictures.images.polygonal import Ring

EDGE = 0.03
"""Width of the edge of a figure that is its own ink, as a share of its size (the square root of its area)."""
NARROWEST = 5
"""Minimum width of ink that is left over beside a figure and is not its edge, in pixels."""
FLAT = 0.3
"""Minimum share of the pixels of a picture that have its paper's colour exactly, if a program drew it."""
DIFFERENT = 3
"""Maximum difference of a colour from that of its paper, of 255: what a program draws differs by more."""
ANOTHER_HUE = 20
"""Difference of a colour from its paper's, made equally light, of 255, above which it is no shadow; grain has half."""
MOST = 20
"""Maximum number of figures that are named one by one; more are counted."""
MOST_SAID = 4
"""The same for what is smaller."""


class InkAccount(NamedTuple):
    """Fate of the ink that is in no figure."""

    left_out: tuple[Figure, ...]
    """Ink as large as a figure."""
    remarks: tuple[str, ...]
    """Suspicions: smaller ink, or ink across the edge of the sheet, a clause each."""


def account_of(figures: Sequence[Figure], ink: Image, paper: Paper | None) -> InkAccount:
    """Return what the ink on a picture, or on the part that has a sheet, shows besides figures that were read there.

    Lettering and thin lines are nothing. What lies across the edge of a sheet is a finger if its edges are not those of
    a figure.
    """
    if not figures:
        return InkAccount((), ())
    place = paper.place if paper else STRAIGHT
    blobs = _left_over(figures, ink)
    largest = max(figure.area for figure in figures)
    thick = [blob for blob in blobs if blob.area > UNSAID * largest and blob.depth > THIN * np.sqrt(largest / LEGS)]
    inner = inner_of(paper.within) > 0 if paper else np.ones(ink.shape, bool)
    left_out: list[Figure] = []
    remarks: list[str] = []
    for blob in thick:
        is_across = not inner[blob.outline[:, 1], blob.outline[:, 0]].all()
        spot = place.named(blob.outline.mean(0))
        if is_across and blob.area >= SLIGHT * largest and not is_figure([blob.outline]):
            remarks.append(f"something across the edge of the sheet about {spot} was left out")
        elif blob.area >= SLIGHT * largest:
            left_out.append(_figure(blob, float((ink > 0).sum())))
        elif not is_across:
            remarks.append(f"something smaller about {spot} was passed over")
    more = len(left_out) - MOST
    said = remarks[:MOST_SAID] + [f"{len(remarks) - MOST_SAID} more like it"] * (len(remarks) > MOST_SAID)
    said += [f"{more} more figures were left out; cut the picture in several"] * (more > 0)
    return InkAccount(tuple(left_out[:MOST]), tuple(said))


def pale_besides(figures: Sequence[Figure], image: Image, ink: Image) -> tuple[str, ...]:
    """Return what is too pale for ink and as large as a figure, a clause each.

    On a picture that a program drew that is whatever has another colour than the paper. Photographs and scans have
    shadows and stains as pale as that, but these have its hue. What lies around a figure is a panel of the page, and
    what runs off a photograph is no paper.
    """
    if not figures:
        return ()
    few = image[::5, ::5].reshape(-1, 3)
    # a number for each colour: to sort rows of three takes twenty times as long
    _, places, counts = np.unique(few @ np.array([1 << 16, 1 << 8, 1]), return_index=True, return_counts=True)
    is_drawn = counts.max() >= FLAT * counts.sum()
    other = _other_colour(image, few[places[counts.argmax()]]) if is_drawn else _other_hue(image)
    edge = np.ones((2 * NARROWEST + 1, 2 * NARROWEST + 1), np.uint8)
    pale = cv2.morphologyEx(other & (cv2.dilate(ink, edge) == 0), cv2.MORPH_OPEN, edge)
    _, _, stats, middles = cv2.connectedComponentsWithStats(pale, connectivity=8)
    slight = SLIGHT * max(figure.area for figure in figures)
    spots = np.array([figure.view.back(figure.rings[0].vertices).mean(0) for figure in figures])
    high, wide = pale.shape
    return tuple(
        f"something pale about ({x:.0f}, {y:.0f}) was left out"
        for (left, top, right, low, area), (x, y) in zip(_boxes(stats)[1:], middles[1:], strict=True)
        if area >= slight
        and not ((spots > [left, top]) & (spots < [right, low])).all(1).any()
        and (is_drawn or (left > 0 and top > 0 and right < wide and low < high))
    )


def _boxes(stats: Image) -> Image:
    """Return left, top, right, bottom and area of blobs."""
    return np.column_stack([stats[:, :2], stats[:, :2] + stats[:, 2:4], stats[:, 4]])


def _other_colour(image: Image, paper: Image) -> Image:
    return (farthest(image, paper) > DIFFERENT).astype(np.uint8)


def _other_hue(image: Image) -> Image:
    """Return which pixels have another hue than most of a picture, as light or dark as they may be."""
    smooth = cv2.medianBlur(image, 5).astype(np.float32) + 1
    paper = np.array([median(few) for few in smooth[::5, ::5].reshape(-1, 3).T])
    alike = smooth * (paper.sum() / smooth.sum(axis=2, keepdims=True)) - paper
    return np.asarray((alike.max(2) - alike.min(2)) > ANOTHER_HUE, np.uint8)


def _left_over(figures: Sequence[Figure], ink: Image) -> list[Blob]:
    """Return the blobs of ink outside of figures, without lettering, and without the edges of the figures' own ink."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    least = UNSAID * max(figure.area for figure in figures)
    is_lettering = np.concatenate([[True], are_letters(ink, labels, stats[1:number])])
    for label in np.flatnonzero(is_lettering & (stats[:, cv2.CC_STAT_AREA] > least))[1:]:
        (blob,) = _blobs_of((labels == label).astype(np.uint8))
        is_lettering[label] = blob.depth <= BOLD * blob.size
    rest = np.where(is_lettering[labels], 0, 1).astype(np.uint8)
    for figure in figures:
        _wipe(rest, figure)
    # of a blob that figures have a part of only what is wide is left over; a drawing beside them is thin
    is_whole = np.bincount(labels[rest > 0], minlength=number) == stats[:, cv2.CC_STAT_AREA]
    wide = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((NARROWEST, NARROWEST), np.uint8))
    rest = np.where(is_whole[labels], rest, wide)
    return sorted(_blobs_of(rest), key=lambda blob: -blob.area)


def _blobs_of(ink: Image) -> list[Blob]:
    contours, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [Blob(0, float(cv2.contourArea(contour)), contour.reshape(-1, 2)) for contour in contours]


def _wipe(rest: Image, figure: Figure) -> None:
    """Take a figure away from the ink, with its holes, which are told by themselves, and its edge."""
    edge = 2 * round(EDGE * float(np.sqrt(figure.area))) + NARROWEST
    for ring in figure.rings:
        outline = np.round(figure.view.back(ring.vertices) * 16).astype(np.int32)
        width = edge + round(2 * abs(ring.contour.stroke))
        cv2.polylines(rest, [outline], True, 0, width, cv2.LINE_8, 4)
        cv2.fillPoly(rest, [outline], 0, cv2.LINE_8, 4)


def _figure(blob: Blob, all_ink: float) -> Figure:
    outline = blob.outline.astype(float)
    fault = f"was left out ({100 * blob.area / all_ink:.0f} % of the ink), as it belongs to no figure that was read"
    refused = Refused(fault, "cut the picture to it")
    return Figure((Ring(Contour(outline, False, 0, 0.0), (), outline, 0.0),), STRAIGHT, refused=refused)
