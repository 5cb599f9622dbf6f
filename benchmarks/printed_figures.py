"""Draw outlines as pictures of print, scans and photographs, read them again, and report the errors of the readings.

    python benchmarks/printed_figures.py OUTLINES.geojsonl FOLDER [--number N] [--seed S] [--lined SHARE]
    python benchmarks/printed_figures.py FOLDER --check
    python benchmarks/printed_figures.py FOLDER --solve

The first form draws N outlines (300, chosen at random) to PNG and JPEG files in the folder, 150 to 800 pixels a
figure: turned at random, in two random colours, blurred, with grain, noise and uneven light, half of them as JPEG of
quality 60 or more, a third at a slant of up to 25 degrees; ``truth.geojsonl`` has the outline of each. ``--check``
reads them and compares vertices, in legs, after the best similarity; ``--solve`` solves them and judges each solution
against the outline that was drawn.
"""

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from heuristan.common.faults import InputError
from heuristan.common.images.loading import load
from heuristan.common.overlay import intersection, union
from heuristan.pictures.images import read as read_picture
from heuristan.pictures.images.recognition import figures_on
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly

Array = NDArray[Any]

SIZES = (150, 800)
FINE = 300
"""Pixels a figure from which on it counts as fine."""
STEEPEST = 25.0
NEAR = 0.05
"""Legs that a vertex may be off."""
COVERED = 0.97
"""Of the area of the outline and the solution together that both have: a pixel along the edges is a percent."""
OVERSAMPLING = 8
TRUTH = "truth.geojsonl"


class Truth(NamedTuple):
    """The outline and place that a picture shows."""

    id: str
    path: Path
    group: str
    parts: list[list[Array]]
    """Rings in legs, y up."""
    sets: int
    to_picture: Array
    """The homography from legs to pixels."""


class Outcome(NamedTuple):
    """The result of reading a picture."""

    is_good: bool
    words: str
    seconds: float


# --- drawing ----------------------------------------------------------------------------------------------------------


def rings_of(geometry: Any) -> list[list[Array]]:
    parts = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return [[np.array(ring[:-1], float) for ring in part] for part in parts]


def mapped(homography: Array, points: Array) -> Array:
    turned: Array = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(turned[:, :2] / turned[:, 2:])


def camera(points: Array, size: float, tilt: float, random: np.random.Generator) -> Array:
    """Return a homography from legs to pixels: turned at random, seen at a tilt (degrees) about an axis at random.

    The picture of the outline is ``size`` pixels across; the focal length is that of a telephone or a longer lens.
    """
    turn, axis = random.uniform(0, 2 * math.pi, 2)
    middle = (points.min(0) + points.max(0)) / 2
    reach = float(np.ptp(points, axis=0).max())
    c, s = math.cos(turn), math.sin(turn)
    place = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[1, 0, -middle[0]], [0, -1, middle[1]], [0, 0, 1]])
    u, v = math.cos(axis), math.sin(axis)
    cosine, sine = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    # the plane turned about (u, v, 0), seen from a distance of some widths
    distance = reach * random.uniform(1.2, 2.5)
    plane = np.array(
        [
            [u * u + v * v * cosine, u * v * (1 - cosine)],
            [u * v * (1 - cosine), v * v + u * u * cosine],
            [-v * sine, u * sine],
        ]
    )
    seen = np.column_stack([plane, [0, 0, distance]])
    homography = seen @ place
    vertices = mapped(homography, points)
    scale = size / float(np.ptp(vertices, axis=0).max())
    margin = size * random.uniform(0.08, 0.3, 2)
    shift = margin - vertices.min(0) * scale
    return np.asarray(np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ homography)


