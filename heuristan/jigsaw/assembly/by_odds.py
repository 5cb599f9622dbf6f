"""Pieces laid by odds, also if some are read wrongly, missing or foreign: fragments are grown, and then the whole.

In the paper's way the kinds of sides are sure. One blank that is read as flat makes a piece of the interior one of the
border, and no rectangle has room for it. Here hardly anything is sure: a side may be no tab and no blank, and a flat
side may lie inside, but that costs something. The joints that the assembly finds, four around each vertex, are surer
than those from which the costs were learned at first; so costs are learned from them again, and the pieces laid again.

So an incomplete set, a set with pieces of another puzzle, and two puzzles in one box become what they are, because
nothing has to be laid anywhere. `partial` names what is missing and what is foreign.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.board import Board, Dimensions, fill
from heuristan.jigsaw.assembly.repair import Interior, confidences, is_cheapest, places_of
from heuristan.jigsaw.measures.costs import FEWEST, MEASURES, Measure, costs, learned_from, table
from heuristan.jigsaw.measures.sides import FORBIDDEN, Sides
from heuristan.jigsaw.piece import STEPS, Booleans, Floats, Piece, Place, around, beside, of_kind

ANOTHER = 4
"""Minimum number of pieces of a fragment that is called another puzzle."""


class Lie(NamedTuple):
    """Place and turn of a piece in a fragment."""

    row: int
    column: int
    turn: int


Fragment: TypeAlias = Mapping[int, Lie]
"""Pieces by their numbers; rows and columns may be negative."""
TRUE = 0.95
"""Share of the pairs of sides that are best for each other that are assumed to be joints."""
SOFTEST, SHARPEST = -4.0, 6.0
"""Logarithms of the minimum and the maximum sharpness, per unit of cost."""
HALVINGS = 30
"""Number of steps in which the sharpness is found."""
UNLIKE = 1.0
"""Extra cost of an impossible joint, compared with a joint about which nothing is known."""


class Odds(NamedTuple):
    """The costs of joints by their odds."""

    costs: Floats
    """Minus the mean logarithm of the probabilities that each of two sides has the other as its partner; at most
    `unknown`. Shape (sides, sides)."""
    even: float
    """The cost of a joint of which nothing is known: the logarithm of the number of partners."""

    @property
    def unknown(self) -> float:
        """The maximum cost. It is so low that a joint whose sides are read wrongly forbids nothing."""
        return self.even + UNLIKE


def odds(costs: Floats) -> Odds:
    """Return costs by odds.

    Probabilities are as sharp as the sides of the puzzle agree with each other: the mean probability of the likeliest
    partner is the share of sides whose best partner has them as its best partner too.

    Args:
        costs: the costs of joints by a measure, about 1 for a good one, FORBIDDEN if it is impossible; shape (sides,
            sides). Some are possible.
    """
    may = costs < FORBIDDEN
    some = may.any(axis=1)
    own = np.where(may, costs, np.inf)[some]
    best = np.where(may, costs, np.inf).argmin(axis=1)
    agreeing = TRUE * float((best[best] == np.arange(len(best)))[some].mean())
    # each side in its own row with its possible partners alone, as far as the longest row reaches
    beyond = np.sort(own, axis=1)[:, : int(may.sum(axis=1).max())]
    beyond -= beyond[:, :1].copy()
    low, high = SOFTEST, SHARPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        likeliest = (1 / np.exp(-np.exp(middle) * beyond).sum(axis=1)).mean()
        low, high = (middle, high) if likeliest < agreeing else (low, middle)
    scaled = np.exp(low) * (own - own.min(axis=1, keepdims=True))
    found = np.full(costs.shape, np.inf)
    found[some] = scaled + np.log(np.exp(-scaled).sum(axis=1, keepdims=True))
    even = float(np.log(may.sum(axis=1)[some].mean()))
    both = np.where(may, (found + found.T) / 2, np.inf)
    return Odds(np.minimum(both, even + UNLIKE), even)


class Caution(NamedTuple):
    """Requirements of a fragment on its joints."""

    sure: float
    """Maximum cost of a sure joint: with 1.0 the probability is a third or more, with 0.5 six tenths."""
    margin: float
    """Extra evidence that two or more joints need. It is added to the logarithm of the number of ways to lay a
    piece."""


CAUTIONS = tuple(Caution(sure, margin) for sure in (1.0, 0.5) for margin in (1.0, 0.0, 5.0))
"""Those that are tried: which one makes the best fragment differs from puzzle to puzzle."""
BOLDEST = Caution(1.0, 0.0)
"""That of `partial`, whose sets may be small: sure joints alone begin a fragment, and the judge names what is wrong."""
LINE = 3
"""Minimum number of flat sides in a line that is believed to be the border."""


class Table:
    """Joints by their odds, of which only those of two flat sides are impossible."""

    def __init__(self, flat: Booleans, found: Odds, caution: Caution) -> None:
        self.even, self.unknown = found.even, found.unknown
        best = found.costs.argmin(axis=1)
        least = found.costs.min(axis=1)
        mutual = np.flatnonzero((best[best] == np.arange(len(best))) & (least <= caution.sure))
        order = mutual[np.argsort(least[mutual], kind="stable")]
        self.costs = np.where(np.outer(flat, flat), FORBIDDEN, found.costs)
        self.flat = flat
        """Mask of the flat sides of each piece, shape (pieces, 4)."""
        self.joints = [(int(one), int(best[one])) for one in order if one < best[one]]
        """Sure pairs of sides that are best for each other, the surest first."""
        self.needed = float(np.log(flat.size)) + caution.margin
        """Minimum evidence of two joints or more."""

    def side(self, piece: int, lie: Lie, direction: int) -> int:
        """Return the side of a piece that looks in a direction."""
        return 4 * piece + (direction - lie.turn) % 4

    def fits(self, fragment: Fragment, more: Fragment) -> bool:
        """Return whether two fragments may lie together as they are."""
        joints = self.between(fragment, more)
        return bool(joints) and self.are_good(joints) and self.is_framed({**fragment, **more})

    def between(self, fragment: Fragment, more: Fragment) -> list[float]:
        """Return the costs of the joints between two fragments; none if they may not lie so."""
        at = {lie[:2]: piece for piece, lie in fragment.items()}
        if any(lie[:2] in at for lie in more.values()):
            return []
        costs = []
        for piece, lie in more.items():
            for direction, there in around(lie[:2]):
                if there in at:
                    theirs = self.side(at[there], fragment[at[there]], direction + 2)
                    costs.append(float(self.costs[self.side(piece, lie, direction), theirs]))
        return [] if max(costs, default=FORBIDDEN) >= FORBIDDEN else costs

    def are_good(self, joints: Sequence[float]) -> bool:
        """Return whether there is evidence enough; one joint alone is sure already."""
        return len(joints) == 1 or self.even * len(joints) - sum(joints) >= self.needed

    def is_framed(self, fragment: Fragment) -> bool:
        """Return whether nothing lies beyond a line of flat sides; one or two may be read wrongly."""
        for direction, (down, right) in enumerate(STEPS):
            reach = {piece: lie.row * down + lie.column * right for piece, lie in fragment.items()}
            flat = [reach[p] for p, lie in fragment.items() if self.flat[p, (direction - lie.turn) % 4]]
            line = max(flat, key=flat.count, default=0)
            if flat.count(line) >= LINE and max(reach.values()) > line:
                return False
        return True


def fragments_of(table: Table) -> list[dict[int, Lie]]:
    """Join pieces to fragments by their sure joints, and return them, the largest first."""
    home = {piece: piece for piece in range(len(table.flat))}
    found: dict[int, dict[int, Lie]] = {piece: {piece: Lie(0, 0, 0)} for piece in home}
    for one, other in table.joints:
        a, b = home[one // 4], home[other // 4]
        if a == b:
            continue
        if len(found[a]) < len(found[b]):
            one, other, a, b = other, one, b, a
        moved = _moved(found[a], one, found[b], other)
        if table.fits(found[a], moved):
            found[a] |= moved
            del found[b]
            home |= dict.fromkeys(moved, a)
    return sorted(found.values(), key=len, reverse=True)


def _moved(fragment: Fragment, one: int, more: Fragment, other: int) -> dict[int, Lie]:
    """Return the second fragment turned and moved so that its side `other` lies against the side `one` of the first."""
    here, there = fragment[one // 4], more[other // 4]
    direction = (one + here.turn) % 4
    quarters = (direction + 2 - other % 4 - there.turn) % 4
    row, column = beside(here[:2], direction)
    found = turned(more, quarters)
    shift = row - found[other // 4].row, column - found[other // 4].column
    return {piece: Lie(lie.row + shift[0], lie.column + shift[1], lie.turn) for piece, lie in found.items()}


def turned(fragment: Fragment, quarters: int) -> dict[int, Lie]:
    """Return a fragment turned clockwise by quarters about its origin."""
    found = dict(fragment)
    for _ in range(quarters % 4):
        found = {piece: Lie(lie.column, -lie.row, (lie.turn + 1) % 4) for piece, lie in found.items()}
    return found


def placed_in(fragment: Fragment, size: Dimensions) -> Iterator[dict[int, Lie]]:
    """Yield what of a fragment lies in a rectangle, for each way to lay as many rows and columns of it in as can be."""
    for top in _starts([lie.row for lie in fragment.values()], size.rows):
        for left in _starts([lie.column for lie in fragment.values()], size.columns):
            moved = {piece: Lie(lie.row - top, lie.column - left, lie.turn) for piece, lie in fragment.items()}
            yield {p: lie for p, lie in moved.items() if 0 <= lie.row < size.rows and 0 <= lie.column < size.columns}


def _starts(places: Sequence[int], length: int) -> range:
    """Return where a stretch may begin that contains all places, or as many of them as it can."""
    ends = min(places), max(places) - length + 1
    return range(min(ends), max(ends) + 1)


def grown(table: Table, fragment: Fragment) -> dict[int, Lie]:
    """Lay the pieces that are left beside a fragment, one by one, where two neighbours or more speak for them."""
    found = dict(fragment)
    better = True
    while better:
        better = False
        left = [piece for piece in range(len(table.flat)) if piece not in found]
        for place in _pockets(found):
            best = _best(table, found, place, left)
            if best is not None and table.fits(found, {best[0]: best[1]}):
                found[best[0]] = best[1]
                left.remove(best[0])
                better = True
    return found


def _pockets(fragment: Fragment) -> list[Place]:
    """Return the empty places with neighbours, those with the most first."""
    at = {lie[:2] for lie in fragment.values()}
    counts = Counter(there for place in at for _, there in around(place) if there not in at)
    return sorted((place for place, count in counts.items() if count > 1), key=lambda place: (-counts[place], place))


def _best(table: Table, fragment: Fragment, place: Place, left: Sequence[int]) -> tuple[int, Lie] | None:
    """Return the piece and turn that cost least at a place; None if no piece is left."""
    if not left:
        return None
    at = {lie[:2]: piece for piece, lie in fragment.items()}
    costs = np.zeros((len(left), 4))
    for direction, there in around(place):
        if there in at:
            beside = table.costs[table.side(at[there], fragment[at[there]], direction + 2)].reshape(-1, 4)[left]
            costs += beside[:, (direction - np.arange(4)) % 4]
    number, turn = divmod(int(costs.argmin()), 4)
    return left[number], Lie(*place, turn)


class Partial(NamedTuple):
    """Pieces that are laid: all of them, or what belongs together."""

    size: Dimensions
    laid: dict[int, Lie]
    """Pieces by their numbers, in the order in which they were laid."""
    missing: tuple[Place, ...] = ()
    """Places without a piece."""
    foreign: tuple[int, ...] = ()
    """Pieces that belong nowhere."""
    others: tuple[int, ...] = ()
    """Numbers of pieces of further fragments that look like puzzles of their own."""
    confidence: Mapping[int, float] = {}
    """1 less the cost of a piece's joints divided by that of the best other piece there, 0 to 1, if it is known."""
    message: str = ""
    """The fault that is known; empty if none is."""


