"""The kinds of facts in the working memory. Each is read by some rule; what no rule reads is not there.

Points are those of the lattice, lengths codes, headings directions from 0 to 7 (45 degrees each, counter-clockwise).
Vertices and nodes go by their numbers.
"""

from collections.abc import Mapping
from typing import ClassVar

from heuristan.tangram.expert.engine.replaced import Plain


class Figure(Plain):
    """A piece or composite in one turn, as it is stored. Side 1 leaves corner 1, and so on."""

    slots: ClassVar[Mapping[str, str]] = {
        "number": "its place in the order of storage, the largest piece first, then composites",
        "kind": "piece or composite",
        "name": "small-triangle, right-trapezium-1x2 ...",
        "sides": "their number",
        **{f"h{k}": f"heading of side {k}" for k in range(1, 5)},
        **{f"n{k}": f"length of side {k}" for k in range(1, 5)},
    }


class Outline(Plain):
    """What is left of the puzzle."""

    slots: ClassVar[Mapping[str, str]] = {
        "step": "the number of extractions so far",
        "state": "the (x, y) plane of section 4.2: what lies inside, and where",
        "seen": "TRUE once the preliminary operations were applied",
    }


class Subpuzzle(Plain):
    """A part that shares no boundary with the rest."""

    slots: ClassVar[Mapping[str, str]] = {"number": "from 1", "area": "twice its area"}


class Vertex(Plain):
    """A vertex or node of the vertex array (section 4.1)."""

    slots: ClassVar[Mapping[str, str]] = {
        "number": "as in pictures and words",
        "point": "where it lies",
        "type": "convex, concave, node on an edge, or node inside",
        "subpuzzles": "the numbers of those it belongs to",
    }
    several = frozenset({"subpuzzles"})


class Connection(Plain):
    """Neighbouring vertices or nodes of the array, with the interior on the left."""

    slots: ClassVar[Mapping[str, str]] = {
        "start": "number of a vertex or node",
        "end": "number of a vertex or node",
        "heading": "from start to end",
        "length": "from start to end",
        "by": "edge or extension line",
    }


class Run(Plain):
    """Connections joined along a line."""

    slots: ClassVar[Mapping[str, str]] = {
        "start": "number of a vertex or node",
        "end": "number of a vertex or node",
        "heading": "from start to end",
        "length": "of a side that begins and ends with it",
        "measured": "its length as drawn; the same, but in a drawing nearly: then there is a run for each such length",
        "first": "length of its first connection",
        "last": "length of its last connection",
        "grade": "E edge, X extension line, M mixed",
    }


class Stock(Plain):
    """The pieces that are left."""

    slots: ClassVar[Mapping[str, str]] = {"left": "each name with the number of pieces"}
    several = frozenset({"left"})


class Held(Plain):
    """A composite that was taken out, whose pieces are not decided."""

    slots: ClassVar[Mapping[str, str]] = {
        "step": "when it was taken out",
        "composite": "its name",
        "sets": "its abeyance list: the sets of pieces that can still make it",
    }
    several = frozenset({"sets"})


class Offer(Plain):
    """The pieces that leave every held composite possible, and the composites that can be made."""

    slots: ClassVar[Mapping[str, str]] = {"names": "names of pieces and composites"}
    several = frozenset({"names"})


class Attempt(Plain):
    """Where the run is."""

    slots: ClassVar[Mapping[str, str]] = {
        "number": "of the attempt, from 1",
        "line": "the first rule of the ranking to try; 1 is the highest",
        "extracted": "TRUE if something was extracted in the attempt",
    }


class RuledOut(Plain):
    """The matches that no rule takes any more."""

    slots: ClassVar[Mapping[str, str]] = {"matches": "each a figure at its place"}
    several = frozenset({"matches"})


class Focus(Plain):
    """The matches among which the next choice is made, after one was undone."""

    slots: ClassVar[Mapping[str, str]] = {
        "matches": "those that cover an end of an edge; any if there is no such limit"
    }
    several = frozenset({"matches"})


class Examined(Plain):
    """The outline was examined for dead ends: the rules of the ranking may be tried."""


class DeadEnd(Plain):
    """The run cannot go on from what is left."""

    slots: ClassVar[Mapping[str, str]] = {"reason": "why, in words"}


class Laid(Plain):
    """A figure laid at a convex vertex, whatever its sides lie on."""

    slots: ClassVar[Mapping[str, str]] = {
        "match": "the figure at its place",
        "vertex": "number of the vertex",
        "kind": "piece or composite",
        "name": "of the figure",
        "grades": "of its sides, best first",
        "crosses": "TRUE if it lies across an internal edge",
    }


class Evidence(Plain):
    """The matches for which there is evidence of a kind."""

    slots: ClassVar[Mapping[str, str]] = {"kind": "as rankings name it", "matches": "each a figure at its place"}
    several = frozenset({"matches"})


class Refuted(Plain):
    """A match that a rule was about to take has the evidence that a line above checks match by match."""

    slots: ClassVar[Mapping[str, str]] = {
        "line": "the number of that line, from 1",
        "match": "the match",
    }


class Extracted(Plain):
    """A match was taken out, and its consequences have not been drawn yet."""

    slots: ClassVar[Mapping[str, str]] = {
        "step": "the number of the extraction",
        "kind": "piece or composite",
        "name": "of the figure",
        "lists": "the abeyance lists that are still possible, each with its step",
    }
    several = frozenset({"lists"})


class Dealt(Plain):
    """Nothing is left, and what was left over was dealt out to the composites held."""

    slots: ClassVar[Mapping[str, str]] = {
        "pieces": "each at its place",
        "failure": "why they are no solution; empty if they are one",
    }
    several = frozenset({"pieces"})


class Stuck(Plain):
    """The attempt is over without a solution."""