def coverage(parts: Sequence[Sequence[Array]], homography: Array, shape: tuple[int, int], stroke: float) -> Array:
    """Return the share of each pixel that the figure covers: filled, or its outline as a stroke, in pixels."""
    fine = np.zeros((shape[0] * OVERSAMPLING, shape[1] * OVERSAMPLING), np.uint8)
    rings = [
        np.round(((mapped(homography, ring) + 0.5) * OVERSAMPLING - 0.5) * 256).astype(np.int32)
        for part in parts
        for ring in part
    ]
    if stroke:
        width = max(1, round(stroke * OVERSAMPLING))
        cv2.polylines(fine, rings, True, 255, width, cv2.LINE_8, 8)
    else:
        cv2.fillPoly(fine, rings, 255, cv2.LINE_8, 8)
    small = cv2.resize(fine, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / 255


def colours(random: np.random.Generator) -> tuple[Array, Array]:
    """Return two colours that a person distinguishes at once; three times in four dark on light."""
    while True:
        one, other = random.uniform(15, 250, (2, 3))
        light = np.array([0.114, 0.587, 0.299])
        if abs((one - other) @ light) > 70:
            dark, pale = sorted((one, other), key=lambda colour: float(colour @ light))
            return (dark, pale) if random.random() < 0.75 else (pale, dark)


def uneven_light(shape: tuple[int, int], random: np.random.Generator) -> Array:
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / max(shape) - 0.5
    turn = random.uniform(0, 2 * math.pi)
    slope = random.uniform(0, 0.45) * (x * math.cos(turn) + y * math.sin(turn))
    centre = random.uniform(-0.3, 0.3, 2)
    falloff = random.uniform(0, 0.5) * ((x - centre[0]) ** 2 + (y - centre[1]) ** 2)
    return np.asarray(1 + slope - falloff)


def picture(parts: Sequence[Sequence[Array]], homography: Array, stroke: float, random: np.random.Generator) -> Array:
    vertices = np.vstack([mapped(homography, ring) for part in parts for ring in part])
    width, height = np.ceil(vertices.max(0) + vertices.min(0)).astype(int) + 1
    share = coverage(parts, homography, (height, width), stroke)[..., None]
    ink, paper = colours(random)
    image = (share * ink + (1 - share) * paper) * uneven_light((height, width), random)[..., None]
    grain = cv2.GaussianBlur(random.normal(0, 1, (height, width)).astype(np.float32), (0, 0), random.uniform(0.7, 2))
    image = image * (1 + random.uniform(0, 0.03) * grain / grain.std())[..., None]
    image = cv2.GaussianBlur(image.astype(np.float32), (0, 0), random.uniform(0.4, 1.5))
    return np.asarray(np.clip(image + random.normal(0, random.uniform(1, 6), image.shape), 0, 255).astype(np.uint8))


def draw(outlines: Path, folder: Path, number: int, seed: int, lined: float) -> None:
    random = np.random.default_rng(seed)
    features = [json.loads(line) for line in outlines.read_text(encoding="utf-8").splitlines()]
    chosen = random.choice(len(features), min(number, len(features)), replace=False)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / TRUTH).open("w", encoding="utf-8") as truth:
        for place, index in enumerate(chosen):
            feature = features[index]
            parts = rings_of(feature["geometry"])
            size = math.exp(random.uniform(*np.log(SIZES)))
            tilt = random.uniform(5, STEEPEST) if place % 3 == 2 else 0
            homography = camera(np.vstack([ring for part in parts for ring in part]), size, tilt, random)
            stroke = max(1.5, size * random.uniform(0.005, 0.015)) if random.random() < lined else 0
            suffix, options = (
                (".jpg", [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(60, 96))]) if place % 2 else (".png", [])
            )
            path = folder / f"{place:04d}{suffix}"
            cv2.imwrite(str(path), picture(parts, homography, stroke, random), options)
            group = (
                "slanted" if tilt else f"flat, {FINE} pixels or more" if size >= FINE else f"flat, below {FINE} pixels"
            )
            properties = {
                "file": path.name,
                "group": group,
                "pixels": round(size),
                "tilt": round(tilt, 1),
                "stroke": round(stroke, 1),
                "sets": feature["properties"].get("sets", 1),
                "to_picture": homography.tolist(),
            }
            truth.write(json.dumps({**feature, "properties": properties}) + "\n")


def truths(folder: Path) -> Iterator[Truth]:
    for line in (folder / TRUTH).read_text(encoding="utf-8").splitlines():
        feature = json.loads(line)
        known = feature["properties"]
        parts = rings_of(feature["geometry"])
        yield Truth(
            feature["id"], folder / known["file"], known["group"], parts, known["sets"], np.array(known["to_picture"])
        )


# --- checking ---------------------------------------------------------------------------------------------------------


def distinct(points: Array, near: float) -> Array:
    kept: list[Array] = []
    for point in points:
        if all(math.dist(point, other) > near for other in kept):
            kept.append(point)
    return np.array(kept)


def best_similarity(found: Array, wanted: Array) -> tuple[float, Array]:
    """Return the maximum distance between the vertices of two drawings, minimal over similarities without mirroring.

    Returns:
        The distance, in the units of ``wanted``, and the vertices found, moved there.
    """
    a, b = (points @ np.array([1, 1j]) for points in (found, wanted))
    a0, b0 = a - a.mean(), b - b.mean()
    scale = math.sqrt(float(np.mean(abs(b0) ** 2) / np.mean(abs(a0) ** 2)))
    best, moved = math.inf, a0
    for turn in np.arange(120) * (2 * math.pi / 120):
        z = a0 * scale * np.exp(1j * turn)
        for _ in range(8):
            apart = abs(z[:, None] - b0)
            # a vertex too many on either side is matched to the nearest
            one, two = apart.argmin(1), apart.argmin(0)
            i, j = np.concatenate([np.arange(len(z)), two]), np.concatenate([one, np.arange(len(b0))])
            p, q = a0[i], b0[j]
            factor = np.vdot(p - p.mean(), q - q.mean()) / np.vdot(p - p.mean(), p - p.mean()).real
            z = factor * (a0 - p.mean()) + q.mean()
        apart = abs(z[:, None] - b0)
        worst = float(max(apart.min(0).max(), apart.min(1).max()))
        if worst < best:
            best, moved = worst, z
    moved = moved + b.mean()
    return best, np.column_stack([moved.real, moved.imag])


