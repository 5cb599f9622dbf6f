"""The kinds of facts in the working memory. Each is read by some rule; what no rule reads is not there.

Points are those of the lattice, lengths codes, headings directions from 0 to 7 (45 degrees each, counter-clockwise).
Vertices and nodes go by their numbers.
"""

from heuristan.tangram.expert.engine.replaced import Plain


class Figure(Plain):
    """A piece or composite in one turn, as it is stored.

    Slots: number, kind, name, sides (their number), headings h1 to h4, lengths n1 to n4. Side 1 leaves corner 1.
    """


class Outline(Plain):
    """What is left of the puzzle: its step, its state, and whether the preliminary operations were applied to it."""


class Subpuzzle(Plain):
    """A part that shares no boundary with the rest: its number and its area."""


class Vertex(Plain):
    """A vertex or node of the vertex array: number, point, type, and the numbers of its subpuzzles."""


class Connection(Plain):
    """Neighbouring points of the array: start and end (numbers), heading, length, and by what they are connected."""


class Run(Plain):
    """Connections joined along a line: start and end (numbers), heading, length, first and last length, grade."""


class Stock(Plain):
    """The pieces that are left: pairs of a kind and a number. Slot: left."""


class Held(Plain):
    """A composite that was taken out: step, composite, and its abeyance list, the sets that can still make it."""


class Offer(Plain):
    """The pieces that leave every held composite possible, and the composites that can be made. Slot: names."""


class Attempt(Plain):
    """Where the run is: number of the attempt, first line of the ranking to try, whether something was extracted."""


class RuledOut(Plain):
    """The matches that no rule takes any more. Slot: matches."""


class Focus(Plain):
    """The matches among which the next choice is made, after one was undone; any if there is no such limit."""


class Examined(Plain):
    """The outline was examined for dead ends; the rules of the ranking may be tried."""


class DeadEnd(Plain):
    """What is left has no solution, for a reason."""


class Laid(Plain):
    """A figure laid at a convex vertex, whatever its sides lie on: its match, vertex, kind, name, sides, grades."""


class Evidence(Plain):
    """The matches for which there is evidence of a kind. Slots: kind, matches."""


class Extracted(Plain):
    """A match was taken out, and its consequences have not been drawn yet.

    Slots: step, kind, name, and the abeyance lists as they can still be: pairs of a step and sets.
    """


class Dealt(Plain):
    """Nothing is left, and what was left over was dealt out. Slots: pieces, and the reason if that failed."""


class Stuck(Plain):
    """No rule matches in this attempt, for a reason."""
