"""Layout of the kernels' tables, each a flat row of integers: a list, or a numpy array where kernels are compiled.

The places of numbers are compiled into functions, so they belong to the kernels.
"""

from typing import NamedTuple, TypeAlias

Integers: TypeAlias = list[int]


class Fixed(NamedTuple):
    """Tables that the set of pieces, the denominator and the ranking determine."""

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
    """The denominator, the thresholds of extension lines, and the seed of ties."""


class Supplies(NamedTuple):
    """Stock and composites held, as numbers: the names that may be laid with each, and the supply after that."""

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
    """One outline: its states, their matches, the log of a run; and working space."""

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
    vertices: Integers
    loops: Integers
    reading: Integers
    spans: Integers
    now: Integers
    pairs: Integers
    boxes: Integers
    evidence: Integers


# widths of rows
FIGURE = 13
CORNER = 6
RULE = 13
GRADE_CODES = 321
NODE = 17
LINE = 10
NUMBER = 3
MATCH = 11
SPAN = 4
NOW = 14
PLACE = 3
LOGGED = 8
WORD = 60
"""Bits used of a word of a mask."""


# registers: the numbers of rows of tables, then the state of a run
NODES, CHAINS, LINES, NUMBERS, MATCHES, ENDS, COVERING, PLACES, LOGS = range(9)
FOCUS, SEGMENTS, POINTS, VERTICES, LOOPS, READING, SPANS, NOWS = range(9, 17)
TROUBLE = 18
"""Why the kernel cannot go on: 0 if it can."""
ASKED = 19
"""The supply, and after it the name, that is asked for."""
ENTRY = 21
"""The number of the attempt."""
STEP = 22
"""The number of its extractions so far."""
FAILURES = 23
PAIRED = 24
"""The nodes for which the two tables of pairs are filled."""
SPAN_BEGINS = 26
"""The first span of each direction, and the end."""
RULED = 31
"""The number of matches that are ruled out."""
LINE_TAKEN = 32
"""The line that took a match."""
AT_NODE = 33
"""The node to which an attempt came."""
AT_LINE = 34
"""The line to try first there."""
REGISTERS = 40

# columns of a node; where two numbers are left, they are the begin and the end of rows
PARENT, VIA, CHAIN, SUPPLY = 0, 1, 2, 4
LEVEL = 5
"""Level of knowledge: 0 the chain, 1 the number of vertices, 2 the pieces laid at convex vertices, 3 all."""
CORNERS, LINED, NUMBERED, LAID, JOINED, ENDED = 6, 7, 9, 11, 13, 15

# columns of a match
FIGURE_OF, MOVED, PLACE_OF, GRADES_OF, NUMBER_OF, CORNER_OF, AFTER, EDGE_OF = 0, 1, 5, 6, 7, 8, 9, 10

# kinds of trouble
FULL = 1
"""A table is full."""
UNKNOWN = 2
"""A supply is not known yet."""
UNFIT = 3
"""The outline is left to the loop over the lines."""

# columns of a rule
KIND, EVIDENCE, REPEATS, AT_TIGHTEST, LAYS = range(5)
JOINS = 5
"""Whether it takes joined figures of three sides, and after it of four."""
PREFERENCES = 7
MOST_PREFERENCES = 6

# kinds of evidence
NO_EVIDENCE, BARE_VERTEX, NO_ROOM, FORCED_PIECE, ONLY_MATCH, NO_WAY_ON, NO_WAY_THROUGH = range(7)

# preferences
IN_VERTEX_ORDER, SMALLEST, LARGEST, FEWEST_FITS, FEWEST_VERTICES, BEST_GRADES, MOST_EDGE, MOST_FITS_LEFT = range(1, 9)
AT_RANDOM = 9
SEED = 4
"""The place of the seed in the settings."""
