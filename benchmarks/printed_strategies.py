"""Strategies 1 to 4 for 3 x 3, read as literally as possible (Liu and Liu, section VI).

What the paper leaves open is read like this:

- **Strategy 3** speaks of "the middle small digits", "the upper digits" and so on without saying which column. The
  nearest column is taken, and of two equally near ones the left. "The lower digits will float" is read as the small
  digits of the lower row; with `Reading.DIRECT` it is the digit under the blank.
- **Strategies 2 and 4** speak of the digits of two rows as a circle of six cells. *Rotating the five digits* means that
  the blank goes round the circle, *rotating three digits* that it goes round a square of 2 x 2 at one end. Two digits
  are *orderly* if one follows the other in the circle as it does at home, and *in reverse order* if it precedes it.
  If the paper leaves a choice ("1 or 3", "right place or its diagonal position") the choices are tried in its order,
  and the first is taken that achieves what the sentence says it is for.

The results on all 181,440 states, counted by `benchmarks/sliding.py`: strategy 3 never ends on 2,160 states, those with
all small digits in the lower row and the blank above them, whichever columns are preferred; with the digit under the
blank it never ends on 114,480. Strategy 4 (2) sends 1 or 3 to the corner *beside* its place, where the digit next to it
in the circle is not among the three that turn, so that on a third of the states no choice makes 12 or 23 orderly. With
the places of (1), its own place and the one diagonal to it, strategy 4 always ends (`Reading.REPAIRED`). The planner
(`heuristan.sliding.planner`) has no such states.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from heuristan.sliding.boards import MOVES, neighbours
from heuristan.sliding.results import Stage

SMALL, MIDDLE, LARGE = (1, 2, 3), (4, 5, 6), (7, 8)
UPPER_RING, LOWER_RING = (0, 1, 2, 5, 4, 3), (3, 4, 5, 8, 7, 6)
"""The circles of six cells, clockwise."""

_MAX_ROUNDS = 12
"""Maximum number of rounds of strategies 2 and 4; no state needs more than three."""


class Reading(Enum):
    """The ways in which the strategies are read."""

    PRINTED = "printed"
    """Strategy 3 floats the nearest small digit of the lower row."""
    DIRECT = "direct"
    """Strategy 3 floats the digit under the blank, whichever it is."""
    REPAIRED = "repaired"
    """As printed, but strategy 4 (2) takes the places of strategy 4 (1)."""


class Stuck(RuntimeError):
    """A strategy repeats a state, or none of its choices achieves its aim."""


class _Hand:
    """A board of 3 x 3 and the moves made on it."""

    def __init__(self, tiles: Sequence[int]) -> None:
        self.tiles = list(tiles)
        self.moves: list[int] = []

    @property
    def blank(self) -> int:
        """Cell of the blank."""
        return self.tiles.index(0)

    def to(self, cell: int) -> None:
        """Move the blank to a cell beside it."""
        blank = self.blank
        self.moves.append(_AFTER[blank].index(cell))
        self.tiles[blank], self.tiles[cell] = self.tiles[cell], 0

    def copy(self) -> "_Hand":
        """Return a copy that can be moved on its own."""
        hand = _Hand(self.tiles)
        hand.moves = self.moves[:]
        return hand


_AFTER = neighbours(3, 3)


def solve(tiles: Sequence[int], reading: Reading = Reading.PRINTED) -> list[Stage]:
    """Return the stages that lead from a board of 3 x 3 to 123456780 (Strategy 1).

    Raises:
        Stuck: if a strategy does not end.
    """
    hand = _Hand(tiles)
    stages = []
    for name, about, strategy in _STAGES:
        before = len(hand.moves)
        try:
            strategy(hand, reading)
        except Stuck as fault:
            raise Stuck(f"{name}: {fault}") from None
        stages.append(Stage(name, about, "".join(MOVES[move] for move in hand.moves[before:])))
    return stages


class Bubbled(NamedTuple):
    """The moves of strategy 3 up to its end, or until a state is repeated."""

    ends: bool
    moves: str


def bubbled(tiles: Sequence[int], reading: Reading = Reading.PRINTED) -> Bubbled:
    """Run only strategy 3 on a board of 3 x 3."""
    hand, ends = _Hand(tiles), True
    try:
        bubble(hand, reading)
    except Stuck:
        ends = False
    return Bubbled(ends, "".join(MOVES[move] for move in hand.moves))


def bubble(hand: _Hand, reading: Reading) -> None:
    """Apply strategy 3, two-dimensional bubbling."""
    seen = set()
    while not all(hand.tiles.index(tile) < 6 for tile in (*SMALL, 0)):
        state = tuple(hand.tiles)
        if state in seen:
            raise Stuck("strategy 3 returns to an earlier state, so it repeats itself for ever")
        seen.add(state)
        (_from_upper, _from_middle, _from_lower)[hand.blank // 3](hand, reading)


def _from_upper(hand: _Hand, _: Reading) -> None:
    """Apply (1): a small digit of the middle row goes up, or else a middle one."""
    _slide(hand, _columns(hand, 1, SMALL) or _columns(hand, 1, MIDDLE), 1)


def _from_middle(hand: _Hand, reading: Reading) -> None:
    """Apply (2): an upper digit sinks if all small digits are in the two rows below; else a lower digit floats."""
    if not _columns(hand, 0, SMALL):
        _slide(hand, [], 0)
    else:
        _slide(hand, [] if reading is Reading.DIRECT else _columns(hand, 2, SMALL), 2)


def _from_lower(hand: _Hand, _: Reading) -> None:
    """Apply (3): a large digit of the middle row sinks, or else a middle one, or else the one above the blank."""
    _slide(hand, _columns(hand, 1, LARGE) or _columns(hand, 1, MIDDLE), 1)


def _columns(hand: _Hand, row: int, digits: Sequence[int]) -> list[int]:
    """Return the columns in which a row has one of some digits."""
    return [column for column in range(3) if hand.tiles[3 * row + column] in digits]


def _slide(hand: _Hand, columns: Sequence[int], row: int) -> None:
    """Move the blank along its row to the nearest of some columns, if any, and then up or down to a row."""
    blank = hand.blank
    target = min(columns, key=lambda column: (abs(column - blank % 3), column), default=blank % 3)
    while hand.blank % 3 != target:
        hand.to(hand.blank + (1 if target > hand.blank % 3 else -1))
    hand.to(3 * row + target)


def order_first_row(hand: _Hand, reading: Reading) -> None:
    """Apply strategy 4: bring home 1, 2 and 3, which are in the upper two rows with the blank."""
    ring = UPPER_RING

    def follows(other: _Hand, first: int, second: int) -> bool:
        return _follows(other, ring, first, second)

    def all_follow(other: _Hand) -> bool:
        return follows(other, 1, 2) and follows(other, 2, 3)

    def one_follows(other: _Hand) -> bool:
        return follows(other, 1, 2) or follows(other, 2, 3)

    right_or_diagonal = [((1,), (0,)), ((1,), (5,)), ((3,), (2,)), ((3,), (3,))]
    beside_right = [((1,), (3,)), ((1,), (2,)), ((3,), (5,)), ((3,), (0,))]
    for _round in range(_MAX_ROUNDS):
        if all_follow(hand):
            return _turn_until(hand, ring, lambda other: other.tiles[:3] == [1, 2, 3])
        if one_follows(hand):  # (3)
            pair = (1, 2) if follows(hand, 1, 2) else (2, 3)
            _take(hand, ring, [(pair, (3, 0)), (pair, (2, 5))], all_follow)
        elif follows(hand, 3, 2) and follows(hand, 2, 1):  # (1)
            _take(hand, ring, right_or_diagonal, lambda other: not (follows(other, 3, 2) and follows(other, 2, 1)))
        else:  # (2)
            _take(hand, ring, right_or_diagonal if reading is Reading.REPAIRED else beside_right, one_follows)
    raise Stuck("strategy 4 does not end")


def order_first_column(hand: _Hand, _: Reading) -> None:
    """Apply strategy 2: bring home 4 and 7, which are in the lower two rows with the blank."""
    ring = LOWER_RING
    for _round in range(_MAX_ROUNDS):
        if _follows(hand, ring, 7, 4):  # (3)
            return _turn_until(hand, ring, lambda other: (other.tiles[3], other.tiles[6]) == (4, 7))
        if _follows(hand, ring, 4, 7):  # (1)
            places = [((4,), (3,)), ((4,), (8,)), ((7,), (6,)), ((7,), (5,))]
            _take(hand, ring, places, lambda other: not _follows(other, ring, 4, 7))
        else:  # (2)
            places = [((4,), (6,)), ((4,), (5,)), ((7,), (3,)), ((7,), (8,))]
            _take(hand, ring, places, lambda other: _follows(other, ring, 7, 4))
    raise Stuck("strategy 2 does not end")


def rotate_rest(hand: _Hand, _: Reading) -> None:
    """Apply Strategy 1 (3): rotate the remaining three digits to their places."""
    _turn_until(hand, (4, 5, 8, 7), lambda other: other.tiles == [*range(1, 9), 0])


def _follows(hand: _Hand, ring: Sequence[int], first: int, second: int) -> bool:
    """Return whether one digit comes right after another, clockwise, ignoring the blank."""
    digits = [hand.tiles[cell] for cell in ring if hand.tiles[cell]]
    return digits[(digits.index(first) + 1) % len(digits)] == second


def _turn_until(hand: _Hand, ring: Sequence[int], done: Callable[[_Hand], bool]) -> None:
    """Move the blank round a circle, the shorter way, until `done` holds.

    Raises:
        Stuck: if it never holds.
    """
    found = []
    for turn in (1, -1):
        tried = hand.copy()
        # this number of moves brings every digit to every cell, with the blank in every place
        for _ in range(len(ring) * (len(ring) - 1)):
            if done(tried):
                found.append(tried)
                break
            tried.to(ring[(ring.index(tried.blank) + turn) % len(ring)])
    if not found:
        raise Stuck("no rotation does what it is for")
    best = min(found, key=lambda tried: len(tried.moves))
    hand.tiles, hand.moves = best.tiles, best.moves


def _take(
    hand: _Hand,
    ring: Sequence[int],
    choices: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    wanted: Callable[[_Hand], bool],
) -> None:
    """Bring digits to cells by rotating the five, then rotate the three at the other end until something holds.

    Args:
        hand: the board.
        ring: the circle of the five digits.
        choices: digits and their cells; the first choice after which `wanted` can be reached is taken.
        wanted: the aim of rotating the three digits.

    Raises:
        Stuck: if no choice reaches the aim.
    """
    for digits, cells in choices:
        square = _square_away_from(ring, cells[0])

        def placed(
            other: _Hand, digits: Sequence[int] = digits, cells: Sequence[int] = cells, square: Sequence[int] = square
        ) -> bool:
            return [other.tiles[cell] for cell in cells] == [*digits] and other.blank in square

        tried = hand.copy()
        try:
            _turn_until(tried, ring, placed)
            _turn_until(tried, square, wanted)
        except Stuck:
            continue
        hand.tiles, hand.moves = tried.tiles, tried.moves
        return
    raise Stuck("none of the choices does what it is for")


def _square_away_from(ring: Sequence[int], corner: int) -> tuple[int, ...]:
    """Return the 2 x 2 cells of a circle, clockwise, at the end opposite to a corner."""
    left = [ring[0], ring[1], ring[4], ring[5]]
    right = [ring[1], ring[2], ring[3], ring[4]]
    return tuple(right if corner in (ring[0], ring[5]) else left)


_STAGES: tuple[tuple[str, tuple[int, ...], Callable[[_Hand, Reading], None]], ...] = (
    ("two-dimensional bubbling", SMALL, bubble),
    ("first row", SMALL, order_first_row),
    ("first column", (4, 7), order_first_column),
    ("rotation", (5, 6, 8), rotate_rest),
)
"""Strategy 1: the stages, the tiles that they bring home, and their strategies."""
