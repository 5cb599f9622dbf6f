"""Digests: one name for an outline, wherever it lies and however its vertices are listed, to find duplicates.

An outline is the set of its *sides*: each runs from one vertex to another with the interior on its left, and neighbours
on one line are one side. That set does not depend on where a ring begins, on the order of the rings, or on how rings
pass through a point in which parts touch. The eight turns and their mirror images are signed permutations of a point's
four projections (`lattice.points`), and each projection is counted from the minimum of the outline, so position
cancels without rounding.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import gcd
from typing import Literal, TypeAlias

from heuristan.common.words import listed, plural
from heuristan.tangram.lattice.points import ROOT_HALF, Code, Point, coefficients, mirror, subtract, turn
from heuristan.tangram.pieces.sets import PieceSet, orientations
from heuristan.tangram.puzzle.puzzle import Puzzle

Split: TypeAlias = Literal["training", "test"]

Side: TypeAlias = tuple[Point, Point]
"""Where a side starts and ends, the interior on its left."""

DIGEST_SIZE = 8
"""Number of bytes of a digest: the chance that two of a million different outlines share one is one in 37 million."""

HUNDREDTHS = 100
"""A drawing is rounded to this many parts of a small leg."""


def digest(puzzle: Puzzle) -> str:
    """Return the digest of an outline as it lies on the lattice, position apart: 16 hexadecimal digits.

    It depends on the pieces, how many sets of them there are, and the outline; not on its id, on where a ring begins,
    on the order of the rings, on how fine a lattice it was read on, or on where it lies in the coordinates that it came
    from (`Puzzle.frame`).

    A drawing that is not on one lattice is rounded to hundredths of a leg first. The same drawing read the same way has
    the same digest always, and elsewhere in the plane nearly always (a number may be rounded the other way). Different
    drawings have different digests if some vertex differs by more than a hundredth of a leg.
    """
    return _digest(puzzle, _from_least(_sides(puzzle)))


def shape_digest(puzzle: Puzzle) -> str:
    """Return the digest of an outline in any position: the same for all eight turns and their mirror images.

    For drawings that are not on one lattice what `digest` says holds here too: turned ones nearly always have the same.
    """
    return _digest(puzzle, _least_image(_sides(puzzle)))


def corpus_digest(outlines: Iterable[str]) -> str:
    """Return the digest of a corpus: of the digests of its outlines, in order, whatever files have them."""
    return blake2b(" ".join(sorted(outlines)).encode(), digest_size=DIGEST_SIZE).hexdigest()


def chosen_in_words(count: int, chosen: str, corpora: Sequence[str]) -> str:
    """Return how many outlines were chosen, of what: digests name them and their corpora."""
    if [chosen] == [*corpora]:
        return f"{plural(count, 'outline')}, all of corpus {chosen}"
    words = f"{plural(count, 'outline')} ({chosen})"
    return f"{words} of {'corpus' if len(corpora) == 1 else 'corpora'} {listed(corpora)}" if corpora else words


def split_of_shape(shape: str) -> Split:
    """Return whether an outline with this shape digest is for training or for testing, half and half."""
    return "test" if int(shape, 16) % 2 else "training"


def _digest(puzzle: Puzzle, sides: tuple[Side, ...]) -> str:
    content = _pieces(puzzle.pieces), puzzle.sets, sides
    return blake2b(repr(content).encode(), digest_size=DIGEST_SIZE).hexdigest()


@lru_cache(maxsize=64)
def _pieces(pieces: PieceSet) -> str:
    """Return what decides where a set of pieces fits: its shapes and their numbers, but not their names."""
    shapes = zip(pieces.shapes, pieces.counts, strict=True)
    return repr(sorted((min(orientations(shape)), count) for shape, count in shapes))


def _sides(puzzle: Puzzle) -> list[Side]:
    """Return the sides of an outline, in units that depend on it alone."""
    if puzzle.nearness or puzzle.places:
        return _drawn_sides(puzzle)
    segments = puzzle.boundary.segments
    found = [(s.start, s.end) if s.sign > 0 else (s.end, s.start) for s in segments]
    return found if puzzle.denominator == 1 else _in_lowest_terms(found, puzzle.denominator)


def _in_lowest_terms(sides: list[Side], denominator: int) -> list[Side]:
    """Return the sides in the coarsest units that hold them; their area determines which these are."""
    first = sides[0][0]
    moved = [(subtract(p, first), subtract(q, first)) for p, q in sides]
    common = gcd(denominator, *(c for p, _ in moved for c in coefficients(p)))
    return [(_divided(p, common), _divided(q, common)) for p, q in moved]


def _divided(p: Point, by: int) -> Point:
    # codes are additive, so the code of a multiple is that multiple of the code
    return p[0] // by, p[1] // by, p[2] // by, p[3] // by


def _drawn_sides(puzzle: Puzzle) -> list[Side]:
    """Return the sides of a drawing, in hundredths of a leg; its rings are followed as they are."""
    rings = [[puzzle.in_legs(p) for p in ring] for ring in puzzle.rings]
    left, low = (min(p[axis] for ring in rings for p in ring) for axis in (0, 1))
    rounded = [[_rounded(x - left, y - low) for x, y in ring] for ring in rings]
    return [(p, q) for ring in rounded for p, q in zip(ring, [*ring[1:], ring[0]], strict=True)]


def _rounded(x: float, y: float) -> Point:
    """Return the four projections of a point in legs, as hundredths."""
    slanted = (x, (x + y) * ROOT_HALF, y, (y - x) * ROOT_HALF)
    u0, u1, u2, u3 = (round(HUNDREDTHS * u) for u in slanted)
    return u0, u1, u2, u3


def _least_image(sides: list[Side]) -> tuple[Side, ...]:
    """Return the minimum of the images of some sides under turns and mirroring."""
    # a mirror image has the interior on the other hand, so its sides run the other way
    images = [sides, [(mirror(q), mirror(p)) for p, q in sides]]
    return min(_from_least((turn(p, k), turn(q, k)) for p, q in image) for image in images for k in range(8))


def _from_least(sides: Iterable[Side]) -> tuple[Side, ...]:
    """Return sides in order, each projection counted from the minimum."""
    listed = list(sides)
    least: tuple[Code, ...] = tuple(map(min, zip(*(p for p, _ in listed), strict=True)))
    origin = least[0], least[1], least[2], least[3]
    return tuple(sorted((subtract(p, origin), subtract(q, origin)) for p, q in listed))
