"""Paper, scale and pages: outlines and pieces are put into rows, and rows on pages, all in millimetres."""

from collections.abc import Iterable, Iterator, Sequence
from math import floor
from typing import NamedTuple

MARGIN = 15.0
HEAD = 8.0
"""Height of the line at the top of a page."""
FOOT = 7.0
CAPTION = 11.0
"""Height of number, name and marks below an outline."""
GAP = 8.0
"""Minimum distance between outlines."""
LEG = 20
"""Length of the small leg, if all outlines fit the page so."""
SHORTEST_LEG, LONGEST_LEG = 6, 60


class Paper(NamedTuple):
    """A kind of paper."""

    name: str
    """Its name in typst."""
    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """Width and height between the margins, head and foot left out."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - HEAD - FOOT


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("us-letter", 215.9, 279.4)}

Size = tuple[float, float]


def largest_leg(size: Size, paper: Paper) -> int:
    """Return the longest leg, in whole millimetres, at which something of a width and height in legs fits a page."""
    wide, high = paper.room
    return floor(min(wide / size[0], (high - CAPTION) / size[1]))


def rows_of(sizes: Sequence[Size], width: float, gap: float = GAP) -> Iterator[list[int]]:
    """Yield the numbers of boxes that stand beside each other, in order: as many as there is room for.

    Args:
        sizes: width and height of each box.
        width: the room.
        gap: the distance between boxes.
    """
    row: list[int] = []
    used = 0.0
    for number, (wide, _) in enumerate(sizes):
        if row and used + gap + wide > width:
            yield row
            row, used = [], 0.0
        used += wide + gap * bool(row)
        row.append(number)
    if row:
        yield row


def packed_rows(sizes: Sequence[Size], width: float) -> list[list[int]]:
    """Return the numbers of boxes that stand beside each other if their order does not matter: each in the first row
    that has room for it.

    Args:
        sizes: width and height of each box.
        width: the room.
    """
    rows: list[list[int]] = []
    used: list[float] = []
    for number, (wide, _) in enumerate(sizes):
        place = next((i for i, each in enumerate(used) if each + GAP + wide <= width), None)
        if place is None:
            rows.append([number])
            used.append(wide)
        else:
            rows[place].append(number)
            used[place] += GAP + wide
    return rows


def pages_of(
    rows: Iterable[list[int]], sizes: Sequence[Size], height: float, caption: float = 0.0, used_up: float = 0.0
) -> list[list[list[int]]]:
    """Return rows by page, in order.

    Args:
        rows: the numbers of the boxes in each row.
        sizes: width and height of each box.
        height: the room on a page.
        caption: the height of what stands below each row.
        used_up: the height that is taken already on the first page.
    """
    pages: list[list[list[int]]] = [[]]
    used = used_up
    for row in rows:
        high = caption + max(sizes[number][1] for number in row)
        gap = GAP if pages[-1] else 0.0
        if used + gap + high > height and used:
            pages.append([])
            used, gap = 0.0, 0.0
        pages[-1].append(row)
        used += gap + high
    return pages