def partial(pieces: Sequence[Piece], measure: Measure, *, upright: bool) -> Partial:
    """Lay what belongs together, and nothing else.

    Args:
        pieces: the pieces, of one puzzle or not.
        measure: the costs of joints.
        upright: whether the pieces are known to stand upright.

    Raises:
        InputError: if no tab may lie in any blank.
    """
    table = Table(of_kind(pieces, "flat"), odds(costs(pieces, measure, upright=upright)), BOLDEST)
    found = fragments_of(table)
    main = grown(table, found[0])
    size, laid, missing = _framed(table, main, upright=upright)
    foreign = tuple(piece for piece in range(len(pieces)) if piece not in main)
    others = tuple(len(each) for each in found[1:] if len(each) >= ANOTHER and not each.keys() & main.keys())
    return Partial(size, laid, missing, foreign, others)


def _framed(table: Table, main: Fragment, *, upright: bool) -> tuple[Dimensions, dict[int, Lie], tuple[Place, ...]]:
    """Return size, pieces and empty places of a fragment, from the top left; it is wider than high unless upright."""
    low, high = _box(table, main)
    if not upright and high[0] - low[0] > high[1] - low[1]:
        main = turned(main, 1)
        low, high = _box(table, main)
    laid = {piece: Lie(lie.row - low[0], lie.column - low[1], lie.turn) for piece, lie in main.items()}
    size = Dimensions(high[0] - low[0] + 1, high[1] - low[1] + 1)
    taken = {lie[:2] for lie in laid.values()}
    places = [(row, column) for row in range(size.rows) for column in range(size.columns)]
    return size, laid, tuple(place for place in places if place not in taken)


