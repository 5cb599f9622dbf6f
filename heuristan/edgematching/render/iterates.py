"""A film strip of Algorithm 1 like figure 5.1: the pieces as far as they are decided above P itself."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import svg

from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import GREY, box, label, page
from heuristan.common.svg.palette import PAPER, RULE, Tone, channels
from heuristan.common.web.film import Shape, evenly
from heuristan.common.words import plural
from heuristan.edgematching.candidates import Options, options_of
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.render.grids import Drawing, drawn, drawn_faces, layer_names, note_below, tone_in

if TYPE_CHECKING:
    from heuristan.edgematching.relaxing import Iterate

Entry: TypeAlias = tuple[int, int, float]
"""Option, place, value."""

MARGIN, GAP, BOARD, HEAD = 30.0, 38.0, 210.0, 70.0
MAX_SNAPSHOTS = 5
SHOWN = 0.005
"""Minimum of an entry that is drawn; smaller ones are as black as 0."""
SHADES = 8
DECIDED = 0.99
"""Minimum share of a colour for its number to be written on an edge."""
DIGITS = 2
"""Digits of the entries that are kept: more than can be seen."""


@dataclass(frozen=True)
class Snapshot:
    """P after a linear program: the entries that can be seen."""

    start: int
    number: int
    entries: tuple[Entry, ...]

    @property
    def decided(self) -> int:
        """The number of places whose piece is decided."""
        return sum(value > DECIDED for *_, value in self.entries)


def strip_of(snapshots: Sequence[Snapshot]) -> tuple[Snapshot, ...]:
    """Return snapshots of a run's last start: the first one, the last one, and some between them."""
    last = [snapshot for snapshot in snapshots if snapshot.start == snapshots[-1].start]
    return tuple(last[i] for i in evenly(len(last), MAX_SNAPSHOTS))


def snapshot_of(iterate: "Iterate") -> Snapshot:
    """Return an iterate as it is seen."""
    options, places = (iterate.matrix > SHOWN).nonzero()
    entries = zip(options.tolist(), places.tolist(), iterate.matrix[options, places].tolist(), strict=True)
    return Snapshot(iterate.start, iterate.number, tuple((o, p, round(v, DIGITS)) for o, p, v in entries))


def iterates_svg(puzzle: Puzzle, snapshots: Sequence[Snapshot]) -> str:
    """Return the film strip as an SVG picture."""
    options, drawing = options_of(puzzle), Drawing(puzzle)
    wide, tall = drawing.extent
    side = BOARD / max(wide, tall)
    parts: list[svg.Element] = [label(MARGIN, 28, puzzle.id, size=16, bold=True, kind="title")]
    bottom = HEAD + (tall + 0.8) * side + 10
    for number, snapshot in enumerate(snapshots):
        left = MARGIN + number * (BOARD + GAP)
        words = f"program {snapshot.number}: {snapshot.decided} of {len(drawing.rings)} decided"
        parts.append(label(left, HEAD - 20, words, size=10.5, fill=GREY, kind="caption"))
        shapes = [*drawing.frame, *mixed_edges(drawing, options, snapshot)]
        parts.append(drawn(drawing, shapes, left, HEAD, side))
        parts += layer_names(puzzle.board, left, HEAD + tall * side - 14, side)
        parts += _matrix(snapshot, left, bottom, len(options.faces), len(drawing.rings))
    bottom += BOARD * len(options.faces) / len(drawing.rings) + 22
    width = 2 * MARGIN + max(len(snapshots), 1) * (BOARD + GAP) - GAP
    parts.append(
        label(MARGIN, bottom, "Rows of P: pieces; columns: places. Black is 0, white is 1.", size=10.5, fill=GREY)
    )
    description = f"{plural(len(snapshots), 'linear program')}; in the last " + (
        f"{snapshots[-1].decided} pieces are decided" if snapshots else "nothing"
    )
    height = bottom + MARGIN / 2
    note, more = note_below(puzzle, MARGIN, height, width)
    title = f"{puzzle.id}: Algorithm 1"
    return page(width, height + more, title, description, [*parts, *note], "edge-matching-iterates")


def mixed_edges(drawing: Drawing, options: Options, snapshot: Snapshot) -> Iterator[Shape]:
    """Yield each edge in the mixture of the colours that P gives it; what is decided has its name."""
    shares: dict[tuple[int, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    faces = drawn_faces(drawing.cell)
    for option, at, value in snapshot.entries:
        for face in faces:
            shares[at, face][options.faces[option][face]] += value
    for index in range(len(drawing.rings)):
        for face in faces:
            own = shares[index, face]
            colour, share = max(own.items(), key=lambda item: item[1], default=(0, 0.0))
            words = drawing.puzzle.name(colour) if share > DECIDED else ""
            yield drawing.edge(index, face, Tone(_mixture(drawing.puzzle, own)), words)


def _mixture(puzzle: Puzzle, shares: Mapping[int, float]) -> str:
    """Return the mixture of colours with their shares."""
    total = sum(shares.values())
    if not total:
        return PAPER
    sums = [0.0, 0.0, 0.0]
    for colour, share in shares.items():
        for i, channel in enumerate(channels(tone_in(puzzle, colour).fill)):
            sums[i] += channel * share / total
    # more than sixteen steps of a channel could not be distinguished, and equal fills are one path
    return "#" + "".join(f"{min(255, 17 * round(each / 17)):02x}" for each in sums)


def _matrix(snapshot: Snapshot, left: float, top: float, rows: int, columns: int) -> list[svg.Element]:
    """Draw P with its entries in shades of grey."""
    cell = BOARD / columns
    paths: dict[int, list[svg.PathData]] = defaultdict(list)
    for option, place, value in snapshot.entries:
        corner = svg.M(tidy(left + place * cell), tidy(top + option * cell))
        shade = max(1, min(SHADES, round(value * SHADES)))
        paths[shade] += [corner, svg.h(tidy(cell)), svg.v(tidy(cell)), svg.h(tidy(-cell)), svg.Z()]
    black = box(left, top, BOARD, rows * cell, "matrix", fill="#000000", stroke=RULE, width=1)
    greys = [svg.Path(d=paths[shade], fill="#" + f"{55 + 200 * shade // SHADES:02x}" * 3) for shade in sorted(paths)]
    return [black, *greys]
