"""Tables of the kernels of attempts, each a flat row of integers: a list, or a numpy array where they are compiled."""

from typing import NamedTuple, TypeAlias

Integers: TypeAlias = list[int]


class Fixed(NamedTuple):
    """What the set of pieces, the denominator and the ranking determine."""

    figures: Integers
    """`FIGURE` columns for each figure."""
    rings: Integers
    """`CORNER` columns for each corner of each figure."""
    corners: Integers
    """Corners by the heading that leaves them and their angle: figure, corner, length leaving, length arriving."""
    corner_begins: Integers
    """The first row of `corners` for each heading and angle (eight angles a heading), and the end."""
    rules: Integers
    """`RULE` columns for each line of the ranking."""
    grades: Integers
    """For each line whether it accepts each code of grades: `GRADE_CODES` a line."""
    only: Integers
    """For each line and name whether the line takes such figures."""
    last: Integers
    """For each line and name whether the line takes such figures only where it finds no others."""
    entries: Integers
    """The lines at which attempts start."""
    settings: Integers
    """The denominator, and the thresholds of extension lines."""


class Supplies(NamedTuple):
    """Stock and composites held, as numbers: what may be laid with each, and what is left after that."""

    offers: Integers
    """For each supply and name whether it may be laid."""
    following: Integers
    """For each supply and name the supply after it is laid; -1 if that is not known yet."""
    singles: Integers
    """For each supply and name whether fewer than two of it are left."""
    deals: Integers
    """For each supply whether what is left over can be dealt out to the composites held."""
    stocks: Integers
    """For each supply where the areas and the lengths of its stock begin and end: four columns."""
    areas: Integers
    """Areas that pieces have together, as pairs."""
    lengths: Integers
    """Lengths that sides make together."""


class Board(NamedTuple):
    """What is found out about one outline: states, matches, and what was done; and working space."""

    registers: Integers
    nodes: Integers
    chains: Integers
    lines: Integers
    numbers: Integers
    matches: Integers
    ends: Integers
    covering: Integers
    hashed: Integers
    places: Integers
    status: Integers
    seen: Integers
    log: Integers
    failures: Integers
    ruled: Integers
    segments: Integers
    points: Integers
    rays: Integers
    wedges: Integers
    following: Integers
    vertices: Integers
    loops: Integers
    reading: Integers
    spans: Integers
    now: Integers
    pairs: Integers
    evidence: Integers


# widths of rows
FIGURE = 13
CORNER = 6
RULE = 13
GRADE_CODES = 321
NODE = 17
JUMP = 7
LINE = 10
NUMBER = 3
MATCH = 11
SEGMENT = 19
POINT = 5
WEDGE = 6
VERTEX = 6
LOOP = 6
SPAN = 4
NOW = 14
PLACE = 3
LOGGED = 8
WORD = 60
"""Bits used of a word of a mask."""