def _box(table: Table, main: Fragment) -> tuple[Place, Place]:
    """Return the first and the last place of a fragment; where no side is flat there is one more row or column."""
    reach = []
    for direction, (down, right) in enumerate(STEPS):
        farthest = max(lie.row * down + lie.column * right for lie in main.values())
        is_edge = any(table.flat[piece, (direction - lie.turn) % 4] for piece, lie in main.items())
        reach.append(farthest + (not is_edge))
    return (-reach[0], -reach[3]), (reach[2], reach[1])


def largest(table: Table) -> dict[int, Lie]:
    """Return the largest fragment, and what joins it by two joints or more, pieces as well as fragments."""
    first, *rest = fragments_of(table)
    found = grown(table, first)
    while True:
        left = [{piece: lie for piece, lie in each.items() if piece not in found} for each in rest]
        ways = [way for each in left if len(each) > 1 for way in _ways(table, found, each)]
        if not ways:
            return found
        # ties of evidence are broken by the place in the list
        best = max(range(len(ways)), key=lambda number: ways[number][0])
        found = grown(table, {**found, **ways[best][1]})


def _ways(table: Table, found: Fragment, more: Fragment) -> Iterator[tuple[float, dict[int, Lie]]]:
    """Yield the ways to lay a fragment beside another by two joints or more, each with its evidence."""
    at = {lie[:2] for lie in found.values()}
    beside = {there for place in at for _, there in around(place)} - at
    for quarters in range(4):
        own = turned(more, quarters)
        for down, right in sorted(
            {(row - lie.row, column - lie.column) for row, column in beside for lie in own.values()}
        ):
            moved = {piece: Lie(lie.row + down, lie.column + right, lie.turn) for piece, lie in own.items()}
            joints = table.between(found, moved)
            if len(joints) > 1 and table.fits(found, moved):
                yield table.even * len(joints) - sum(joints), moved


