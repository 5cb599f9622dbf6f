"""From a picture to its figures: the pipeline, and the account of all ink.

What is not in a figure that was read is said, or is a figure that was left out. The account looks at the ink and at the
outlines that were read, and does not ask how they were found, so that no step can drop a figure in silence.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.images.pixels import Image, farthest
from heuristan.common.words import plural
from heuristan.pictures.images.background import (
    Light,
    ink_of,
    median,
    normalised,
    with_pale,
    without_grid,
    without_shadow,
)
from heuristan.pictures.images.blobs import (
    SLIGHT,
    THIN,
    UNSAID,
    Blob,
    Parts,
    blobs_of,
    figures_of,
    is_figure,
    is_pattern,
)
from heuristan.pictures.images.contours import contours_of
from heuristan.pictures.images.curves import LEGS, STRAIGHT, Contour, View
from heuristan.pictures.images.faces import pieces_among
from heuristan.pictures.images.figure import MAX_VERTICES, Figure, Refused, suspicions_of
from heuristan.pictures.images.frames import Frame, border_around, without_frames
from heuristan.pictures.images.letters import BOLD, letters_of, without_letters
from heuristan.pictures.images.page_detection import Paper, clear_of_edge, inner_of, is_paper_around, paper_on
from heuristan.pictures.images.painted import SLANTED, Painting, as_pieces, painted_in
from heuristan.pictures.images.polygonal import Ring, rings_of
from heuristan.pictures.images.rectification import Fit, best_view, directions_of, straight_cost, turns_of
from heuristan.pictures.images.sketching import sketches_of
from heuristan.tangram.pieces.sets import TANGRAM

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


def account_of(figures: Sequence[Figure], ink: Parts, paper: Paper | None) -> tuple[Sequence[Figure], tuple[str, ...]]:
    """Return what the ink on a picture, or on the part that has a sheet, shows besides figures that were read there.

    That is ink as large as a figure, and remarks, a clause each, on smaller ink, or ink across the edge of the sheet.

    Lettering and thin lines are nothing. What lies across the edge of a sheet is a finger if its edges are not those of
    a figure.
    """
    if not figures:
        return (), ()
    place = paper.place if paper else STRAIGHT
    blobs = _left_over(figures, ink)
    largest = max(figure.area for figure in figures)
    thick = [blob for blob in blobs if blob.area > UNSAID * largest and blob.depth > THIN * np.sqrt(largest / LEGS)]
    inner = inner_of(paper.within) > 0 if paper else np.ones(ink.labels.shape, bool)
    left_out: list[Figure] = []
    remarks: list[str] = []
    for blob in thick:
        is_across = not inner[blob.outline[:, 1], blob.outline[:, 0]].all()
        spot = place.named(blob.outline.mean(0))
        if is_across and blob.area >= SLIGHT * largest and not is_figure([blob.outline]):
            remarks.append(f"something across the edge of the sheet about {spot} was left out")
        elif blob.area >= SLIGHT * largest:
            left_out.append(_figure(blob, float((ink.labels > 0).sum())))
        elif not is_across:
            remarks.append(f"something smaller about {spot} was passed over")
    more = len(left_out) - MOST
    said = remarks[:MOST_SAID] + [f"{len(remarks) - MOST_SAID} more like it"] * (len(remarks) > MOST_SAID)
    said += [f"{more} more figures were left out; cut the picture in several"] * (more > 0)
    return left_out[:MOST], tuple(said)


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
    slight = SLIGHT * max(figure.area for figure in figures)
    if cv2.countNonZero(pale) < slight:
        return ()
    _, _, stats, middles = cv2.connectedComponentsWithStats(pale, connectivity=8)
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


def _left_over(figures: Sequence[Figure], ink: Parts) -> list[Blob]:
    """Return the blobs of ink outside of figures, without lettering, and without the edges of the figures' own ink."""
    labels, stats, is_lettering = ink.labels, ink.stats, ink.are_letters.copy()
    least = UNSAID * max(figure.area for figure in figures)
    for label in np.flatnonzero(is_lettering & (stats[:, cv2.CC_STAT_AREA] > least))[1:]:
        (blob,) = _blobs_of((labels == label).astype(np.uint8))
        is_lettering[label] = blob.depth <= BOLD * blob.size
    rest = (~is_lettering)[labels].astype(np.uint8)
    for figure in figures:
        _wipe(rest, figure)
    # of a blob that figures have a part of only what is wide is left over; a drawing beside them is thin
    is_whole = np.bincount(labels[rest > 0], minlength=len(stats)) == stats[:, cv2.CC_STAT_AREA]
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


