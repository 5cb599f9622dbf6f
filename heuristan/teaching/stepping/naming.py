"""Names in a session: of points, lengths, figures and rules for people, and what people name in a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import degrees

from heuristan.common.faults import nearest
from heuristan.common.plane import Ring, Spot
from heuristan.common.quoting import shown
from heuristan.tangram.boundary import all_outside, make_segment
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.state import State
from heuristan.tangram.explain.words import NARROW, Place, article, length, spoken
from heuristan.tangram.lattice.points import Code, Direction, Point, value
from heuristan.tangram.trace.events import PuzzleRead
from heuristan.teaching.asking.standing import stored_in
from heuristan.teaching.asking.ways_to_lay import Way
from heuristan.teaching.stepping.offered import ChoiceError
from heuristan.teaching.stepping.session import Session

COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
DASH = "\u2013"


@dataclass(frozen=True)
class Names:
    """Names things in a session as its reader sees them."""

    session: Session

    @cached_property
    def place(self) -> Place:
        """The outline as its reader sees it."""
        return Place.of(next(event for event in self.session.events if isinstance(event, PuzzleRead)))

    @property
    def state(self) -> State:
        """What is left."""
        return self.session.now.state

    def spot(self, p: Point) -> Spot:
        """Return a point in legs, as traces have it."""
        return self.session.puzzle.in_legs(p)

    def ring(self, points: Iterable[Point]) -> Ring:
        """Return points in legs."""
        return tuple(map(self.spot, points))

    def coordinates(self, p: Point) -> str:
        """Write a point in the outline's own coordinates."""
        return self.place.coordinates(self.spot(p))

    def point(self, p: Point) -> str:
        """Name a point by its number, or else by its coordinates."""
        number = self.state.array.numbers_now.get(p)
        return self.coordinates(p) if number is None else str(number)

    def vertex(self, p: Point) -> str:
        """Name a point as a vertex or node, or else by its coordinates."""
        number = self.state.array.numbers_now.get(p)
        if number is None:
            return self.coordinates(p)
        kinds = {each.type for each in self.state.array.vertices if each.number == number}
        kind = "node" if all(each.startswith("node") for each in kinds) else "vertex"
        return f"{kind}{NARROW}{number}"

    def length(self, code: Code) -> str:
        """Write a length in legs."""
        return length(value(code) * self.session.puzzle.unit)

    def heading(self, heading: Direction) -> str:
        """Name a heading by the nearest point of the compass; north is up."""
        turn = degrees(self.place.frame.angle)
        return COMPASS[round((45 * heading + turn) / 45) % 8]

    def corners(self, points: Sequence[Point]) -> str:
        """Name the corners of a figure, one after the other."""
        return DASH.join(map(self.point, points))

    def match(self, match: Match) -> str:
        """Name a match: the figure, and where its corners lie."""
        return f"{figure_name(match.kind, match.name)} {self.corners(match.cut.ring)}"

    def laid(self, way: Way) -> str:
        """Name a figure laid at a vertex: "a square at vertex 3, with its corners at 3, 7, 12 and (2, 1)"."""
        return f"{article(figure_name(way.figure.kind, way.figure.name))} at {self.corners(way.ring)}"

    def crossed(self, match: Match) -> list[tuple[Point, Point]]:
        """Return the ends of the internal edges that a match crosses."""
        edges = self.state.extensions.internal_edges
        segments = ((edge, make_segment(edge.line, edge.start, edge.end, 1)) for edge in edges)
        return [(edge.start, edge.end) for edge, one in segments if not all_outside((one,), match.cut.bounds)]

    def rule(self, line: int) -> str:
        """Name a line of the ranking within a sentence."""
        return f"rule{NARROW}{line + 1}"


def figure_name(kind: str, name: str) -> str:
    """Name a figure, and call a composite so, since some share their names with pieces."""
    return spoken(name) if kind == "piece" else f"composite {spoken(name)}"


def spaced(grades: str) -> str:
    """Write grades with spaces between."""
    return NARROW.join(grades)


def line_named(session: Session, rule: int | str) -> int:
    """Return the line of the ranking, from 0, that is named by its place or name.

    Raises:
        ChoiceError: if there is none.
    """
    rules = session.ranking.rules
    word = str(rule).strip()
    if word.isascii() and word.isdecimal():
        if 1 <= int(word) <= len(rules):
            return int(word) - 1
        raise ChoiceError(f"there is no rule {word}; the rules are 1 to {len(rules)}")
    known = {name: line for line, each in enumerate(rules) if each.own for name in each.own.proposing}
    known |= {each.name: line for line, each in enumerate(rules)}
    titles = {each.title.lower(): line for line, each in enumerate(rules)}
    found = known.get(word.lower().replace(" ", "-"), titles.get(word.lower()))
    if found is None:
        raise ChoiceError(f"there is no rule {shown(word)}; {nearest(word, known)}")
    return found


def figure_named(session: Session, word: str) -> str:
    """Return the name of a piece or composite as it is stored.

    Raises:
        ChoiceError: if there is none.
    """
    stored = dict.fromkeys(figure.name for figure in stored_in(session.now.state))
    name = word.strip().lower().replace("√", "r").replace(" ", "-")
    name = name if name in stored else name.removeprefix("a-").removeprefix("an-").removeprefix("composite-")
    if name not in stored:
        raise ChoiceError(f"there is no piece or composite {shown(word)}; {nearest(name, stored)}")
    return name


def point_numbered(session: Session, vertex: int | None) -> Point:
    """Return the point of a vertex or node.

    Raises:
        ChoiceError: if there is none with that number.
    """
    numbers = session.now.state.array.numbers_now
    found = next((point for point, number in numbers.items() if number == vertex), None)
    if found is None:
        known = ", ".join(map(str, sorted(numbers.values())))
        raise ChoiceError(f"there is no vertex or node {vertex} here; there are {known}")
    return found