ROUNDS = 6
"""Maximum number of times that the pieces are laid."""
LIKELY = 1.5
"""Maximum mean cost of the four joints around a vertex from which one learns."""
FEW = 0.08
"""Maximum share of the pieces that stay where nothing speaks for them; a single one always does."""


def laid_by_odds(pieces: Sequence[Piece], measure: Measure, *, upright: bool, clock: Clock) -> Partial | None:
    """Lay pieces, learn from their joints, and lay them again, until the joints stay the same.

    Args:
        pieces: all pieces of a puzzle; some may be read wrongly.
        measure: the costs of joints in the first round.
        upright: whether the pieces are known to stand upright.
        clock: says when repairing stops, and no other round begins.

    Returns:
        The round with the highest total confidence. None if the number of pieces has no rectangle with at least two
        rows and two columns.
    """
    sides = Sides(pieces, upright=upright, flats_are_sure=False)
    costs = MEASURES[measure](sides)
    found: list[Partial] = []
    known: list[tuple[int, int]] = []
    board: Board | None = None
    for _ in range(ROUNDS):
        likely = odds(table(sides, costs))
        tables = (Table(of_kind(pieces, "flat"), likely, caution) for caution in CAUTIONS)
        joints = next(tables)
        boards = [*_fresh(chain([joints], tables), clock, upright=upright)]
        if not boards:
            break
        if board is not None:
            boards.append(_repaired(joints, board, clock))
        board = min(boards, key=Board.cost)
        found.append(_supported(joints, board))
        before, known = known, _around_vertices(joints, board)
        learnt = sides.joints(known)
        if known == before or is_cheapest(board) or len(learnt.tabs) < FEWEST or clock.is_over():
            break
        costs = learned_from(sides, learnt)
    if not found:
        return None
    return max(found, key=lambda each: (sum(each.confidence.values()), len(each.laid)))


