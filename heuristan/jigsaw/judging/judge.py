"""An assembly judged.

Without the truth the judge checks on the pieces themselves that each lies there once, that the grid is full, that flat
sides lie at the border and nowhere else, that tabs meet blanks, and that the evidence of the joints, by the scale that
the assembly itself gives, speaks for each piece at its place and against every other one. With the truth it says how
much is right.
"""

from collections.abc import Iterator, Sequence

from heuristan.common.words import plural
from heuristan.jigsaw.judging.doubts import SURE, Doubts, Place, Weight
from heuristan.jigsaw.judging.placing import DIRECTIONS, Grid, placing_faults
from heuristan.jigsaw.judging.truth import agreement
from heuristan.jigsaw.judging.verdict import Agreement, Fault, Verdict, fault_at
from heuristan.jigsaw.piece import STEPS, Piece
from heuristan.jigsaw.results import Result


def judge(
    pieces: Sequence[Piece],
    result: Result,
    truth: Result | None = None,
    slack: float | None = None,
    *,
    upright: bool = False,
) -> Verdict:
    """Judge an assembly.

    Args:
        pieces: the pieces of the puzzle.
        result: the assembly.
        truth: where each piece belongs, if it is known.
        slack: maximum mean distance of the curves of a joint in pixels, and a third of the maximum difference of their
            lengths; by default only the assembly's own joints give the scale.
        upright: whether the pieces are known to stand upright, so that none may be turned.
    """
    if result.status != "solved" and not result.pieces:
        note = f"a result that is {result.status} claims nothing that could be checked"
        return Verdict(result.id, "unchecked", result.status, notes=(note,))
    known = None if truth is None else agreement(result, truth, upright=upright)
    names = {piece.name for piece in pieces}
    grid = {(one.row, one.column): one for one in result.pieces if one.piece in names}
    faults = (*placing_faults(pieces, grid, result, slack, upright=upright),)
    # pieces that are turned wrongly have that fault already, and are weighed as they lie
    doubts = Doubts(pieces, grid, upright=upright and not any(one.turn for one in grid.values()))
    weights = dict(doubts.weights())
    faults += (*_misfits(grid, weights), *_seams(grid, doubts))
    if known is not None and not known.is_perfect:
        faults += (Fault("truth", f"only {known.words} are as in the truth"),)
    unsure = {place for place, weight in weights.items() if weight.is_doubtful}.union(doubts.apart())
    return _verdict(result, faults, tuple(grid[place].piece for place in sorted(unsure)), known)


def _misfits(grid: Grid, weights: dict[Place, Weight]) -> Iterator[Fault]:
    """Find pieces whose joints speak against them, or much more for another one."""
    for place, weight in weights.items():
        name = grid[place].piece
        if weight.own - weight.other < -SURE:
            yield fault_at(place, "fit", f"{name!r} does not fit there as well as {weight.rival!r}", name)
        elif weight.own < min(-SURE, weight.other):
            yield fault_at(place, "fit", f"{name!r} fits there no better than a piece of another puzzle", name)


def _seams(grid: Grid, doubts: Doubts) -> Iterator[Fault]:
    """Find joints between parts that do not belong side by side."""
    for place, direction in doubts.seams():
        down, right = STEPS[direction]
        one, other = grid[place].piece, grid[place[0] + down, place[1] + right].piece
        words = f"{one!r} and {other!r} {DIRECTIONS[direction]} of it: the parts of the picture do not belong together"
        yield fault_at(place, "joint", words, one)


def _verdict(result: Result, faults: tuple[Fault, ...], doubtful: tuple[str, ...], known: Agreement | None) -> Verdict:
    notes = (f"doubtful: {', '.join(doubtful)}",) if doubtful and not faults else ()
    if result.status != "solved" and faults:
        note = f"a result that is {result.status} does not claim to be right, and it has {plural(len(faults), 'fault')}"
        truths = () if known is None else (f"{known.words} are as in the truth",)
        return Verdict(result.id, "unchecked", result.status, (), (note, *truths), doubtful=doubtful, agreement=known)
    merit = "the pieces fit" if known is None else f"the pieces fit, {known.words} as in the truth"
    return Verdict(
        result.id,
        "wrong" if faults else "right",
        result.status,
        faults,
        notes,
        merit=merit,
        doubtful=doubtful,
        agreement=known,
    )
