"""A state of the expert system: what is left of the puzzle, and everything that follows from it. States are values."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, Protocol

from heuristan.tangram.boundary import Boundary, Part
from heuristan.tangram.expert.abeyance import EMPTY, Abeyance
from heuristan.tangram.expert.extension import ExtensionLine, Extensions, Thresholds, cut
from heuristan.tangram.expert.figures import CornerTable, Figure, Kind, Which, corners, figures
from heuristan.tangram.expert.ground import Ground
from heuristan.tangram.expert.joining import EVERYTHING, Wanted, is_wanted, join_table, joined
from heuristan.tangram.expert.matches import Laying, Match, Matches, MatchKey, PairTable
from heuristan.tangram.expert.vertex_array import VertexArray
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Point, code
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Items, PieceSet, Stock, items_of
from heuristan.tangram.pieces.tiling import infeasible_edges, infeasible_parts
from heuristan.tangram.puzzle.puzzle import Puzzle


class Offer(NamedTuple):
    """The names of the pieces and composites that may be laid."""

    pieces: frozenset[str]
    composites: frozenset[str]


class Settings(Protocol):
    """The settings of a ranking that states depend on."""

    @property
    def composites(self) -> Which: ...
    @property
    def most_composites(self) -> int: ...
    @property
    def shortest(self) -> Length: ...
    @property
    def parallel(self) -> Length: ...
    @property
    def internal_edge(self) -> Length: ...
    @property
    def strict(self) -> bool: ...
    @property
    def seed(self) -> int: ...


@dataclass(frozen=True)
class Setting:
    """What stays the same in a run: set, unit, and the ranking's settings for composites and extension lines."""

    pieces: PieceSet
    denominator: int
    thresholds: Thresholds
    composites: Which
    most_composites: int
    seed: int = field(default=0, compare=False)
    """Seed of ties; what is known of a state does not depend on it."""

    @classmethod
    def of(cls, puzzle: Puzzle, ranking: Settings) -> "Setting":
        def units(length: Length) -> int:
            whole, root = (part * UNITS_A_LEG * puzzle.denominator for part in length)
            # a finer length than the lattice has is rounded up to the next half unit: no line is as long as that
            return code(-int(-whole // 1), -int(-2 * root // 1))

        thresholds = Thresholds(units(ranking.shortest), units(ranking.parallel), units(ranking.internal_edge))
        numbers = thresholds, ranking.composites, ranking.most_composites, ranking.seed
        return cls(puzzle.pieces, puzzle.denominator, *numbers)


@dataclass(frozen=True)
class State:
    """What is left: the boundary, extension lines drawn earlier, the pieces, and the composites held."""

    setting: Setting
    boundary: Boundary
    carried: tuple[ExtensionLine, ...]
    stock: Stock
    abeyance: Abeyance = EMPTY
    steps: int = 0
    """Matches extracted so far."""
    earlier: Ground | None = field(default=None, compare=False, repr=False)
    """The ground before the last extraction: points that are still there keep their numbers."""

    def __hash__(self) -> int:
        return hash((self.boundary, frozenset(self.stock.items()), self.abeyance, self.steps))

    @classmethod
    def start(cls, puzzle: Puzzle, ranking: Settings) -> "State":
        return cls(Setting.of(puzzle, ranking), puzzle.boundary, (), puzzle.stock, Abeyance(alone=ranking.strict))

    @cached_property
    def ground(self) -> Ground:
        """What matches lie on."""
        return Ground(self.boundary, self.carried, self.setting.thresholds, self.earlier)

    def on_ground_of(self, other: "State") -> "State":
        """Share what does not depend on the pieces left with a state of the same outline."""
        self.__dict__.update(ground=other.ground, _laying=other._laying)
        return self

    @property
    def extensions(self) -> Extensions:
        return self.ground.extensions

    @property
    def subpuzzles(self) -> tuple[Part, ...]:
        return self.ground.subpuzzles

    @property
    def array(self) -> VertexArray:
        """The vertices and nodes of what is left, and what they are connected to."""
        return self.ground.array

    @cached_property
    def _laying(self) -> Laying:
        return Laying(self.ground)

    def match(self, figure: Figure, corner: int, at: Point) -> Match | None:
        """Return a figure laid with a corner at a point, or None if it does not lie inside; each is made once."""
        return self._laying.match(figure, corner, at)

    @cached_property
    def matches(self) -> Matches:
        """The pieces laid at convex vertices with a side along an edge, whatever their other sides lie on."""
        return self._laying.pieces(self._corners("piece", self.offer.pieces))

    @cached_property
    def composites(self) -> tuple[Match, ...]:
        """The composites laid at convex vertices that they fill, whatever their other sides lie on."""
        return self._laying.composites(self._corners("composite", self.offer.composites))

    def _corners(self, kind: Kind, names: frozenset[str]) -> CornerTable:
        setting = self.setting
        return _corners(kind, names, setting.pieces, setting.composites, setting.denominator)

    @property
    def joined(self) -> tuple[Match, ...]:
        """The pieces and composites at most one side of which is open, wherever they lie."""
        return self.joined_as(EVERYTHING)

    def joined_as(self, wanted: Wanted) -> tuple[Match, ...]:
        """Return the joined matches that are wanted."""
        if wanted not in self._joined:
            setting = self.setting
            table = join_table(*self.offer, wanted, setting.pieces, setting.composites, setting.denominator)
            laid = (self._laying.match(*each, inside=not self.boundary.nearness) for each in joined(self.array, table))
            found = {match.key: match for match in laid if match}
            # what its sides lie on is known only then where a match had to be fitted to what is near
            wants = (match for match in found.values() if not self.boundary.nearness or is_wanted(match, wanted))
            self._joined[wanted] = tuple(wants)
        return self._joined[wanted]

    @cached_property
    def accepted(self) -> dict[Hashable, tuple[Match, ...]]:
        """What each rule accepts here, as far as it was asked: attempts begin in the same states again and again."""
        return {}

    @cached_property
    def _joined(self) -> dict[Wanted, tuple[Match, ...]]:
        return {}

    @cached_property
    def pairs(self) -> PairTable:
        """Which pieces that fit can lie together."""
        # each of two pieces is fitted to what is there, and may be off by one and a half times the nearness
        return PairTable(self.matches, self.stock, tolerance=3 * self.boundary.nearness)

    @cached_property
    def has_infeasible_part(self) -> bool:
        """Whether some part has an area that no pieces left have together."""
        return any(infeasible_parts(self.boundary, *self._left))

    @cached_property
    def infeasible_edge(self) -> Point | None:
        """The start of an edge that no sides of the pieces left add up to, if there is one."""
        return next((start.point for start, _, _ in infeasible_edges(self.boundary, *self._left)), None)

    @property
    def _left(self) -> tuple[PieceSet, Items, int]:
        """The set, what is left of its pieces, and the denominator."""
        pieces = self.setting.pieces
        return pieces, items_of(pieces, self.stock), self.setting.denominator

    @cached_property
    def offer(self) -> Offer:
        """The pieces that leave every held composite possible, and the composites that can be made."""
        setting = self.setting
        which = setting.composites if len(self.abeyance.lists) < setting.most_composites else "none"
        return _offer(self.abeyance, tuple(self.stock.items()), setting.pieces, which)

    def sets_for(self, composite: str) -> tuple[tuple[str, ...], ...]:
        """Return the sets that can make a composite from the stock while the composites held stay possible."""
        setting, items = self.setting, tuple(self.stock.items())
        return _sets_for(composite, setting.composites, setting.pieces, self.abeyance, items)

    def without(self, match: Match) -> "State | None":
        """Return the state after a match of this state is taken out; each is made once.

        Returns:
            None where the puzzle has nearness and what is left would overlap or cross itself: the piece does not fit.
        """
        if match.key not in self._after:
            self._after[match.key] = self._without(match)
        return self._after[match.key]

    @cached_property
    def _after(self) -> "dict[MatchKey, State | None]":
        return {}

    def _without(self, match: Match) -> "State | None":
        try:
            after = self.extracted(match)
            return after if not after.boundary or after.boundary.parts else None
        except ValueError:  # a TangledBoundary, or an edge that would have to bend
            if not self.boundary.nearness:
                raise
            return None

    def extracted(self, match: Match) -> "State":
        """Return the state after a match of this state is taken out.

        Raises:
            TangledBoundary: if the puzzle has nearness and what is left overlaps or crosses itself.
        """
        steps = self.steps + 1
        stock, abeyance = self.supply_after(match.kind, match.name, steps)
        left_over = self.boundary.without(match.cut.ring)
        return replace(
            self,
            boundary=left_over,
            carried=cut(self.extensions.lines, match.bounds, left_over),
            stock=stock,
            abeyance=abeyance,
            steps=steps,
            earlier=self.ground,
        )

    def supply_after(self, kind: Kind, name: str, step: int) -> tuple[Stock, Abeyance]:
        """Return the stock and the composites held after a piece or composite is taken out in a step."""
        stock = self.stock
        shortened: Abeyance | None
        if kind == "piece":
            stock = stock - Counter([name])
            shortened = self.abeyance.shortened(stock)
        else:
            shortened = self.abeyance.hold(step, name, self.sets_for(name), stock)
        if shortened is None:
            raise ValueError(f"{name} is not on offer: a composite held could no longer be made")
        return stock, shortened


@lru_cache(maxsize=1024)
def _corners(kind: Kind, names: frozenset[str], pieces: PieceSet, which: Which, denominator: int) -> CornerTable:
    stored = figures(pieces, which, denominator)
    return corners(figure for figure in stored if figure.kind == kind and figure.name in names)


@lru_cache(maxsize=8192)
def _offer(abeyance: Abeyance, items: Items, pieces: PieceSet, which: Which) -> Offer:
    stock = Counter(dict(items))
    names = frozenset(name for name in pieces.names if abeyance.leaves_room_for(name, stock))
    if which == "none":
        return Offer(names, frozenset())
    made = (each for each in composites(which, pieces) if each.piece_shaped not in names)
    return Offer(
        names, frozenset(each.shape.name for each in made if _sets_for(each.shape.name, which, pieces, abeyance, items))
    )


@lru_cache(maxsize=8192)
def _sets_for(
    composite: str,
    which: Literal["paper", "all"],
    pieces: PieceSet,
    abeyance: Abeyance,
    items: tuple[tuple[str, int], ...],
) -> tuple[tuple[str, ...], ...]:
    stock = Counter(dict(items))
    found = next(c for c in composites(which, pieces) if c.shape.name == composite)
    held = abeyance.hold(0, composite, found.sets, stock)
    return held.lists[-1].sets if held else ()