def _fresh(tables: Iterable[Table], clock: Clock, *, upright: bool) -> Iterator[Board]:
    """Yield a board for each of the largest fragments, up to one that cannot be better; none without a rectangle."""
    begun: list[Fragment] = []
    for joints in tables:
        fragment = largest(joints)
        if fragment in begun or (begun and clock.is_over()):
            continue
        begun.append(fragment)
        board = _board(joints, fragment, clock, upright=upright)
        if board is not None:
            yield board
            if is_cheapest(board):
                return


def _board(joints: Table, fragment: Fragment, clock: Clock, *, upright: bool) -> Board | None:
    """Lay all pieces, beginning with a fragment, inside a ring of the outside; None if they make no rectangle.

    The outside is one more piece, which lies all around: flat sides lie against it for nothing.
    """
    count = len(joints.flat)
    best = best_window(joints.flat, fragment, upright=upright)
    if best is None:
        return None
    size, inside = best.size, best.inside
    board = Board(Dimensions(size.rows + 2, size.columns + 2), _with_outside(joints))
    board.piece[[0, -1]] = board.piece[:, [0, -1]] = count
    for piece, lie in inside.items():
        board.lay((lie.row + 1, lie.column + 1), piece, lie.turn)
    fill(board, set(range(count)) - set(inside))
    Interior(board, clock).run()
    return board


def _repaired(joints: Table, before: Board, clock: Clock) -> Board:
    """Return the board of the round before, repaired by new costs: a new fragment may be a worse beginning."""
    board = before.copy(_with_outside(joints))
    Interior(board, clock).run()
    return board


def _with_outside(joints: Table) -> Floats:
    """Return the costs with the four sides of the outside at the end."""
    rim = np.where(joints.flat.ravel(), 0.0, joints.unknown)[:, None].repeat(4, axis=1)
    return np.block([[joints.costs, rim], [rim.T, np.zeros((4, 4))]])


def _supported(joints: Table, board: Board) -> Partial:
    """Return the largest part of a board that hangs together by joints that speak for it; the rest is foreign.

    A few pieces without evidence stay in the only places left, if as large a share of the joints elsewhere has the
    worst odds. Such joints show that sides are misread in this puzzle, so these pieces are probably misread too.
    """
    costs = [each[1:-1, 1:-1] for each in board.joints()]
    part = _largest_part(joints, costs)
    sure = confidences(board)[1:-1, 1:-1]
    places = [*np.ndindex(board.size.rows - 2, board.size.columns - 2)]
    left = {*places} - part
    if len(left) <= max(1, min(FEW, _unlikely(costs, part, joints.unknown)) * len(places)):
        part |= left
        for place in left:
            sure[place] = 0.0
    piece, turn = board.piece[1:-1, 1:-1], board.turn[1:-1, 1:-1]
    laid = {int(piece[place]): Lie(*place, int(turn[place])) for place in sorted(part)}
    missing = tuple(place for place in places if place not in part)
    foreign = tuple(sorted({*piece.ravel().tolist()} - laid.keys()))
    confidence = {piece: float(sure[lie[:2]]) for piece, lie in laid.items()}
    return Partial(Dimensions(*piece.shape), laid, missing, foreign, (), confidence)


def _largest_part(joints: Table, costs: Sequence[Floats]) -> set[Place]:
    """Return the largest part whose pieces are linked by joints that speak for them; costs are those across and down.

    The cost of two flat sides is bounded too: where the borders of two puzzles lie side by side, one such joint must
    not outweigh all others of a piece.
    """
    across, down = (joints.even - np.minimum(each, joints.unknown) for each in costs)
    evidence = np.zeros((len(across), down.shape[1]))
    evidence[:, 1:] += across
    evidence[:, :-1] += across
    evidence[1:] += down
    evidence[:-1] += down
    links = {(place, beside(place, 1)) for place in places_of(across > 0)}
    links |= {(place, beside(place, 2)) for place in places_of(down > 0)}
    return max(_parts(places_of(evidence > 0), links), key=len, default=set())


