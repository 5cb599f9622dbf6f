"""Abeyance lists (section 4.4): which sets of pieces can still make the composites that were taken out.

When a composite is extracted it is *held*: its pieces are not decided. Its list holds the sets of pieces that can
still make it. As pieces are taken the lists are shortened; at the end the pieces left over are dealt out so that each
list has one set satisfied, and the composites are *released*.

A set stays in its list as long as the stock can satisfy it together with some set of every other list. The paper
shortens each list by itself, as a strict ranking does: two lists may then count on the same piece, and the pieces left
over cannot be dealt out. See docs/paper.md.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from heuristan.tangram.pieces.sets import Stock


class AbeyanceList(NamedTuple):
    """The sets of pieces that can still make one held composite."""

    step: int
    """The step at which it was extracted."""
    composite: str
    sets: tuple[tuple[str, ...], ...]


class Abeyance(NamedTuple):
    """The abeyance lists of all composites held."""

    lists: tuple[AbeyanceList, ...] = ()
    alone: bool = False
    """Whether each list is shortened by itself."""

    def hold(self, step: int, composite: str, sets: tuple[tuple[str, ...], ...], stock: Stock) -> "Abeyance | None":
        """Return the lists with one more composite held; None if the stock cannot make it beside the others."""
        return Abeyance((*self.lists, AbeyanceList(step, composite, sets)), self.alone).shortened(stock)

    def shortened(self, stock: Stock) -> "Abeyance | None":
        """Return the lists without the sets that the stock can no longer satisfy; None if a list would be empty."""
        possible = self._possible(stock)
        if not all(possible):
            return None
        return Abeyance(
            tuple(
                AbeyanceList(entry.step, entry.composite, tuple(s for s in entry.sets if s in sets))
                for entry, sets in zip(self.lists, possible, strict=True)
            ),
            self.alone,
        )

    def _possible(self, stock: Stock) -> Sequence[Set[tuple[str, ...]]]:
        """Return the sets of each list that the stock can satisfy, beside a set of every other list unless alone."""
        if self.alone:
            return [{each for each in entry.sets if Counter(each) <= stock} for entry in self.lists]
        deals = list(self._deals(stock, 0))
        return [{deal[place] for deal in deals} for place in range(len(self.lists))]

    def deal(self, stock: Stock) -> tuple[tuple[str, ...], ...] | None:
        """Return one set for each list that together use up the stock exactly; None if there is no such deal."""
        total = stock.total()
        return next((deal for deal in self._deals(stock, 0) if sum(map(len, deal)) == total), None)

    def leaves_room_for(self, name: str, stock: Stock) -> bool:
        """Return whether every held composite can still be made if that piece is taken."""
        if stock[name] < 1:
            return False
        left = stock - Counter([name])
        return self.shortened(left) is not None if self.alone else next(self._deals(left, 0), None) is not None

    def _deals(self, stock: Stock, first: int) -> Iterator[tuple[tuple[str, ...], ...]]:
        """Yield every choice of a set for each list from the first on that the stock can satisfy together."""
        if first == len(self.lists):
            yield ()
            return
        for chosen in self.lists[first].sets:
            wanted = Counter(chosen)
            if wanted <= stock:
                for others in self._deals(stock - wanted, first + 1):
                    yield (chosen, *others)


EMPTY = Abeyance()
