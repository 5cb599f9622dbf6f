"""Curves that are meant straight: flat ones and tiny ones become lines, rounded vertices become sharp."""

from collections.abc import Iterable
from typing import NamedTuple

from heuristan.pictures.svg.geometry import Segment, Track

FLAT = 0.03
"""Maximum bulge of a curve that is a line, in legs."""

STRAIGHT = 1e-3
"""Maximum bulge of a curve that is a line without doubt, in legs."""

ROUNDED = 0.3
"""Maximum distance from its sharp place at which a rounded vertex begins, in legs."""


class Curve(NamedTuple):
    """A curve that is not a line."""

    spot: complex
    line: int


def straightened(track: Track, leg: float) -> Track:
    """Return the track with its flat curves as lines and its rounded vertices sharp.

    Args:
        track: the track of a figure.
        leg: the approximate length of a small leg, in its coordinates.
    """
    # exactly straight curves first: rounded vertices lie between such lines, and are flat enough to be cut off else
    segments = _flattened(track.start, (*track.segments, (track.start,)), STRAIGHT * leg)
    starts = [track.start, *(segment[-1] for segment in segments[:-1])]
    sharp = [_sharpened(segments, starts, i, leg) for i in range(len(segments))]
    flat = _flattened(track.start, [segment for found in sharp for segment in found], FLAT * leg)
    return Track(track.start, tuple(flat), track.closed)


def _flattened(start: complex, segments: Iterable[Segment], bulge: float) -> list[Segment]:
    """Drop segments without length, and replace curves that bulge no more than this by lines."""
    found: list[Segment] = []
    here = start
    for segment in segments:
        if all(point == here for point in segment):
            continue
        is_flat = all(_off_chord(point, here, segment[-1]) <= bulge for point in segment[:-1])
        found.append(segment[-1:] if is_flat else segment)
        here = segment[-1]
    return found


def _off_chord(p: complex, start: complex, end: complex) -> float:
    """Return the distance of a point from the straight line between two others."""
    along = end - start
    if not along:
        return abs(p - start)
    share = ((p - start) * along.conjugate()).real / abs(along) ** 2
    return abs(p - start - min(max(share, 0.0), 1.0) * along)


def _sharpened(segments: list[Segment], starts: list[complex], i: int, leg: float) -> list[Segment]:
    """Return a segment; or if it rounds off a vertex, the two sides of that."""
    segment, start = segments[i], starts[i]
    before, after = i - 1, (i + 1) % len(segments)
    if len(segment) == 1 or len(segments) < 3 or len(segments[before]) > 1 or len(segments[after]) > 1:
        return [segment]
    arriving, leaving = start - starts[before], segments[after][-1] - segment[-1]
    turn = (arriving.conjugate() * leaving).imag
    if abs(turn) < 1e-3 * abs(arriving) * abs(leaving):
        return [segment]
    ahead = ((segment[-1] - start).conjugate() * leaving).imag / turn
    vertex = start + ahead * arriving
    is_ahead = ahead > 0 and ((segment[-1] - vertex).conjugate() * leaving).real > 0
    if is_ahead and max(abs(vertex - start), abs(vertex - segment[-1])) <= ROUNDED * leg:
        return [(vertex,), segment[-1:]]
    return [segment]


def curves_of(track: Track, line: int) -> list[Curve]:
    """Return the curves in a track, each with the point in its middle."""
    return [Curve(segment[len(segment) // 2 - 1], line) for segment in track.segments if len(segment) > 1]
