"""Polygons of floats compared with the forms of pieces: moved, turned and mirrored to fit best."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.tangram.pieces.sets import PieceSet, Stock, in_legs

Form: TypeAlias = tuple[complex, ...]
"""Vertices in legs, counter-clockwise."""


class PolygonFit(NamedTuple):
    """A piece laid where a polygon is most like it."""

    off: float
    """Maximum distance of a vertex of the polygon from that of the piece, in legs."""
    name: str
    form: Form
    """The piece as it lies before it is turned, its vertices in the order of the polygon's."""
    turn: complex
    """The turn, of length 1."""
    middle: complex
    """Mean of the vertices, of the polygon and of the piece alike."""

    def ring(self, turn: complex) -> Form:
        """Return the vertices of the piece where it lies, but turned in another way."""
        return tuple(self.middle + z * turn for z in self.form)


def fits(vertices: Sequence[complex], pieces: PieceSet) -> list[PolygonFit]:
    """Return where each piece with as many vertices fits a polygon best, the most similar piece first.

    Args:
        vertices: of the polygon, in legs, counter-clockwise.
        pieces: the set.
    """
    best: dict[str, PolygonFit] = {}
    for name, form in _forms(pieces):
        if len(form) == len(vertices):
            best[name] = min((_fit(vertices, name, one) for one in _orders(form)), key=_off)
    return sorted(best.values(), key=_off)


def assigned(found: Sequence[Sequence[PolygonFit]], stock: Stock) -> list[PolygonFit] | None:
    """Return a fit for each polygon, so that together they are the pieces of a stock; None if they cannot be.

    The most similar pairs are taken first: a distorted square may be more like a parallelogram, of which there is a
    better one.
    """
    left, chosen = Counter(stock), dict[int, PolygonFit]()
    pairs = [(fit, number) for number, several in enumerate(found) for fit in several]
    for fit, number in sorted(pairs, key=lambda pair: pair[0].off):
        if number not in chosen and left[fit.name]:
            chosen[number] = fit
            left[fit.name] -= 1
    is_whole = len(chosen) == len(found) and not left.total()
    return [chosen[number] for number in range(len(found))] if is_whole else None


def _off(fit: PolygonFit) -> float:
    return fit.off


@lru_cache
def _forms(pieces: PieceSet) -> tuple[tuple[str, Form], ...]:
    return tuple((shape.name, tuple(complex(*in_legs(p)) for p in shape.ring)) for shape in pieces.shapes)


def _orders(form: Form) -> Iterator[Form]:
    """Yield the vertices of a form in order from each of them, and mirrored."""
    for one in (form, tuple(z.conjugate() for z in reversed(form))):
        for i in range(len(one)):
            yield one[i:] + one[:i]


def _fit(vertices: Sequence[complex], name: str, form: Form) -> PolygonFit:
    middle, own = _mean(vertices), _mean(form)
    pairs = [(z - middle, w - own) for z, w in zip(vertices, form, strict=True)]
    turn = sum(w.conjugate() * z for z, w in pairs)
    turn = turn / abs(turn) if turn else 1.0 + 0j
    off = max(abs(z - w * turn) for z, w in pairs)
    return PolygonFit(off, name, tuple(w for _, w in pairs), turn, middle)


def _mean(points: Iterable[complex]) -> complex:
    listed = list(points)
    return sum(listed) / len(listed)