WORTH = 12.0
"""Minimum gain of a view over the picture as it is, in the cost of the edges."""
POOR = 30.0
"""Cost of the best view above which the sheet is doubted: it may have been found in a wrong place."""
LARGER = 1.2
"""Minimum ratio of the area of sketches to that of print, for the page to be read as sketches."""
MOST_IN_FIT = 24
"""Maximum number of figures, spread over the page, whose edges decide the view: they are enough for its four numbers,
and the time grows with the cube of how many."""
MAX_FIGURES = 100
"""Maximum number of figures on a page."""
MEMORY = 16 << 20
"""Size of the largest block of memory that is reused, in bytes."""

SHEET_MAY_CONTINUE = "the sheet seems to go on where its edge was read, so that figures may be missing"
"""Warning where a shadow may have been read as the edge of the sheet."""
APART = Refused(
    "is the seven pieces themselves, apart", "push them together, or give the outline that they are to fill"
)


class Page(NamedTuple):
    """A picture, or the part of one that has a sheet of paper, read as print."""

    figures: list[Figure]
    light: Light
    ink: Image
    """Mask of the ink without squared paper and frames: 255, and 0 for paper."""
    parts: Parts
    """Those of the ink."""
    paper: Paper | None
    """The sheet; None if it fills the picture."""


def figures_on(image: Image) -> list[Figure]:
    """Return the figures on a picture, in reading order; none on a blank one.

    If the picture shows a sheet of paper on a table, only the sheet is read. Paper and ink are separated, the blobs of
    ink put together to figures, and their contours cut into straight edges. If the angles of the edges show that the
    picture was taken at a slant, it is set straight. Then all contours are cut again, now with the known directions of
    the edges. Ink that is in none of them is accounted for; as large as a figure it is one, with a fault.
    """
    whole = cache(lambda: _printed(image))
    _reuse_memory()
    with _one_thread():
        found = _as_loose_pieces(
            _figures_in_border(image) or _figures_on_sheet(image, whole) or _figures_on_picture(image, whole())
        )
        return [figure._replace(suspicions=suspicions_of(figure, image.shape[:2])) for figure in found]


def _figures_in_border(image: Image) -> list[Figure]:
    """Return the figures on a page with a border around it; none without a border."""
    border = border_around(image)
    if border is None:
        return []
    page = _printed(border.page)
    found = border.without(_accounted(page), page.ink)
    return _with_pale(found, border.page, page) if _good(found) else []


def _figures_on_picture(image: Image, page: Page) -> list[Figure]:
    """Return the figures on a picture without a table."""
    return _with_pale(_accounted(page), image, page)


def _with_pale(figures: list[Figure], image: Image, page: Page) -> list[Figure]:
    """Return figures with remarks on parts that are too pale for ink."""
    pale = pale_besides(_good(figures), image, page.ink)
    return [figure._replace(remarks=figure.remarks + pale) for figure in figures]


def _figures_on_sheet(image: Image, whole: Callable[[], Page]) -> list[Figure]:
    """Return the figures on a sheet of paper on a table, in the picture's pixels; none if there is hardly a sheet.

    It is none if it has no figures; or if the whole picture shows figures beside it, and many more, as what a shadow
    leaves of a page in the light does, or the same paper, as what aligned figures enclose does. A sheet on a table is
    one blob with holes.
    """
    paper = paper_on(image)
    if paper is None:
        return []
    sheet = _printed(paper.part, paper)
    found = [figure._replace(view=paper.place.then(figure.view), sheet=paper.corners) for figure in _accounted(sheet)]
    on_sheet = _good(found)
    if not on_sheet:
        return []
    page = whole()
    on_picture = _good(page.figures)
    beside = [figure for figure in on_picture if not any(map(figure.is_again, on_sheet))]
    is_table = len(on_picture) - len(beside) < len(on_sheet)
    if beside and (
        (len(beside) > len(on_sheet) and not is_table) or is_paper_around(paper, sheet.ink, image, page.ink)
    ):
        return []
    remarks: tuple[str, ...] = (SHEET_MAY_CONTINUE,) if paper.goes_on else ()
    remarks += tuple(
        f"{one.place} beside the sheet was passed over" for one in beside if not one.surrounds(paper.corners)
    )
    return [figure._replace(remarks=figure.remarks + remarks) for figure in found]


