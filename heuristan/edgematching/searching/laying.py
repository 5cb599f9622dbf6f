"""The kernel of backtracking: lay an option, narrow the places around it, take it back.

Beside a piece, candidates are struck that do not fit it. Then this spreads (constraint propagation): where few are left
at a place, the place beyond each of its faces keeps only those that show a colour which one of the few shows there.

The candidates of a place are a row of options of which the first `sizes[place]` are left. A candidate that is struck
changes places with the last one that is left, so that taking back is setting the size again.
"""

from collections.abc import Sequence

from heuristan.common.kernels import Matrix, Rows

SOLVED, PAUSED, EXHAUSTED = 1, 0, -1

DEPTH, NODES, DEEPEST, STAMP = 0, 1, 2, 3
"""Indices of the counts: levels in use, options laid so far, the most pieces that lay at once, and the latest stamp of
the colours seen."""

FEW = 24
"""Maximum number of candidates of a place from which striking spreads; more show nearly all colours."""


def advance(
    shown: Matrix,
    wanted: Matrix,
    class_of: Sequence[int],
    first: Sequence[int],
    beside: Matrix,
    opposite: Sequence[int],
    rows: Rows,
    where: Rows,
    sizes: list[int],
    left: list[int],
    laid: list[int],
    best: list[int],
    tried: list[int],
    places: list[int],
    before: Rows,
    queue: list[int],
    queued: list[int],
    seen: list[int],
    counts: list[int],
    most: int,
) -> int:
    """Search on, depth first, until a solution, the end, or the given number of nodes.

    Args:
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
        most: the number of nodes after which to pause.
    """
    depth = counts[0]
    end = counts[1] + most
    while depth > 0 and counts[1] < end:
        level = depth - 1
        place = places[level]
        if laid[place] >= 0:
            left[class_of[laid[place]]] += 1
            laid[place] = -1
            for each in range(len(sizes)):
                sizes[each] = before[level][each]
        if tried[level] == sizes[place]:
            depth -= 1
            continue
        option = rows[place][tried[level]]
        tried[level] += 1
        counts[1] += 1
        waiting = lay(
            place,
            option,
            shown,
            wanted,
            class_of,
            first,
            beside,
            opposite,
            rows,
            where,
            sizes,
            left,
            laid,
            queue,
            queued,
            seen,
            counts,
        )
        spread(waiting, shown, wanted, beside, opposite, rows, where, sizes, laid, queue, queued, seen, counts)
        if depth > counts[2]:
            counts[2] = depth
            for each in range(len(laid)):
                best[each] = laid[each]
        if depth == len(laid):
            counts[0] = depth
            return 1
        open_level(depth, sizes, laid, tried, places, before)
        depth += 1
    counts[0] = depth
    return 0 if depth > 0 else -1


def lay(
    place: int,
    option: int,
    shown: Matrix,
    wanted: Matrix,
    class_of: Sequence[int],
    first: Sequence[int],
    beside: Matrix,
    opposite: Sequence[int],
    rows: Rows,
    where: Rows,
    sizes: list[int],
    left: list[int],
    laid: list[int],
    queue: list[int],
    queued: list[int],
    seen: list[int],
    counts: list[int],
) -> int:
    """Lay an option, and strike what it rules out at the empty places; return the number of places in the queue."""
    laid[place] = option
    number = class_of[option]
    left[number] -= 1
    waiting = 0
    for face in range(len(opposite)):
        beyond = beside[place][face]
        if beyond >= 0 and laid[beyond] < 0:
            counts[3] += 1
            seen[wanted[option][face]] = counts[3]
            if keep(rows[beyond], where[beyond], sizes, beyond, shown, opposite[face], seen, counts[3]):
                waiting = wait(beyond, waiting, queue, queued)
    if left[number] == 0:
        for each in range(len(laid)):
            if laid[each] < 0:
                size = sizes[each]
                for gone in range(first[number], first[number + 1]):
                    if where[each][gone] < sizes[each]:
                        strike(rows[each], where[each], sizes, each, gone)
                if sizes[each] < size:
                    waiting = wait(each, waiting, queue, queued)
    return waiting


def spread(
    waiting: int,
    shown: Matrix,
    wanted: Matrix,
    beside: Matrix,
    opposite: Sequence[int],
    rows: Rows,
    where: Rows,
    sizes: list[int],
    laid: list[int],
    queue: list[int],
    queued: list[int],
    seen: list[int],
    counts: list[int],
) -> None:
    """Strike around the places in the queue until nothing changes, or a place has no candidate."""
    is_dead = False
    while waiting > 0:
        waiting -= 1
        place = queue[waiting]
        queued[place] = 0
        is_dead = is_dead or sizes[place] == 0
        if is_dead or sizes[place] > FEW:
            continue
        for face in range(len(opposite)):
            beyond = beside[place][face]
            if beyond >= 0 and laid[beyond] < 0:
                counts[3] += 1
                for index in range(sizes[place]):
                    seen[wanted[rows[place][index]][face]] = counts[3]
                if keep(rows[beyond], where[beyond], sizes, beyond, shown, opposite[face], seen, counts[3]):
                    waiting = wait(beyond, waiting, queue, queued)


def wait(place: int, waiting: int, queue: list[int], queued: list[int]) -> int:
    """Put a place into the queue, once; return the number of places in it."""
    if queued[place] == 1:
        return waiting
    queued[place] = 1
    queue[waiting] = place
    return waiting + 1


def keep(
    row: list[int],
    where: list[int],
    sizes: list[int],
    place: int,
    shown: Matrix,
    face: int,
    seen: list[int],
    stamp: int,
) -> bool:
    """Strike the candidates of a place that show a colour without the stamp; return whether there were some."""
    index, size = 0, sizes[place]
    while index < sizes[place]:
        if seen[shown[row[index]][face]] == stamp:
            index += 1
        else:
            strike(row, where, sizes, place, row[index])
    return sizes[place] < size


def strike(row: list[int], where: list[int], sizes: list[int], place: int, option: int) -> None:
    """Strike a candidate of a place."""
    sizes[place] -= 1
    index, last = where[option], sizes[place]
    other = row[last]
    row[index], row[last] = other, option
    where[other], where[option] = index, last


def open_level(
    level: int, sizes: list[int], laid: list[int], tried: list[int], places: list[int], before: Rows
) -> None:
    """Begin a level with the empty place that has the fewest candidates."""
    chosen = -1
    for place in range(len(laid)):
        before[level][place] = sizes[place]
        if laid[place] < 0 and (chosen < 0 or sizes[place] < sizes[chosen]):
            chosen = place
    places[level] = chosen
    tried[level] = 0
