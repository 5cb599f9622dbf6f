"""A film strip of Algorithm 1 like figure 5.1: the pieces as far as they are decided above P itself."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import svg

from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import GREY, box, label, outline_path, page
from heuristan.common.svg.palette import PAPER, RULE, channels
from heuristan.common.words import plural
from heuristan.edgematching.candidates import Options, options_of
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.render.grids import (
    Grid,
    drawn_faces,
    extent_of,
    frame_parts,
    half_in,
    note_below,
    number_in,
    outlines,
    tone_in,
)

if TYPE_CHECKING:
    from heuristan.edgematching.relaxing import Iterate

Entry: TypeAlias = tuple[int, int, float]
"""Option, place, value."""

MARGIN, GAP, BOARD, HEAD = 30.0, 38.0, 210.0, 56.0
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


def strip_of(snapshots: Sequence[Snapshot]) -> tuple[Snapshot, ...]:
    """Return snapshots of a run's last start: the first one, the last one, and some between them."""
    if not snapshots:
        return ()
    last = [snapshot for snapshot in snapshots if snapshot.start == snapshots[-1].start]
    count = min(MAX_SNAPSHOTS, len(last))
    chosen = {round(i * (len(last) - 1) / max(count - 1, 1)) for i in range(count)}
    return tuple(last[i] for i in sorted(chosen))


def snapshot_of(iterate: "Iterate") -> Snapshot:
    """Return an iterate as it is seen."""
    options, places = (iterate.matrix > SHOWN).nonzero()
    entries = zip(options.tolist(), places.tolist(), iterate.matrix[options, places].tolist(), strict=True)
    return Snapshot(iterate.start, iterate.number, tuple((o, p, round(v, DIGITS)) for o, p, v in entries))


def iterates_svg(puzzle: Puzzle, snapshots: Sequence[Snapshot]) -> str:
    """Return the film strip as an SVG picture."""
    options = options_of(puzzle)
    board = puzzle.board
    layers = board.layers
    wide, tall = extent_of(board)
    side = BOARD / max(wide, tall)
    high = tall * side + 0.8 * side
    parts: list[svg.Element] = [label(MARGIN, 28, puzzle.id, size=16, bold=True, kind="title")]
    bottom = HEAD
    for number, snapshot in enumerate(snapshots):
        left = MARGIN + number * (BOARD + GAP)
        decided = sum(value > DECIDED for _, _, value in snapshot.entries)
        words = f"program {snapshot.number}: {decided} of {len(board.places)} decided"
        parts.append(label(left, HEAD - 6, words, size=10.5, fill=GREY, kind="caption"))
        for layer in range(layers):
            grid = Grid(left, HEAD + 14 + layer * high, side, board.cell)
            parts += frame_parts(grid, puzzle, layer=layer)
            parts += _mixed(grid, puzzle, options, snapshot, layer)
        bottom = HEAD + 14 + layers * high + 10
        parts += _matrix(snapshot, left, bottom, len(options.faces), len(board.places))
        bottom += BOARD * len(options.faces) / len(board.places)
    width = 2 * MARGIN + max(len(snapshots), 1) * (BOARD + GAP) - GAP
    parts.append(
        label(MARGIN, bottom + 22, "Rows of P: pieces; columns: places. Black is 0, white is 1.", size=10.5, fill=GREY)
    )
    description = f"{plural(len(snapshots), 'linear program')}; in the last " + (
        f"{sum(value > DECIDED for *_, value in snapshots[-1].entries)} pieces are decided" if snapshots else "nothing"
    )
    title = f"{puzzle.id}: Algorithm 1"
    height = bottom + 22 + MARGIN / 2
    note, more = note_below(puzzle, MARGIN, height, width - MARGIN)
    return page(width, height + more, title, description, [*parts, *note], "edge-matching-iterates")


def _mixed(grid: Grid, puzzle: Puzzle, options: Options, snapshot: Snapshot, layer: int) -> list[svg.Element]:
    """Draw each edge in the mixture of the colours that P gives it."""
    shares = shares_of(snapshot, options)
    fills, labels = defaultdict(list), []
    here = {index: place for index, place in enumerate(puzzle.board.places) if len(place) == 2 or place[0] == layer}
    for index, place in here.items():
        for face in drawn_faces(grid.cell):
            ring = grid.triangle(place, face)
            fills[mixture(puzzle, shares[index, face])].append(ring)
            colour, share = max(shares[index, face].items(), key=lambda item: item[1], default=(0, 0.0))
            if share > DECIDED:
                labels += [*half_in(ring, puzzle, colour), *number_in(ring, puzzle, colour, grid.side)]
    return [
        *(svg.Path(d=outline_path(rings), fill=fill) for fill, rings in sorted(fills.items())),
        outlines(grid, here.values(), 0.8),
        *labels,
    ]


def shares_of(snapshot: Snapshot, options: Options) -> Mapping[tuple[int, int], Mapping[int, float]]:
    """Return for each place and face the shares that P gives to colours."""
    shares: dict[tuple[int, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for option, at, value in snapshot.entries:
        for face, colour in enumerate(options.faces[option][:4]):
            shares[at, face][colour] += value
    return shares


def mixture(puzzle: Puzzle, shares: Mapping[int, float]) -> str:
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