def _accounted(page: Page) -> list[Figure]:
    """Return the figures of a page with all its ink accounted for."""
    found = _or_sketches(page)
    left_out, remarks = account_of(found, page.parts, page.paper)
    return [*(figure._replace(remarks=figure.remarks + remarks) for figure in found), *left_out]


def _good(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures that may be puzzles."""
    return [figure for figure in figures if not figure.fault]


def _printed(image: Image, paper: Paper | None = None) -> Page:
    """Return the figures on a picture, or on the part of one that has a sheet of paper, as print.

    What touches the edge of the sheet is a finger, or lies on the table.
    """
    light = normalised(image, paper and paper.within)
    ink = ink_of(light)
    in_shadow, light = light, without_shadow(image, light, ink)
    light, ink = without_grid(light, ink if light is in_shadow else ink_of(light))
    ink = with_pale(light, ink)
    light, ink, frames = without_frames(light, ink)
    parts = Parts.of(ink)
    found = blobs_of(parts)
    blobs = clear_of_edge(found, paper.within) if paper else found
    place, view = (paper.place, paper.view) if paper else (STRAIGHT, STRAIGHT)
    groups = figures_of(blobs)
    remarks = tuple(_in_light(blob, place) for blob in _lit(found, blobs, parts.labels, light))
    painting = Painting(image, parts.labels, light.within)
    figures, fit = _seen(_cut(groups, painting, light, view), image.shape[:2], view)
    if fit.cost > POOR and view is not STRAIGHT:
        # the sheet may have been found in a wrong place
        again = _seen(_cut(groups, painting, light, STRAIGHT), image.shape[:2], STRAIGHT)
        figures, _ = min((figures, fit), again, key=lambda seen: seen[1].cost)
    framed = tuple(_framed(frame, place) for frame in frames)
    figures = [figure._replace(remarks=figure.remarks + remarks, left_out=framed) for figure in figures]
    return Page(figures, light, ink, parts, paper)


def _cut(groups: Sequence[Sequence[Blob]], page: Painting, light: Light, view: View) -> list[Figure]:
    """Return the figures that groups of ink are, cut without known directions.

    What hangs to one that is painted as pieces by a piece too pale for ink is a piece of it.
    """
    groups = groups[:MAX_FIGURES]
    contours = [[] if is_pattern(group) else contours_of(group, page.labels, light) for group in groups]
    rings = rings_of(contours, view)
    figures = [
        _freely(group, own, page, view) if own else _patterned(group, view)
        for group, own in zip(groups, rings, strict=True)
    ]
    painted = [figure for figure in figures if figure.silhouette]
    return [
        figure
        for figure in figures
        if not any(figure.area < one.area and one.surrounds(figure.middle[None]) for one in painted)
    ]


def _framed(frame: Frame, place: View) -> str:
    return f"the frame from {place.named(frame.low)} to {place.named(frame.high)}"


def _lit(found: Sequence[Blob], kept: Sequence[Blob], labels: Image, light: Light) -> list[Blob]:
    """Return the large blobs at the edge of a sheet that are lighter than the rest of its paper: light, not fingers."""
    known, largest = {blob.label for blob in kept}, max((blob.area for blob in kept), default=0.0)
    at_edge = [blob for blob in found if blob.label not in known and blob.area > largest]
    return [blob for blob in at_edge if light.difference[labels == blob.label].mean() > 0]


def _in_light(blob: Blob, place: View) -> str:
    spot = place.named(blob.outline.mean(0))
    return f"the sheet is lighter about {spot} than elsewhere, and figures there may be missing"


def _seen(figures: Sequence[Figure], shape: tuple[int, int], view: View) -> tuple[list[Figure], Fit]:
    """Return figures that were cut in a view, in the one in which their edges have the right angles, and how right."""
    cut = [figure for figure in figures if figure.rings]
    fit = _view_of([figure for figure in cut if figure.is_cut], shape, view)
    seen = _in_view(cut, fit.view)
    if all(figure is not own.silhouette for figure, own in zip(seen, cut, strict=True)):
        return seen, fit
    # figures that turn out not to be pieces may have led to a wrong rectification
    return _seen(
        [own if figure.silhouette else own.silhouette or own for figure, own in zip(seen, cut, strict=True)],
        shape,
        view,
    )


def _or_sketches(page: Page) -> list[Figure]:
    """Return the figures of a page; as sketches, if some of them are not print and more of the page is read so."""
    figures, paper = page.figures, page.paper
    if all(figure.is_print for figure in figures):
        return figures
    is_patterned = any(not figure.is_cut for figure in figures)
    sketches = sketches_of(page.light, paper, is_patterned=is_patterned)
    printed = sum(figure.area for figure in figures if figure.is_print)
    # an ornament beside silhouettes is no reason to read them as strokes
    is_better = not printed or sum(sketch.area for sketch in sketches if not sketch.fault) > LARGER * printed
    return sketches if sketches and is_better else figures


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keep OpenCV on one thread: sharing out work on pictures of this size costs more than it saves."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def _reuse_memory() -> None:
    """Make glibc reuse the memory of pictures: new pages from the system cost as much as a step on them.

    It returns freed blocks to the system if they are larger than any that was freed before (mallopt(3), "dynamic").
    """
    np.empty(MEMORY, np.uint8)


def _patterned(group: Sequence[Blob], view: View) -> Figure:
    """Return the figure of a pattern: the hulls of its blobs, not cut."""
    hulls = [view.of(cv2.convexHull(blob.outline).reshape(-1, 2).astype(float)) for blob in group]
    return Figure(tuple(Ring(Contour(hull, False, part, 0.0), (), hull, 0.0) for part, hull in enumerate(hulls)), view)


def _freely(group: Sequence[Blob], rings: Sequence[Ring], page: Painting, view: View) -> Figure:
    """Return the figure of rings that were cut without known directions: laid pieces, if it is painted so."""
    letters = letters_of(rings)
    number = len(letters)
    remark = f"{plural(number, 'small hole')} in it {'were' if number > 1 else 'was'} taken for print"
    silhouette = Figure(tuple(without_letters(rings, letters)), view, remarks=(remark,) if letters else ())
    pieces = as_pieces(painted_in(group, page, view), view, SLANTED)
    return Figure(pieces, view, silhouette=silhouette) if pieces else silhouette


def _view_of(figures: Sequence[Figure], shape: tuple[int, int], view: View) -> Fit:
    """Return the view in which the edges have the right angles, which may be the one that they were cut in."""
    lines = [[line for ring in figure.rings for line in ring.lines] for figure in figures]
    lines = [own for own in lines if 0 < len(own) <= MAX_VERTICES]
    lines = lines[:: -(-len(lines) // MOST_IN_FIT) or 1]
    straight = straight_cost(lines, shape) if lines else 0.0
    if straight >= WORTH:
        best = best_view(lines, shape)
        if straight - best.cost > WORTH:
            return Fit(view.then(best.view), best.cost)
    return Fit(view, straight)


def _in_view(figures: Sequence[Figure], best: View) -> list[Figure]:
    """Return figures cut again in the best view, now with the directions of their edges."""
    again = [figure for figure in figures if _may_be_straight(figure)]
    contours = [[ring.contour for ring in figure.rings] for figure in again]
    is_seen = all(figure.view is best for figure in again)
    rings = [figure.rings for figure in again] if is_seen else rings_of(contours, best)
    directions = [directions_of(turns_of([line for ring in own for line in ring.lines])) for own in rings]
    straight = iter(rings_of(contours, best, directions))
    return [
        figure._replace(rings=next(straight), view=best) if _may_be_straight(figure) else _laid_in(figure, best)
        for figure in figures
    ]


def _may_be_straight(figure: Figure) -> bool:
    return not figure.silhouette and figure.is_cut and sum(len(ring.lines) for ring in figure.rings) <= MAX_VERTICES


def _laid_in(figure: Figure, best: View) -> Figure:
    """Return a painted figure in a view; its silhouette, not cut again, if its regions are no pieces there."""
    if not figure.silhouette:
        return figure
    pieces = as_pieces([ring.contour for ring in figure.rings], best)
    laid = figure._replace(rings=pieces, view=best)
    return laid if pieces and not laid.fault else figure.silhouette


def _as_loose_pieces(found: Sequence[Figure]) -> list[Figure]:
    """Return figures as they are; if they are the seven pieces, apart, one figure that says so."""
    rings = [ring for figure in found for ring in figure.rings]
    if len(found) != TANGRAM.size or len(rings) != TANGRAM.size or any(figure.fault for figure in found):
        return list(found)
    if pieces_among([ring.vertices for ring in rings], [False] * TANGRAM.size) is None:
        return list(found)
    on_picture = [figure.view.back(figure.rings[0].vertices) for figure in found]
    parts = enumerate(zip(rings, on_picture, strict=True))
    apart = [ring._replace(vertices=points, contour=ring.contour._replace(part=part)) for part, (ring, points) in parts]
    return [Figure(tuple(apart), STRAIGHT, sheet=found[0].sheet, refused=APART)]
