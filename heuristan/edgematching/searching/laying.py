"""The kernel of backtracking: lay an option, narrow the places around it, take it back.

Beside a piece, candidates are struck that do not fit it. Then this spreads (constraint propagation): where few are left
at a place, the place beyond each of its faces keeps only those that show a colour which one of the few shows there.

The candidates of a place are a row of options of which the first `sizes[place]` are left. A candidate that is struck
changes places with the last one that is left, so that taking back is setting the size again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.common.kernels import Matrix, Rows

SOLVED, PAUSED, EXHAUSTED = 1, 0, -1

DEPTH, NODES, DEEPEST, STAMP = 0, 1, 2, 3
"""Indices of the counts: levels in use, options laid so far, the most pieces that lay at once, and the latest stamp of
the colours seen."""

FEW = 24
"""Maximum number of candidates of a place from which striking spreads; more show nearly all colours."""


class Tables(NamedTuple):
    """A puzzle, and how far its search is.

    Attributes:
        shown: the colours of each option.
        wanted: the colours that must meet them.
        class_of: the class of each option.
        first: the first option of each class, and the number of options.
        beside: the place beyond each face of each place, -1 for none.
        opposite: the face that looks back.
        rows: the candidates of each place, those that are left first.
        where: the index of each option in the row of each place.
        sizes: the number of candidates left at each place.
        left: the number of pieces left of each class.
        laid: the option at each place, or -1.
        best: the same when most pieces lay.
        tried: the number of candidates tried on each level.
        places: the place of each level.
        before: the sizes before each level.
        queue: the places from which striking is still to spread.
        queued: whether each place is among them, 1 or 0.
        seen: the stamp of each colour when it was last seen.
        counts: DEPTH, NODES, DEEPEST, STAMP.
    """

    shown: Matrix
    wanted: Matrix
    class_of: Sequence[int]
    first: Sequence[int]
    beside: Matrix
    opposite: Sequence[int]
    rows: Rows
    where: Rows
    sizes: list[int]
    left: list[int]
    laid: list[int]
    best: list[int]
    tried: list[int]
    places: list[int]
    before: Rows
    queue: list[int]
    queued: list[int]
    seen: list[int]
    counts: list[int]


def advance(tables: Tables, most: int) -> int:
    """Search on, depth first, until a solution, the end, or the given number of nodes."""
    sizes, laid, tried, counts = tables.sizes, tables.laid, tables.tried, tables.counts
    depth = counts[DEPTH]
    end = counts[NODES] + most
    while depth > 0 and counts[NODES] < end:
        level = depth - 1
        place = tables.places[level]
        if laid[place] >= 0:
            tables.left[tables.class_of[laid[place]]] += 1
            laid[place] = -1
            for each in range(len(sizes)):
                sizes[each] = tables.before[level][each]
        if tried[level] == sizes[place]:
            depth -= 1
            continue
        option = tables.rows[place][tried[level]]
        tried[level] += 1
        counts[NODES] += 1
        spread(tables, lay(tables, place, option))
        if depth > counts[DEEPEST]:
            counts[DEEPEST] = depth
            for each in range(len(laid)):
                tables.best[each] = laid[each]
        if depth == len(laid):
            counts[DEPTH] = depth
            return SOLVED
        open_level(tables, depth)
        depth += 1
    counts[DEPTH] = depth
    return PAUSED if depth > 0 else EXHAUSTED


def lay(tables: Tables, place: int, option: int) -> int:
    """Lay an option, and strike what it rules out at the empty places; return the number of places in the queue."""
    laid, sizes, where, first = tables.laid, tables.sizes, tables.where, tables.first
    laid[place] = option
    number = tables.class_of[option]
    tables.left[number] -= 1
    waiting = 0
    for face in range(len(tables.opposite)):
        beyond = tables.beside[place][face]
        if beyond >= 0 and laid[beyond] < 0:
            tables.counts[STAMP] += 1
            tables.seen[tables.wanted[option][face]] = tables.counts[STAMP]
            waiting = keep(tables, beyond, tables.opposite[face], waiting)
    if tables.left[number] == 0:
        for each in range(len(laid)):
            if laid[each] < 0:
                size = sizes[each]
                for gone in range(first[number], first[number + 1]):
                    if where[each][gone] < sizes[each]:
                        strike(tables.rows[each], where[each], sizes, each, gone)
                if sizes[each] < size:
                    waiting = wait(tables, each, waiting)
    return waiting


def spread(tables: Tables, waiting: int) -> None:
    """Strike around the places in the queue until nothing changes, or a place has no candidate."""
    sizes, laid, counts, seen = tables.sizes, tables.laid, tables.counts, tables.seen
    wanted, opposite = tables.wanted, tables.opposite
    is_dead = False
    while waiting > 0:
        waiting -= 1
        place = tables.queue[waiting]
        tables.queued[place] = 0
        is_dead = is_dead or sizes[place] == 0
        if is_dead or sizes[place] > FEW:
            continue
        row, beside = tables.rows[place], tables.beside[place]
        for face in range(len(opposite)):
            beyond = beside[face]
            if beyond >= 0 and laid[beyond] < 0:
                counts[STAMP] += 1
                stamp = counts[STAMP]
                for index in range(sizes[place]):
                    seen[wanted[row[index]][face]] = stamp
                waiting = keep(tables, beyond, opposite[face], waiting)


def wait(tables: Tables, place: int, waiting: int) -> int:
    """Put a place into the queue, once; return the number of places in it."""
    if tables.queued[place] == 1:
        return waiting
    tables.queued[place] = 1
    tables.queue[waiting] = place
    return waiting + 1


def keep(tables: Tables, place: int, face: int, waiting: int) -> int:
    """Strike the candidates of a place that show a colour without the latest stamp; return the number in the queue."""
    row, where, sizes, shown, seen = tables.rows[place], tables.where[place], tables.sizes, tables.shown, tables.seen
    stamp = tables.counts[STAMP]
    index, size = 0, sizes[place]
    while index < sizes[place]:
        if seen[shown[row[index]][face]] == stamp:
            index += 1
        else:
            strike(row, where, sizes, place, row[index])
    return wait(tables, place, waiting) if sizes[place] < size else waiting


def strike(row: list[int], where: list[int], sizes: list[int], place: int, option: int) -> None:
    """Strike a candidate of a place."""
    sizes[place] -= 1
    index, last = where[option], sizes[place]
    other = row[last]
    row[index], row[last] = other, option
    where[other], where[option] = index, last


def open_level(tables: Tables, level: int) -> None:
    """Begin a level with the empty place that has the fewest candidates."""
    sizes, laid = tables.sizes, tables.laid
    chosen = -1
    for place in range(len(laid)):
        tables.before[level][place] = sizes[place]
        if laid[place] < 0 and (chosen < 0 or sizes[place] < sizes[chosen]):
            chosen = place
    tables.places[level] = chosen
    tables.tried[level] = 0
