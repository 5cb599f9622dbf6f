"""Lines that mean something: the sides of a match by grade, extension lines, nodes; and the key that explains them.

Each has a style of its own, and a colour only as the second sign: edge thick and solid, extension line thick and
dashed, open thin and wavy; extension lines of the puzzle dotted.
"""

from collections.abc import Callable, Iterable

from heuristan.common.plane import Ring, Stretch
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import Segment, View, covers, ripples, tidy, uncovered
from heuristan.common.svg.page import GREY, INK, hatch, label, outline_path, segments_path, width_of
from heuristan.common.svg.palette import BLUE, FAINT, HATCH, LIGHT, LINE, PAPER
from heuristan.tangram.trace.events import ExtensionLinesDrawn, Side

_OPEN = "#6e6e6e"
_REMOVED = "#a8a8a8"
_KEY_SIZE = 12.0
_KEY_LINE = 24.0
_SAMPLE = 44.0


def graded(sides: Iterable[Side], view: View) -> list[svg.Element]:
    """Return the sides of a match: the stretches that are edge, extension line, and open."""
    edges: list[Segment] = []
    lines: list[Segment] = []
    opens: list[Segment] = []
    for side in sides:
        edges += _seen(side.edges, view)
        # an edge that is also an extension line counts as edge
        lines += _seen(side.extension_lines, view)
        opens += [
            (view.spot(p), view.spot(q))
            for p, q in uncovered((side.start, side.end), (*side.edges, *side.extension_lines))
        ]
    return [*_open(opens), *_dashed(lines), *_solid(edges)]


def _seen(stretches: Iterable[Stretch], view: View) -> list[Segment]:
    return [(view.spot(stretch.start), view.spot(stretch.end)) for stretch in stretches]


def _solid(segments: list[Segment]) -> list[svg.Element]:
    return [_stroke("side-edge", segments, LINE, 4, cap="round")] if segments else []


def _dashed(segments: list[Segment]) -> list[svg.Element]:
    if not segments:
        return []
    # on white, so that the gaps do not show the colour of the piece or an edge beneath
    beneath = _stroke("side-casing", segments, PAPER, 5)
    return [beneath, _stroke("side-extension-line", segments, BLUE, 3.6, dashes=(8, 4))]


def _open(segments: list[Segment]) -> list[svg.Element]:
    if not segments:
        return []
    data: list[svg.PathData] = []
    for segment in segments:
        (x, y), _ = segment
        data.append(svg.to("M", tidy(x), tidy(y)))
        for (cx, cy), (ex, ey) in ripples(segment, 9, 2.2):
            data.append(svg.to("Q", tidy(cx), tidy(cy), tidy(ex), tidy(ey)))
    return [
        svg.Path(class_=["side-casing"], d=segments_path(segments), fill="none", stroke=PAPER, stroke_width=6),
        svg.Path(class_=["side-open"], d=data, fill="none", stroke=_OPEN, stroke_width=1.4),
    ]


def _stroke(
    kind: str,
    segments: Iterable[Segment],
    colour: str,
    width: float,
    *,
    dashes: tuple[float, ...] = (),
    cap: str = "butt",
) -> svg.Path:
    return svg.Path(
        class_=[kind],
        d=segments_path(segments),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_dasharray=[*dashes] or None,
        stroke_linecap="round" if cap == "round" else None,
    )


def extension_lines(
    drawn: ExtensionLinesDrawn, internal_edges: Iterable[Stretch], view: View, *, beneath: Ring = ()
) -> list[svg.Element]:
    """Return extension lines dotted, internal edges thin and solid, and nodes as dots, except beneath a match."""
    parts: list[svg.Element] = []
    internal = [*internal_edges]
    known = {frozenset((edge.start, edge.end)) for edge in internal}
    lines = [line for line in drawn.lines if frozenset((line.start, line.end)) not in known]
    if lines:
        parts.append(_dotted(_seen(lines, view)))
    if internal:
        parts.append(_stroke("internal-edge", _seen(internal, view), LINE, 1.6))
    return parts + [_node(view.spot(node)) for node in drawn.nodes if not beneath or not covers(beneath, node)]