def _unlikely(costs: Sequence[Floats], part: set[Place], worst: float) -> float:
    """Return the share of the joints inside a part whose odds are the worst, as where a side is read wrongly.

    Args:
        costs: costs of the joints across and down.
        part: places.
        worst: the maximum cost by odds; only two flat sides cost more.
    """
    inside = [
        float(cost[place])
        for direction, cost in zip((1, 2), costs, strict=True)
        for place in part
        if beside(place, direction) in part
    ]
    return float(np.mean(np.array(inside) >= worst)) if inside else 0.0


def _parts(places: Iterable[Place], links: Container[tuple[Place, Place]]) -> Iterator[set[Place]]:
    """Yield the sets of places that are linked with each other."""
    left = set(places)
    while left:
        ready = [left.pop()]
        part = set(ready)
        while ready:
            place = ready.pop()
            near = {there for _, there in around(place) if (place, there) in links or (there, place) in links} & left
            left -= near
            part |= near
            ready += near
        yield part


def _around_vertices(joints: Table, board: Board) -> list[tuple[int, int]]:
    """Return the joints, as pairs of sides, that are likely together with the three others around a vertex."""
    facing = [[sides[1:-1, 1:-1] for sides in pair] for pair in board.facing()]
    across, down = (joints.costs[pair[0], pair[1]] for pair in facing)
    four = np.stack([across[:-1], across[1:], down[:, :-1], down[:, 1:]])
    likely = (four.mean(axis=0) <= LIKELY) & (four.max(axis=0) < joints.even)
    known = [np.zeros(across.shape, dtype=bool), np.zeros(down.shape, dtype=bool)]
    known[0][:-1] |= likely
    known[0][1:] |= likely
    known[1][:, :-1] |= likely
    known[1][:, 1:] |= likely
    return [
        (int(a), int(b))
        for pair, which in zip(facing, known, strict=True)
        for a, b in zip(pair[0][which], pair[1][which], strict=True)
    ]


class Window(NamedTuple):
    """A fragment, or most of it, in a rectangle."""

    worth: int
    """Four for each piece, less the flat sides that lie wrongly, and less those that are missing or too many."""
    size: Dimensions
    inside: dict[int, Lie]


def best_window(flat: Booleans, fragment: Fragment, *, upright: bool) -> Window | None:
    """Return the best way to put a fragment into a rectangle of as many places as there are pieces.

    Args:
        flat: which sides are read as flat, shape (pieces, 4).
        fragment: some of the pieces.
        upright: whether the pieces stand upright; if not, there are at most as many rows as columns.
    """
    count, best = len(flat), None
    sizes = [Dimensions(rows, count // rows) for rows in range(2, count // 2 + 1) if count % rows == 0]
    off = {size: abs(int(flat.sum()) - 2 * sum(size)) for size in sizes if upright or size.rows <= size.columns}
    for size in sorted(off, key=lambda size: off[size]):
        for quarters in range(1 if upright else 4):
            own = turned(fragment, quarters)
            room = min(np.ptp([lie.row for lie in own.values()]) + 1, size.rows)
            room *= min(np.ptp([lie.column for lie in own.values()]) + 1, size.columns)
            if best is not None and 4 * min(len(own), room) - off[size] <= best.worth:
                continue
            for inside in placed_in(own, size):
                worth = 4 * len(inside) - _wrong(flat, size, inside) - off[size] if inside else 0
                if inside and (best is None or worth > best.worth):
                    best = Window(worth, size, inside)
    return best


def _wrong(flat: Booleans, size: Dimensions, inside: Fragment) -> int:
    """Count the flat sides that do not lie at the rim of a rectangle, and the other sides that do."""
    row, column, turn = np.array([*inside.values()]).T
    rim = np.stack([row == 0, column == size.columns - 1, row == size.rows - 1, column == 0], axis=1)
    sides = (np.arange(4)[None, :] - turn[:, None]) % 4
    return int((flat[np.array([*inside])[:, None], sides] != rim).sum())
