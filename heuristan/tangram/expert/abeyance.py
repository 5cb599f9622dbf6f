"""Abeyance lists (section 4.4): which sets of pieces can still make the composites that were taken out.

When a composite is extracted it is *held*: its pieces are not decided. Its list holds the sets of pieces that can
still make it. As pieces are taken the lists are shortened; at the end the pieces left over are dealt out so that each
list has one set satisfied, and the composites are *released*.

A set stays in its list as long as the stock can satisfy it together with some set of every other list. (The paper
shortens each list by itself; two lists could then count on the same piece. See docs/paper.md.)
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from heuristan.tangram.pieces.sets import Stock


@dataclass(frozen=True)
class AbeyanceList:
    """The sets of pieces that can still make one held composite."""

    step: int
    """The step at which it was extracted."""
    composite: str
    sets: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Abeyance:
    """The abeyance lists of all composites held."""

    lists: tuple[AbeyanceList, ...] = ()

    def hold(self, step: int, composite: str, sets: tuple[tuple[str, ...], ...], stock: Stock) -> "Abeyance | None":
        """Return the lists with one more composite held; None if the stock cannot make it beside the others."""
        return Abeyance((*self.lists, AbeyanceList(step, composite, sets))).shortened(stock)

    def shortened(self, stock: Stock) -> "Abeyance | None":
        """Return the lists without the sets that the stock can no longer satisfy; None if a list would be empty."""
        possible: list[dict[tuple[str, ...], None]] = [{} for _ in self.lists]
        for deal in self._deals(stock, 0):
            for sets, chosen in zip(possible, deal, strict=True):
                sets[chosen] = None
        if not all(possible):
            return None
        return Abeyance(
            tuple(
                AbeyanceList(entry.step, entry.composite, tuple(s for s in entry.sets if s in sets))
                for entry, sets in zip(self.lists, possible, strict=True)
            )
        )

    def deal(self, stock: Stock) -> tuple[tuple[str, ...], ...] | None:
        """Return one set for each list that together use up the stock exactly; None if there is no such deal."""
        total = stock.total()
        return next((deal for deal in self._deals(stock, 0) if sum(map(len, deal)) == total), None)

    def leaves_room_for(self, name: str, stock: Stock) -> bool:
        """Return whether every held composite can still be made if that piece is taken."""
        if stock[name] < 1:
            return False
        return not self.lists or next(self._deals(stock - Counter([name]), 0), None) is not None

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
