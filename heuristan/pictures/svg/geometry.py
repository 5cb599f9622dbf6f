"""The geometry of one element: svgelements reads paths, lengths, transforms and viewports, and here its segments
become tracks of points.

svgelements skips what it does not understand, and raises ValueError (or other errors) for the rest. So a text is
checked first, letter by letter, and a fault has the line of its element. Curves that are meant straight become lines,
and rounded vertices sharp.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.quoting import shown
from heuristan.pictures.svg.document import Element, SvgFault

SAMPLES = 8
"""Number of points that represent a curve until the size of the figure is known."""

FARTHEST = 1e9
"""Coordinates above it, in size, leave too few digits."""

_LONGEST_TRANSFORM = 2000
_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})|(?P<command>[MmZzLlHhVvCcSsQqTtAa])|[\s,]+")
_POINT_LAST = re.compile(r"(?<=[0-9])\.(?![0-9])")
"""The point of numbers like ``1.``, at which svgelements stops."""
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*", re.IGNORECASE)
_ARGUMENT = re.compile(rf"({_NUMBER})(px|mm|cm|in|pt|pc|deg|rad|grad|turn)?[\s,]*")
_ARGUMENTS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewx": (1,), "skewy": (1,)}
_LENGTH = re.compile(rf"{_NUMBER}(px|mm|cm|in|pt|pc|em|ex|%)?")

Segment: TypeAlias = tuple[complex, ...]
"""The points of a segment after its start: its end if it is straight, else samples, the end last."""

Size: TypeAlias = tuple[float, float]
"""Width and height of a viewport in user units: what per cents are of."""
FLAT = 0.03
"""Maximum bulge of a curve that is a line, in legs."""

STRAIGHT = 1e-3
"""Maximum bulge of a curve that is a line without doubt, in legs."""

ROUNDED = 0.3
"""Maximum distance from its sharp place at which a rounded vertex begins, in legs."""


class Track(NamedTuple):
    """A way of the pen, from where it is put down to where it is lifted."""

    start: complex
    segments: tuple[Segment, ...]
    closed: bool
    """Whether it was closed, or ends where it starts."""

    @property
    def points(self) -> list[complex]:
        return [self.start, *(point for segment in self.segments for point in segment)]

    @property
    def is_curved(self) -> bool:
        return any(len(segment) > 1 for segment in self.segments)


class Affine(NamedTuple):
    """x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def of(self, p: complex) -> complex:
        x, y = p.real, p.imag
        return complex(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def after(self, inner: "Affine") -> "Affine":
        """Return the map that does this one after an inner one."""
        origin = self.of(complex(inner.e, inner.f))
        return Affine(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            origin.real,
            origin.imag,
        )


class Tally:
    """Counts the numbers that were read: a few bytes of text are a few hundred of memory."""

    MOST = 200_000

    def __init__(self) -> None:
        self.count = 0

    def add(self, number: int, element: Element) -> None:
        self.count += number
        if self.count > self.MOST:
            raise element.fault(f"the drawing has more than {self.MOST} coordinates; leave only the outline in it")


def tracks_of(element: Element, size: Size, tally: Tally) -> tuple[Track, ...]:
    """Return the tracks of a basic shape or path, in its own coordinates.

    Raises:
        SvgFault: if its geometry cannot be read.
    """
    if element.name == "path":
        return tuple(_path_tracks(element, tally))
    if element.name in ("polygon", "polyline", "line"):
        return tuple(_straight_tracks(element, size, tally))
    return tuple(_round_tracks(element, size))


def _checked(element: Element, attribute: str, tally: Tally, with_commands: bool = False) -> str:
    """Return the numbers (and commands) of an attribute in a form that svgelements understands.

    Raises:
        SvgFault: if something else is among them.
    """
    text, place, count = element.get(attribute), 0, 0
    while place < len(text) and count <= tally.MOST:
        token = _TOKEN.match(text, place)
        if token is None or (token["command"] and not with_commands):
            near = text[max(0, place - 10) : place + 10]
            raise element.fault(f"'{attribute}' of this {element.name} cannot be read near {shown(near)}; correct it")
        count += token.lastgroup is not None
        place = token.end()
    tally.add(count, element)
    return _POINT_LAST.sub(".0", text)


def _path_tracks(element: Element, tally: Tally) -> Iterator[Track]:
    from svgelements import Path

    text = _checked(element, "d", tally, with_commands=True)
    if not text or text == "none":
        return
    if text[0] not in "Mm":
        raise element.fault("the path does not start with M; begin it with 'M x y'")
    try:
        segments = list(Path(text))
    except Exception:  # svgelements raises whatever its arithmetic raises
        raise element.fault(
            f"'d' of this path cannot be read: {shown(text)}; see that each command has all its numbers"
        ) from None
    yield from _split(segments, element)


def _split(segments: Sequence[Any], element: Element) -> Iterator[Track]:
    """Yield the tracks of the segments of a path."""
    start, found, closed = 0j, list[Segment](), False
    for segment in segments:
        kind = type(segment).__name__
        if kind == "Move" or closed:
            if found:
                yield _track(start, found, closed)
            start, found, closed = _complex(segment.end if kind == "Move" else segment.start, element), [], False
        if kind == "Move":
            continue
        found.append((_complex(segment.end, element),) if kind in ("Line", "Close") else _samples(segment, element))
        closed = kind == "Close"
    if found:
        yield _track(start, found, closed)


def _track(start: complex, segments: list[Segment], closed: bool) -> Track:
    return Track(start, tuple(segments), closed or segments[-1][-1] == start)


def _samples(segment: Any, element: Element) -> Segment:
    try:
        inner = [segment.point(i / SAMPLES) for i in range(1, SAMPLES)]
    except Exception:  # svgelements raises whatever its arithmetic raises
        raise element.fault(f"a curve of this {element.name} cannot be computed; make it straight") from None
    return (*(_complex(point, element) for point in inner), _complex(segment.end, element))


def _complex(point: Any, element: Element) -> complex:
    try:
        found = complex(float(point[0]), float(point[1]))
    except (TypeError, ValueError, IndexError):
        raise element.fault(f"a point is missing in this {element.name}; correct its numbers") from None
    return found


def _straight_tracks(element: Element, size: Size, tally: Tally) -> Iterator[Track]:
    if element.name == "line":
        (x1, y1), (x2, y2) = (
            (length_of(element, f"x{end}", size[0]), length_of(element, f"y{end}", size[1])) for end in "12"
        )
        yield Track(complex(x1, y1), ((complex(x2, y2),),), closed=False)
        return
    numbers = re.findall(_NUMBER, _checked(element, "points", tally))
    if len(numbers) % 2:
        raise element.fault(f"'points' has {len(numbers)} numbers; each point needs two: add the one missing")
    points = [complex(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    if len(points) > 1:
        closed = element.name == "polygon" or points[0] == points[-1]
        yield Track(points[0], tuple((point,) for point in points[1:]), closed)


def _round_tracks(element: Element, size: Size) -> Iterator[Track]:
    """Yield the tracks of a rectangle (maybe with round vertices), circle or ellipse."""
    from svgelements import Ellipse, Path, Rect

    wide, high = size
    mean = ((wide**2 + high**2) / 2) ** 0.5
    rx, ry = (_radius(element, name, unit) for name, unit in (("rx", wide), ("ry", high)))
    if element.name == "rect":
        width, height = length_of(element, "width", wide), length_of(element, "height", high)
        x, y = length_of(element, "x", wide), length_of(element, "y", high)
        rx, ry = (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0
        make = partial(Rect, x, y, width, height, min(rx, width / 2), min(ry, height / 2))
    else:
        r = length_of(element, "r", mean) if element.name == "circle" else None
        width, height = (r, r) if r is not None else (rx or ry or 0.0, ry or rx or 0.0)
        x, y = length_of(element, "cx", wide), length_of(element, "cy", high)
        make = partial(Ellipse, x, y, width, height)
    if not (width > 0 and height > 0):
        return
    try:
        segments = list(Path(make()))
    except Exception:  # svgelements raises whatever its arithmetic raises
        raise element.fault(f"this {element.name} cannot be computed; correct its numbers") from None
    yield from _split(segments, element)


def _radius(element: Element, name: str, whole: float) -> float | None:
    return None if element.get(name) in ("", "auto") else length_of(element, name, whole)


def length_of(element: Element, name: str, whole: float, usual: float = 0.0) -> float:
    """Parse a length, in user units.

    Args:
        element: the element that has it.
        name: of the attribute.
        whole: what per cents are of.
        usual: where it is not given.

    Raises:
        SvgFault: if the text is not a length.
    """
    text = element.get(name)
    if text in ("", "auto"):
        return usual
    if len(text) > 100 or not _LENGTH.fullmatch(text):
        raise element.fault(f"'{name}' is {shown(text)}; write a length like 12, 12px, 12mm or 12%")
    from svgelements import Length

    found = Length(_POINT_LAST.sub(".0", text)).value(ppi=96, relative_length=whole, font_size=16, font_height=8)
    return float(found)


def transform_of(text: str, line: int, size: Size) -> Affine:
    """Parse a transform attribute.

    Raises:
        SvgFault: if it cannot be read.
    """
    words = text.strip()
    if not words or words == "none":
        return Affine()
    from svgelements import Matrix

    place = 0
    while place < min(len(words), _LONGEST_TRANSFORM):
        step = _TRANSFORM.match(words, place)
        if step is None or not _has_arguments(step[1].lower(), step[2]):
            break
        place = step.end()
    if place < len(words):
        raise SvgFault(
            line, f"the transform {shown(words[place:])} cannot be read; write matrix, translate, scale, rotate or skew"
        )
    try:
        found: Any = Matrix(_POINT_LAST.sub(".0", words))
        found.render(ppi=96, width=size[0], height=size[1])
        affine = Affine(*(float(number) for number in (found.a, found.b, found.c, found.d, found.e, found.f)))
    except Exception:  # svgelements raises whatever its arithmetic raises
        raise SvgFault(line, f"the transform {shown(words)} cannot be computed; correct its numbers") from None
    if not all(map(isfinite, affine)):
        raise SvgFault(line, f"the transform {shown(words)} has no finite numbers; correct them")
    return affine


def _has_arguments(name: str, text: str) -> bool:
    place, count, words = 0, 0, text.strip()
    while place < len(words) and (argument := _ARGUMENT.match(words, place)):
        place, count = argument.end(), count + 1
    return place == len(words) and count in _ARGUMENTS[name]


def viewport_of(element: Element, width: float, height: float) -> tuple[Affine, Size]:
    """Return the map of the viewBox of a nested drawing or symbol into its room, and the size inside it.

    Raises:
        SvgFault: if the viewBox cannot be read.
    """
    box = view_box(element)
    if box is None:
        return Affine(), (width, height)
    from svgelements import Viewbox

    words = Viewbox.viewbox_transform(0.0, 0.0, width, height, *box, element.get("preserveAspectRatio") or None)
    return transform_of(words, element.line, (width, height)), (box[2], box[3])


def view_box(element: Element) -> tuple[float, float, float, float] | None:
    """Return the viewBox of an element, if it has one that encloses something.

    Raises:
        SvgFault: if it is not four numbers.
    """
    text = element.get("viewBox")
    if not text:
        return None
    numbers = [float(number) for number in re.findall(_NUMBER, text)] if len(text) < 400 else []
    if len(numbers) != 4 or not all(abs(number) < FARTHEST for number in numbers):
        raise element.fault(f"the viewBox is {shown(text)}; write four numbers: x y width height")
    x, y, width, height = numbers
    return (x, y, width, height) if width > 0 and height > 0 else None


def moved(track: Track, affine: Affine, line: int) -> Track:
    """Return a track in the coordinates of the document.

    Raises:
        SvgFault: if it lies too far out.
    """
    found = Track(
        affine.of(track.start), tuple(tuple(map(affine.of, segment)) for segment in track.segments), track.closed
    )
    for before, point in pairwise((found.start, *found.points)):
        if not (abs(point.real) < FARTHEST and abs(point.imag) < FARTHEST):
            raise SvgFault(
                line, f"a point near ({before.real:g}, {before.imag:g}) lies beyond {FARTHEST:g}; move or scale it"
            )
    return found


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
    # first exactly straight curves: rounded vertices lie between such lines, and would be cut off as flat otherwise
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
