"""Names of points, lengths, headings, figures and rules, as they are said in a session."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import degrees

from heuristan.common.plane import Ring, Spot
from heuristan.tangram.expert.asking.ways_to_lay import Way
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.state import State
from heuristan.tangram.explain.words import NARROW, Place, article, length, spoken
from heuristan.tangram.lattice.points import Code, Direction, Point, value
from heuristan.tangram.trace.events import PuzzleRead
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

    def rule(self, line: int) -> str:
        """Name a line of the ranking within a sentence."""
        return f"rule{NARROW}{line + 1}"


def figure_name(kind: str, name: str) -> str:
    """Name a figure, and call a composite so, since some share their names with pieces."""
    return spoken(name) if kind == "piece" else f"composite {spoken(name)}"


def spaced(grades: str) -> str:
    """Write grades with spaces between."""
    return NARROW.join(grades)