def vertices_of(drawing: Drawing) -> Array:
    return np.array([vertex for part in drawing.polygons for ring in part for vertex in ring])


def precision(drawing: Drawing, truth: Truth) -> tuple[float, int]:
    """Return the maximum error of a vertex in legs, and the number of surplus vertices."""
    wanted = distinct(np.vstack([ring for part in truth.parts for ring in part]) * [1, -1], 0.02)
    found = vertices_of(drawing)
    scale = math.sqrt(float(np.var(wanted, axis=0).sum() / np.var(found, axis=0).sum()))
    worst, moved = best_similarity(found, wanted)
    return worst, len(distinct(moved, max(NEAR, 0.02 * scale))) - len(distinct(wanted, NEAR))


def check(folder: Path) -> None:
    """Report how near the vertices come."""
    report(folder, finds)


def finds(truth: Truth) -> Outcome:
    """Return whether the picture's figure has the vertices that were drawn."""
    start = time.process_time()
    try:
        found = list(read_picture(truth.path))
    except InputError as fault:
        return Outcome(False, str(fault), 0)
    taken = time.process_time() - start
    if len(found) != 1 or not isinstance(found[0], Drawing):
        return Outcome(False, _several(found), taken)
    worst, extra = precision(found[0], truth)
    return Outcome(worst < NEAR and not extra, f"error {worst:.3f} legs, {extra:+d} vertices", taken)


def _several(found: Sequence[object]) -> str:
    return f"{len(found)} figures; {getattr(found[0], 'message', '')}"


# --- solving ----------------------------------------------------------------------------------------------------------


def solves(truth: Truth) -> Outcome:
    """Return whether the picture's puzzle is solved, and the solution covers the outline that was drawn."""
    start = time.process_time()
    try:
        puzzles = list(read_outlines(truth.path))
    except InputError as fault:
        return Outcome(False, str(fault), time.process_time() - start)
    if len(puzzles) != 1 or not isinstance(puzzles[0], Puzzle):
        return Outcome(False, _several(puzzles), time.process_time() - start)
    result = solve_exactly(puzzles[0])
    taken = time.process_time() - start
    if result.status != "solved":
        return Outcome(False, f"{result.status}: {result.message}", taken)
    share = covered([np.array(piece.vertices) for piece in result.pieces], truth)
    return Outcome(share > COVERED, f"{share:.3f} of the outline covered", taken)


def covered(pieces: Sequence[Array], truth: Truth) -> float:
    """Return how much of the outline that was drawn pieces cover, laid back on the picture: intersection over union."""
    (figure,) = (
        figure for page in load(truth.path) if not isinstance(page.image, str) for figure in figures_on(page.image)
    )
    to_legs = np.linalg.inv(truth.to_picture)
    wanted = union([Polygon(part[0], part[1:]) for part in truth.parts])
    found = union([Polygon(mapped(to_legs, figure.view.back(piece))) for piece in pieces])
    return float(intersection(found, wanted).area / union([found, wanted]).area)


# --- reporting --------------------------------------------------------------------------------------------------------


def report(folder: Path, outcome: Callable[[Truth], Outcome]) -> None:
    good: dict[str, list[bool]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    for truth in truths(folder):
        is_good, words, taken = outcome(truth)
        seconds[truth.group].append(taken)
        good[truth.group].append(is_good)
        if not is_good:
            print(f"{truth.path.name} {truth.id} ({truth.group}): {words}")
    print(f"{'group':28} {'pictures':>8} {'good':>7} {'median CPU s':>13}")
    for group in sorted(good):
        share = 100 * sum(good[group]) / len(good[group])
        print(f"{group:28} {len(good[group]):8} {share:6.1f}% {median(seconds[group]):13.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="[OUTLINES] FOLDER")
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lined", type=float, default=0, help="the share of line drawings, 0 to 1")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--solve", action="store_true")
    options = parser.parse_args()
    *outlines, folder = options.paths
    if outlines:
        draw(outlines[0], folder, options.number, options.seed, options.lined)
    if options.check:
        check(folder)
    if options.solve:
        report(folder, solves)


if __name__ == "__main__":
    main()