def _dotted(segments: list[Segment]) -> svg.Path:
    return _stroke("extension-line", segments, BLUE, 1.5, dashes=(1.5, 3.5))


def _node(spot: tuple[float, float]) -> svg.Circle:
    return svg.Circle(class_=["node"], cx=tidy(spot[0]), cy=tidy(spot[1]), r=2.4, fill=BLUE)


def removed_lines(drawn: ExtensionLinesDrawn, view: View) -> list[svg.Element]:
    """Return lines that were drawn and removed again: light, with a cross."""
    segments = [(view.spot(line.start), view.spot(line.end)) for line in drawn.removed]
    return [part for segment in segments for part in _removed(segment)]


def _removed(segment: Segment) -> list[svg.Element]:
    (x0, y0), (x1, y1) = segment
    x, y, arm = (x0 + x1) / 2, (y0 + y1) / 2, 2.6
    cross = [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))]
    return [
        _stroke("removed-line", [segment], _REMOVED, 1.2, dashes=(1.5, 3.5)),
        _stroke("removed-cross", cross, _REMOVED, 1.2),
    ]


def _area(fill: str, colour: str | None = None) -> Callable[[Segment], list[svg.Element]]:
    def draw(sample: Segment) -> list[svg.Element]:
        (x0, y), (x1, _) = sample
        ring = ((x0, y - 6), (x1, y - 6), (x1, y + 6), (x0, y + 6))
        box: list[svg.Element] = [svg.Path(d=outline_path([ring]), fill=fill, stroke=LINE, stroke_width=1)]
        return [*box, hatch([ring], colour, spacing=7)] if colour else box

    return draw


def _numbers(sample: Segment) -> list[svg.Element]:
    (x0, y), (x1, _) = sample
    third = (x1 - x0) / 3
    return [
        label(x0 + third, y + 4, "4", size=11, anchor="middle", fill=INK),
        label(x1 - third, y + 4, "9", size=11, anchor="middle", fill=GREY),
    ]


_MEANINGS: dict[str, tuple[str, Callable[[Segment], list[svg.Element]]]] = {
    "E": ("E: side that is edge", lambda sample: _solid([sample])),
    "M": (
        "M: edge and extension line",
        lambda sample: _dashed([(_halfway(sample), sample[1])]) + _solid([(sample[0], _halfway(sample))]),
    ),
    "X": ("X: extension line", lambda sample: _dashed([sample])),
    "O": ("O: open, at least in part", lambda sample: _open([sample])),
    "line": ("extension line, node", lambda sample: [_dotted([sample]), _node(_halfway(sample))]),
    "numbers": ("number of a vertex, of a node", _numbers),
    "internal": ("internal edge", lambda sample: [_stroke("internal-edge", [sample], LINE, 1.6)]),
    "removed": ("extension line removed", _removed),
    "before": ("outline before the step", _area(LIGHT)),
    "gone": ("extracted already", _area(FAINT)),
    "placed": ("placed already", _area(FAINT)),
    "left": ("left over", _area(LIGHT, HATCH)),
}


def _halfway(segment: Segment) -> tuple[float, float]:
    (x0, y0), (x1, y1) = segment
    return (x0 + x1) / 2, (y0 + y1) / 2


def key(left: float, right: float, top: float, *, without: Iterable[str] = ()) -> tuple[svg.G, float]:
    """Return the key of the lines, and how far down it reaches."""
    parts: list[svg.Element] = []
    meanings = [(name, *meaning) for name, meaning in _MEANINGS.items() if name not in without]
    column = _SAMPLE + 8 + max(width_of(words, _KEY_SIZE) for _, words, _ in meanings) + 14
    columns = max(1, int((right - left + 14) / column))
    for i, (name, words, draw) in enumerate(meanings):
        x, y = left + i % columns * column, top + (i // columns + 0.5) * _KEY_LINE
        sample = draw(((x, y), (x + _SAMPLE, y)))
        words_at = label(x + _SAMPLE + 8, y + 4.3, words, size=_KEY_SIZE, kind="key-words")
        parts.append(svg.G(class_=["key-entry", f"key-{name}"], elements=[*sample, words_at]))
    return svg.G(class_=["key"], elements=parts), y + _KEY_LINE / 2
