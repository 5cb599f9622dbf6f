"""The outlines that are measured: sixty shapes, assemblies of one and two sets, and files made of them."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, islice
from math import cos, pi, sin
from pathlib import Path
from random import Random
from zlib import crc32

from assemblies import assembled

from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

SIXTY = 60
DOUBLES = 40
FIRST_SEED = 1972
"""The assemblies are those of this seed and the ones that follow it."""


def sixty_shapes() -> list[Puzzle]:
    """Sixty of the shapes that come with heuristan: those whose names have the least CRC-32, in alphabetical order.

    So the choice has nothing to do with how hard they are, and a new shape takes the place of one at most.
    """
    names = sorted(shape_files(), key=lambda name: crc32(name.encode()))[:SIXTY]
    return [outline for name in sorted(names) for outline in puzzles_of(name)]


def doubles(count: int = DOUBLES) -> list[Puzzle]:
    """Assemblies of two sets."""
    return [assembled(seed, sets=2) for seed in range(FIRST_SEED, FIRST_SEED + count)]


def puzzles_of(source: str | Path) -> Iterator[Puzzle]:
    """The outlines of a shape's name or a file, without those that are refused."""
    return (outline for outline in read_outlines(source) if not isinstance(outline, Refusal))


def write_outlines(path: Path, puzzles: Iterable[Puzzle], count: int, turn: float = 0.0, off: float = 0.0) -> None:
    """A GeoJSON feature a line, `count` of them: the puzzles again and again, each time turned by 45 degrees more.

    Args:
        path: where to.
        puzzles: the outlines.
        count: how many lines.
        turn: degrees by which all are turned besides, off the axes.
        off: by how many small legs a vertex may be out of place along each axis, as where a hand drew it.
    """
    slip = partial(Random(FIRST_SEED).uniform, -off, off)
    with path.open("w", encoding="utf-8") as file:
        listed = list(puzzles)
        for number, puzzle in enumerate(islice(cycle(listed), count)):
            angle = turn + 45 * (number // len(listed))
            file.write(json.dumps(feature(puzzle, f"{puzzle.id}-{number}", angle, slip)) + "\n")


def feature(puzzle: Puzzle, id: str, angle: float = 0.0, slip: Callable[[], float] = float) -> dict[str, object]:
    """A puzzle as a GeoJSON feature in small legs, turned by an angle in degrees, with a slip in each coordinate."""
    c, s = cos(angle * pi / 180), sin(angle * pi / 180)

    def ring(loop: Iterable[tuple[float, float]]) -> list[list[float]]:
        vertices = [[round(c * x - s * y + slip(), 12), round(s * x + c * y + slip(), 12)] for x, y in loop]
        return [*vertices, vertices[0]]

    parts = [
        [ring(puzzle.in_legs(vertex.point) for vertex in loop) for loop in part.loops] for part in puzzle.boundary.parts
    ]
    properties: dict[str, object] = {"sets": puzzle.sets}
    if puzzle.pieces is not TANGRAM:
        properties["set"] = puzzle.pieces.name
    geometry = {"type": "MultiPolygon", "coordinates": parts}
    return {"type": "Feature", "id": id, "properties": properties, "geometry": geometry}
