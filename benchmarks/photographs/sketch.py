"""Sketches by hand, in ten manners: strokes that tremble, bow, miss each other, and are pressed unevenly.

A sketch is a list of strokes, each between two vertices that the hand has moved a little. All lengths are in small legs
until the strokes are drawn in pixels.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, pairwise
from typing import NamedTuple

import cv2
import numpy as np
import shapely
from printed_figures import uneven_light

from heuristan.common.overlay import difference, intersection, union
from heuristan.lab.generating import Recipe, outlines
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly
from photographs.samples import Array, Sample, Truth

FINE = 3
"""Points a pixel when strokes are drawn."""
LEGS = (45.0, 130.0)
"""Pixels a leg."""
STEP = 0.02
"""Distance of the points of a stroke, in legs."""
TREMBLE = 0.15
"""Length, in legs, over which a tremor changes its direction."""
SAME = 1e-6
"""Distance, in legs, below which ends of strokes are one vertex."""


class Hand(NamedTuple):
    """Habits of a person who draws; lengths in legs."""

    tremor: float = 0.006
    """Usual distance of a stroke from where it should run."""
    bow: float = 0.015
    """Maximum distance of the middle of a stroke from the line between its ends."""
    slip: float = 0.02
    """Maximum distance of a vertex from where it should be."""
    past: tuple[float, float] = (0.0, 0.0)
    """Range of the distances by which strokes run past their ends; negative if they stop before."""
    rounding: float = 0.0
    """Length of an edge that the rounding of a vertex takes away."""
    pressure: float = 0.1
    """Usual change of the width of a stroke, as a share."""
    times: int = 1
    """Number of times that each stroke is drawn."""
    has_pieces: bool = False
    is_scribbled: bool = False
    is_pencil: bool = False
    is_squared: bool = False
    """True if the paper is squared."""


HANDS: Mapping[str, Hand] = {
    "tremor": Hand(tremor=0.014),
    "bent": Hand(bow=0.03, slip=0.03),
    "overshoot": Hand(past=(0.0, 0.14)),
    "gaps": Hand(past=(-0.07, 0.0)),
    "rounded": Hand(rounding=0.1, slip=0.03),
    "off": Hand(slip=0.04, bow=0.01),
    "pressure": Hand(pressure=0.4, is_pencil=True, past=(-0.03, 0.05)),
    "squared": Hand(is_squared=True, is_pencil=True, slip=0.03, bow=0.02),
    "pieces": Hand(has_pieces=True, slip=0.025, past=(-0.03, 0.05)),
    "scribbled": Hand(is_scribbled=True, times=2, past=(-0.02, 0.04)),
}
"""The ten manners."""


class Figure(NamedTuple):
    """An outline and its pieces, in legs, y up."""

    id: str
    truth: Truth
    pieces: list[Array]


def make(number: int, seed: int) -> Iterator[Sample]:
    """Yield sketches: each manner in turn, of shapes that ship and of generated outlines in turn."""
    random = np.random.default_rng(seed)
    for place, (figure, manner) in enumerate(zip(_figures(seed), chain.from_iterable([HANDS] * number), strict=False)):
        if place == number:
            return
        suffix, options = ((".png", []), (".jpg", [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(70, 96))]))[place % 2]
        image = sketched(figure, HANDS[manner], random)
        name = f"sketch-{seed}-{place:03d}-{manner}-{figure.id}"
        yield Sample("sketch", name, suffix, cv2.imencode(suffix, image, options)[1].tobytes(), (figure.truth,))


def _figures(seed: int) -> Iterator[Figure]:
    """Yield figures without end, one that ships and a generated one in turn."""
    random = np.random.default_rng([seed, 1])
    shipped = (
        puzzle
        for name in random.permutation(shape_names()).tolist() * 100
        for puzzle in islice(read_outlines(name), 1)
        if isinstance(puzzle, Puzzle)
    )
    made = (one.puzzle for one in outlines(Recipe(), seed))
    for puzzles in zip(shipped, made, strict=False):
        yield from filter(None, map(figure_of, puzzles))


@cache
def figure_of(puzzle: Puzzle) -> Figure | None:
    """Return a puzzle with its pieces; None if it is not solved at once."""
    result = solve_exactly(puzzle, limit=5, traced=False)
    if result.status != "solved":
        return None
    pieces = [np.array(piece.vertices) for piece in result.pieces]
    leg = math.sqrt(sum(shapely.Polygon(piece).area for piece in pieces) / (8 * puzzle.sets))
    pieces = [piece / leg for piece in pieces]
    whole = union([shapely.Polygon(piece) for piece in pieces]).simplify(100 * SAME)
    parts = [
        [np.array(ring.coords[:-1]) for ring in (part.exterior, *part.interiors)] for part in shapely.get_parts(whole)
    ]
    return Figure(puzzle.id, parts, pieces)


# --- strokes ----------------------------------------------------------------------------------------------------------


def strokes_of(figure: Figure, hand: Hand, random: np.random.Generator) -> list[Array]:
    """Return the strokes of a sketch, each a list of points, in legs."""
    rings = [ring for part in figure.truth for ring in part]
    slipped = _slips(hand.slip, random)
    if hand.rounding:
        return [
            _trembling(_rounded(np.array([slipped(p) for p in ring]), hand, random), hand, random) for ring in rings
        ]
    edges = [(p, q) for ring in rings for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True)]
    if hand.has_pieces:
        edges += _inner_edges(figure)
    edges *= hand.times
    strokes = [_stroke(slipped(p), slipped(q), hand, random) for p, q in edges]
    if hand.is_scribbled:
        strokes += [_trembling(line, hand, random) for line in _scribble(figure, random)]
    return strokes


def _slips(slip: float, random: np.random.Generator) -> Callable[[Array], Array]:
    """Return a function that moves each vertex, the same one always to the same place."""
    moved: dict[tuple[float, ...], Array] = {}

    def slipped(vertex: Array) -> Array:
        key = tuple(np.round(vertex / 1e-3).tolist())
        if key not in moved:
            angle = random.uniform(0, 2 * math.pi)
            moved[key] = vertex + slip * random.uniform(0.3, 1) * np.array([math.cos(angle), math.sin(angle)])
        return moved[key]

    return slipped


def _stroke(start: Array, stop: Array, hand: Hand, random: np.random.Generator) -> Array:
    """Return a stroke between two vertices, bowed, past its ends or short of them."""
    along = (stop - start) / np.linalg.norm(stop - start)
    start = start - along * random.uniform(*hand.past)
    stop = stop + along * random.uniform(*hand.past)
    length = float(np.linalg.norm(stop - start))
    t = np.linspace(0, 1, max(8, round(length / STEP)))[:, None]
    bow = hand.bow * random.uniform(0.4, 1) * random.choice([-1, 1]) * min(1.0, length)
    line = start + t * (stop - start) + bow * 4 * t * (1 - t) * np.array([-along[1], along[0]])
    return _trembling(line, hand, random)


def _trembling(line: Array, hand: Hand, random: np.random.Generator) -> Array:
    return np.asarray(line + hand.tremor * np.column_stack([_smooth(len(line), random) for _ in range(2)]))


def _smooth(number: int, random: np.random.Generator) -> Array:
    """Return smooth noise of unit width along a stroke."""
    wide = round(TREMBLE / STEP)
    noise = np.convolve(random.normal(0, 1, number + 6 * wide), np.hanning(2 * wide + 1), "same")[3 * wide :][:number]
    return np.asarray(noise / math.sqrt(float((np.hanning(2 * wide + 1) ** 2).sum())))


def _rounded(ring: Array, hand: Hand, random: np.random.Generator) -> Array:
    """Return a ring drawn in one stroke, its vertices rounded, its edges bowed."""
    found = []
    for before, vertex, after in zip(np.roll(ring, 1, axis=0), ring, np.roll(ring, -1, axis=0), strict=True):
        sides = np.linalg.norm(before - vertex), np.linalg.norm(after - vertex)
        cut = [min(hand.rounding * random.uniform(0.5, 1), 0.3 * side) for side in sides]
        a = vertex + (before - vertex) / sides[0] * cut[0]
        b = vertex + (after - vertex) / sides[1] * cut[1]
        t = np.linspace(0, 1, 12)[:, None]
        found.append((1 - t) ** 2 * a + 2 * t * (1 - t) * vertex + t**2 * b)
    whole = []
    for one, other in zip(found, [*found[1:], found[0]], strict=True):
        whole += [one, _stroke(one[-1], other[0], hand._replace(past=(0, 0), tremor=0), random)]
    points = np.vstack([*whole, whole[0][:1]])
    away = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.arange(0, away[-1], STEP)
    return np.column_stack([np.interp(at, away, points[:, axis]) for axis in (0, 1)])


def _inner_edges(figure: Figure) -> list[tuple[Array, Array]]:
    """Return the lines between the pieces, each once."""
    rim = shapely.geometrycollections([shapely.LinearRing(ring) for part in figure.truth for ring in part]).buffer(1e-3)
    sides = [
        shapely.LineString(side)
        for piece in figure.pieces
        for side in zip(piece, np.roll(piece, -1, axis=0), strict=True)
    ]
    inner = shapely.line_merge(difference(union(sides), rim))
    found = []
    for line in shapely.get_parts(inner):
        spots = np.array(line.coords)
        turned = [0, *(i for i in range(1, len(spots) - 1) if _is_turn(*spots[i - 1 : i + 2])), len(spots) - 1]
        found += [(spots[i], spots[j]) for i, j in pairwise(turned)]
    return [(p, q) for p, q in found if np.linalg.norm(p - q) > 0.05]


def _is_turn(a: Array, b: Array, c: Array) -> bool:
    (x, y), (u, v) = b - a, c - b
    return bool(abs(x * v - y * u) > 1e-2 * math.hypot(x, y) * math.hypot(u, v))


def _scribble(figure: Figure, random: np.random.Generator) -> list[Array]:
    """Return strokes to and fro that fill a figure."""
    turn, apart = random.uniform(0, math.pi), random.uniform(0.1, 0.2)
    along = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-along[1], along[0]])
    shape = union([shapely.Polygon(part[0], part[1:]) for part in figure.truth]).buffer(-0.06)
    points = np.vstack([ring for part in figure.truth for ring in part])
    found = []
    for offset in np.arange((points @ across).min(), (points @ across).max(), apart):
        ends = [offset * across + reach * along for reach in ((points @ along).min() - 1, (points @ along).max() + 1)]
        for line in shapely.get_parts(intersection(shapely.LineString(ends), shape)):
            if line.length > 0.15:
                spots = np.array(line.coords)
                t = np.linspace(0, 1, max(8, round(line.length / STEP)))[:, None]
                found.append(spots[0] + t * (spots[-1] - spots[0]))
    return found


# --- ink --------------------------------------------------------------------------------------------------------------


def sketched(figure: Figure, hand: Hand, random: np.random.Generator) -> Array:
    """Return the picture of a sketch."""
    leg = math.exp(random.uniform(*np.log(LEGS)))
    strokes = strokes_of(figure, hand, random)
    turn = math.radians(random.uniform(-4, 4) if hand.is_squared else random.uniform(0, 360))
    c, s = math.cos(turn), math.sin(turn)
    placed = [stroke @ np.array([[c, s], [s, -c]]) * leg for stroke in strokes]
    low, high = np.vstack(placed).min(0), np.vstack(placed).max(0)
    margin = leg * random.uniform(0.6, 1.5, 2)
    width, height = np.ceil(high - low + 2 * margin).astype(int)
    placed = [stroke - low + margin for stroke in placed]
    ink = _inked(placed, (height, width), leg * random.uniform(0.025, 0.05), hand, random)[..., None]
    paper = np.array(random.choice([[248, 248, 246], [225, 240, 245], [235, 235, 235]]), np.float32)
    sheet = np.broadcast_to(paper, (height, width, 3)).astype(np.float32)
    if hand.is_squared:
        sheet = _squared(sheet, leg / random.choice([1, 2, 3]), turn, random)
    colour = random.uniform(60, 110) * np.ones(3) if hand.is_pencil else np.array([random.uniform(40, 140), 30, 25])
    image = (sheet * (1 - ink) + colour * ink) * (1 + 0.6 * (uneven_light((height, width), random)[..., None] - 1))
    image = cv2.GaussianBlur(image.astype(np.float32), (0, 0), random.uniform(0.5, 1.1))
    return np.asarray(np.clip(image + random.normal(0, random.uniform(1, 4), image.shape), 0, 255).astype(np.uint8))


def _inked(
    strokes: Sequence[Array], shape: tuple[int, int], width: float, hand: Hand, random: np.random.Generator
) -> Array:
    """Return the share of ink in each pixel."""
    width = max(width, 1.6)
    ink = np.zeros(shape, np.float32)
    for stroke in strokes:
        fine = np.zeros((shape[0] * FINE, shape[1] * FINE), np.uint8)
        press = np.clip(1 + hand.pressure * _smooth(len(stroke), random), 0.35, 1.7)
        spots = np.round(((stroke + 0.5) * FINE - 0.5) * 16).astype(int)
        for here, following, share in zip(spots, spots[1:], press, strict=False):
            thick = max(1, round(width * float(share) * FINE))
            cv2.line(fine, here.tolist(), following.tolist(), 255, thick, cv2.LINE_8, 4)
        share = cv2.resize(fine, shape[::-1], interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        ink = np.maximum(ink, share * float(np.clip(press.mean(), 0.75, 1)))
    if not hand.is_pencil:
        return ink
    grain = cv2.GaussianBlur(random.normal(0, 1, shape).astype(np.float32), (0, 0), 0.8)
    return np.asarray(ink * np.clip(0.85 + 0.25 * grain / grain.std(), 0.3, 1))


def _squared(sheet: Array, square: float, turn: float, random: np.random.Generator) -> Array:
    """Return paper with squares printed on it."""
    y, x = np.mgrid[0 : sheet.shape[0], 0 : sheet.shape[1]].astype(np.float32)
    turn += math.radians(random.uniform(-1.5, 1.5))
    across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    shift, width = random.uniform(0, square, 2), random.uniform(0.7, 1.4)
    off = [abs((place + move) % square - square / 2) for place, move in zip(across, shift, strict=True)]
    share = np.clip(0.5 + width - np.minimum(*off), 0, 1)[..., None] * random.uniform(0.35, 0.7)
    colour = np.array(random.choice([[230, 190, 160], [190, 190, 190], [200, 210, 170]]), np.float32)
    return np.asarray(sheet * (1 - share) + colour * share)
