"""A film strip of Algorithm 1 like figure 5.1: the pieces as far as they are decided above P itself; and films.

A film shows what the linear programs decide, or the pieces laid one after the other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import GREY, box, label, page
from heuristan.common.svg.palette import PAPER, RULE, Tone, channels
from heuristan.common.web.film import Film, Shape, Still, Titles, evenly, film_of_stills, upright
from heuristan.common.words import plural
from heuristan.edgematching.candidates import Options, options_of
from heuristan.edgematching.hinting import reasons
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.readings import said
from heuristan.edgematching.render.grids import Drawing, drawn, drawn_faces, layer_names, note_below, tone_in
from heuristan.edgematching.results import Result

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


class Snapshot(NamedTuple):
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
        corner = svg.to("M", tidy(left + place * cell), tidy(top + option * cell))
        shade = max(1, min(SHADES, round(value * SHADES)))
        sides = (svg.to(way, tidy(by)) for way, by in (("h", cell), ("v", cell), ("h", -cell)))
        paths[shade] += [corner, *sides, svg.to("Z")]
    black = box(left, top, BOARD, rows * cell, "matrix", fill="#000000", stroke=RULE, width=1)
    greys = [svg.Path(d=paths[shade], fill="#" + f"{55 + 200 * shade // SHADES:02x}" * 3) for shade in sorted(paths)]
    return [black, *greys]


MIXED = (
    "An edge has the colours of the pieces that may still lie there, mixed as the program weighs them; a number says "
    "that it is decided."
)


def film_of(puzzle: Puzzle, result: Result, found: Sequence[Snapshot] = ()) -> Film:
    """Make the film of a result.

    Args:
        puzzle: the puzzle.
        result: its result.
        found: the iterates of all linear programs, if some were solved; without them the solution is laid piece by
            piece.
    """
    drawing = Drawing(puzzle)
    stills = [*_programs(drawing, found), *(_at_once if found else _piece_by_piece)(drawing, result)]
    how = f" Read with {said(puzzle)}." if puzzle.assumed else ""
    about = f"Edge-matching: {plural(len(puzzle.pieces), 'piece')}, solved by {result.solver}.{how}"
    brief = result.message or f"{result.status} by {result.solver}"
    return film_of_stills(Titles("edgematching", puzzle.id or "puzzle", about, result.status, brief), stills)


def _still(drawing: Drawing, heading: str, text: str, shapes: Sequence[Shape], *, begins: bool = False) -> Still:
    shown = [shape._replace(ring=upright(shape.ring)) for shape in (*shapes, *drawing.frame)]
    return Still(heading, text, shown, begins)


def _programs(drawing: Drawing, found: Sequence[Snapshot]) -> Iterator[Still]:
    """Yield P after each program: each edge in the mixture of the colours that P gives it."""
    options, start = options_of(drawing.puzzle), -1
    for each in found:
        again = f", after {plural(each.start, 'restart')}" if each.start else ""
        text = f"{each.decided} of {plural(len(drawing.rings), 'place')} are decided. {MIXED}"
        shapes = [*mixed_edges(drawing, options, each)]
        yield _still(drawing, f"Program {each.number}{again}", text, shapes, begins=each.start != start)
        start = each.start


def _at_once(drawing: Drawing, result: Result) -> Iterator[Still]:
    """Yield the solution or the best board, if there is one."""
    if result.shown is not None:
        name = "The solution" if result.best is None else "The best board"
        faces = map(drawing.puzzle.faces_of, result.shown)
        shapes = [shape for index, shown in enumerate(faces) for shape in drawing.piece(index, shown)]
        yield _still(drawing, name, _about_the_whole(drawing.puzzle, result), shapes)


def _piece_by_piece(drawing: Drawing, result: Result) -> Iterator[Still]:
    """Yield the empty board, and the board after each piece."""
    puzzle, laid = drawing.puzzle, result.shown or ()
    status = f"{result.status.capitalize()}: {result.message or 'there is no solution to show'}."
    places = range(len(drawing.rings))
    board = [*map(drawing.empty, places)]
    yield _still(drawing, "The board", "" if result.arrangement else status, board, begins=True)
    pieces = list[Shape]()
    for index, (each, why) in enumerate(zip(laid, reasons(puzzle, laid), strict=True)):
        pieces += drawing.piece(index, puzzle.faces_of(each))
        heading = f"Piece {each.piece + 1} at {puzzle.board.describe(puzzle.board.places[index])}"
        whole = _about_the_whole(puzzle, result) if index + 1 == len(laid) else ""
        shapes = [*pieces, *board[index + 1 :]]
        yield _still(drawing, heading, f"{why} {whole}", shapes)


def _about_the_whole(puzzle: Puzzle, result: Result) -> str:
    if result.best is not None:
        return f"{result.best.in_words()}."
    return "Halves that touch make a picture." if puzzle.halves else "Edges that touch have the same colour."
