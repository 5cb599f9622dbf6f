"""A state of the expert system: what is left of the puzzle, and everything that follows from it. States are values."""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal, Protocol

from heuristan.tangram.boundary import Boundary, Part
from heuristan.tangram.expert.abeyance import EMPTY, Abeyance
from heuristan.tangram.expert.extension import ExtensionLine, Extensions, Thresholds, cut, extend
from heuristan.tangram.expert.matches import Match, Matches, MatchFinder, MatchKey, Offer
from heuristan.tangram.expert.pairs import PairTable
from heuristan.tangram.expert.subpuzzles import subpuzzles_of
from heuristan.tangram.expert.vertex_array import VertexArray
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Point, code
from heuristan.tangram.pieces.composites import composites, composites_at_vertices
from heuristan.tangram.pieces.infeasible import infeasible_edges, infeasible_parts
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Items, PieceSet, Stock, VertexTable, items_of, pieces_at_vertices
from heuristan.tangram.puzzle.puzzle import Puzzle

Which = Literal["paper", "all", "none"]


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


@dataclass(frozen=True)
class Setting:
    """What stays the same in a run: set, unit, and the ranking's settings for composites and extension lines."""

    pieces: PieceSet
    denominator: int
    thresholds: Thresholds
    composites: Which
    most_composites: int

    @classmethod
    def of(cls, puzzle: Puzzle, ranking: Settings) -> "Setting":
        def units(length: Length) -> int:
            whole, root = (part * UNITS_A_LEG * puzzle.denominator for part in length)
            # a finer length than the lattice has is rounded up to the next half unit: no line is as long as that
            return code(-int(-whole // 1), -int(-2 * root // 1))

        thresholds = Thresholds(units(ranking.shortest), units(ranking.parallel), units(ranking.internal_edge))
        return cls(puzzle.pieces, puzzle.denominator, thresholds, ranking.composites, ranking.most_composites)


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
    earlier: VertexArray | None = field(default=None, compare=False, repr=False)
    """The vertex array before the last extraction: what is still there keeps its number."""

    @classmethod
    def start(cls, puzzle: Puzzle, ranking: Settings) -> "State":
        return cls(Setting.of(puzzle, ranking), puzzle.boundary, (), puzzle.stock)

    @cached_property
    def extensions(self) -> Extensions:
        return extend(self.boundary, self.carried, self.setting.thresholds)

    @cached_property
    def matches(self) -> Matches:
        return MatchFinder(self.boundary, self.extensions, self.subpuzzles).find(self.offer)

    @cached_property
    def pairs(self) -> PairTable:
        """Which pieces that fit can lie together."""
        # each of two pieces is fitted to what is there, and may be off by one and a half times the nearness
        return PairTable(self.matches, self.stock, tolerance=3 * self.boundary.nearness)

    @cached_property
    def subpuzzles(self) -> tuple[Part, ...]:
        return subpuzzles_of(self.boundary, self.extensions.internal_edges)

    @cached_property
    def array(self) -> VertexArray:
        """The vertices and nodes of what is left, and what they are connected to."""
        return VertexArray(self.boundary, self.extensions, self.subpuzzles, self.earlier)

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
        pieces, denominator, which = self.setting.pieces, self.setting.denominator, self.setting.composites
        names = frozenset(name for name in pieces.names if self.abeyance.leaves_room_for(name, self.stock))
        table = _pieces_named(names, pieces, denominator)
        if which == "none" or len(self.abeyance.lists) >= self.setting.most_composites:
            return Offer(table, {})
        makeable = frozenset(
            composite.shape.name
            for composite in composites(which, pieces)
            if composite.piece_shaped not in names and self.sets_for(composite.shape.name)
        )
        return Offer(table, _composites_named(makeable, which, pieces, denominator))

    def sets_for(self, composite: str) -> tuple[tuple[str, ...], ...]:
        """Return the sets that can make a composite from the stock while the composites held stay possible."""
        setting, items = self.setting, tuple(sorted(self.stock.items()))
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
        name, steps = match.placement.name, self.steps + 1
        stock, abeyance = self.stock, self.abeyance
        shortened: Abeyance | None
        if match.kind == "piece":
            stock = stock - Counter([name])
            shortened = abeyance.shortened(stock)
        else:
            shortened = abeyance.hold(steps, name, self.sets_for(name), stock)
        if shortened is None:
            raise ValueError(f"{name} is not on offer: a composite held could no longer be made")
        left_over = self.boundary.without(match.cut.ring)
        return replace(
            self,
            boundary=left_over,
            carried=cut(self.extensions.lines, match.cut.bounds, left_over),
            stock=stock,
            abeyance=shortened,
            steps=steps,
            earlier=self.array,
        )


def _named(table: VertexTable, names: frozenset[str]) -> VertexTable:
    return {opening: tuple(c for c in found if c.name in names) for opening, found in table.items()}


@lru_cache(maxsize=256)
def _pieces_named(names: frozenset[str], pieces: PieceSet, denominator: int) -> VertexTable:
    return _named(pieces_at_vertices(pieces, denominator), names)


@lru_cache(maxsize=1024)
def _composites_named(
    names: frozenset[str], which: Literal["paper", "all"], pieces: PieceSet, denominator: int
) -> VertexTable:
    return _named(composites_at_vertices(which, pieces, denominator), names)


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
