"""The picture and the table of `ways-to-search.md`, from the runs that `benchmarks/ways.py` keeps in a file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, floor, log, log10
from statistics import median
from typing import Any, NamedTuple

from marked import recorded

from heuristan.common.plane import Spot
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.intervals import (
    MARGIN,
    SMALL,
    Axis,
    Entry,
    Form,
    heading,
    legend,
    logarithmic,
    short_number,
    short_seconds,
    symbol,
)
from heuristan.common.svg.page import GREY, label, page, segments_path, shortened
from heuristan.common.svg.palette import RULE

RUNS = "ways.json"
WIDTH, HEIGHT, NAMES = 600.0, 400.0, 172.0
SIZE = 13.0
COLUMNS = ("way", "promises", "gives up", "twice the pieces take", "shines", "fails")


LEFT = 46.0
"""Room for the values of the axis on the left."""
BELOW = 40.0
"""Room for the values of the axis below, and its title."""


class Field(NamedTuple):
    """Two axes; the one on the left runs upwards."""

    across: Axis
    up: Axis
    """An axis whose left end is the lower edge, so that it runs upwards."""
    title: str
    """Title of the values below."""
    side: str = ""
    """Title of the names on the left, written above them."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.across.at(x), self.up.at(y)

    def drawn(self, format_across: Callable[[float], str], format_up: Callable[[float], str]) -> Iterator[svg.Element]:
        """Draw the grid, its values and the titles."""
        bottom, top = self.up.left, self.up.right
        left, right = self.across.left, self.across.right
        reached = left - LEFT
        for tick in self.across.ticks:
            x, words = self.across.at(tick), format_across(tick)
            yield svg.Line(class_=["grid"], x1=tidy(x), y1=tidy(top), x2=tidy(x), y2=tidy(bottom), stroke=RULE)
            if x - 4 * len(words) > reached:
                yield label(x, bottom + 16, words, size=SMALL, anchor="middle", fill=GREY, kind="tick")
                reached = x + 4 * len(words)
        for tick in self.up.ticks:
            y = self.up.at(tick)
            yield svg.Line(class_=["grid"], x1=tidy(left), y1=tidy(y), x2=tidy(right), y2=tidy(y), stroke=RULE)
            yield label(left - 6, y + 3.8, format_up(tick), size=SMALL, anchor="end", fill=GREY, kind="tick")
        title = shortened(self.title, right - left + LEFT, SMALL)
        yield label((left + right) / 2, bottom + 33, title, size=SMALL, anchor="middle", kind="axis-title")
        if self.side:
            side = shortened(self.side, right - left + LEFT - 8, SMALL)
            yield label(left - LEFT + 8, top - 10, side, size=SMALL, kind="axis-title")


class Way(NamedTuple):
    """What is said of a way."""

    link: str
    promises: str
    gives_up: str
    shines: str
    fails: str


WAYS: Mapping[str, Way] = {
    "ranked rules": Way(
        "1. [Ranked rules](#ranked-rules)",
        "a reason for every step",
        "the way back: it may get stuck",
        "`runner`, lessons",
        "`digit-9`",
    ),
    "... with undoing": Way(
        "... [with undoing](#with-undoing)",
        "a solution if there is one",
        "short runs, now and then",
        "`digit-9`",
        "many sets of pieces",
    ),
    "exhaustive search": Way(
        "2. [Exhaustive search](#exhaustive-search)",
        "all solutions, or a proof of none",
        "reasons",
        "counting (`digit-9`), paradoxes",
        "two sets: `gatehouse`",
    ),
    "linear relaxation": Way(
        "3. [Relaxation](#relaxation)",
        "nothing local leads it astray",
        "decisions until the end, proofs",
        "many colours, cubes",
        "few colours, turned pieces",
    ),
    "constraint propagation": Way(
        "4. [Constraint propagation](#constraint-propagation)",
        "a solution or a proof; side conditions",
        "a say in the order, readable reasons",
        "turned squares, few colours",
        "many places left open by the colours",
    ),
    "admissible estimate": Way(
        "5. [Admissible estimate](#an-admissible-estimate)",
        "a *shortest* solution",
        "time, or memory",
        "8- and 15-puzzle",
        "`korf-60` by distances",
    ),
    "macro planning": Way(
        "6. [Macro planning](#macro-planning)",
        "a solution, always, at once",
        "short solutions",
        "any size of tiles",
        "`korf-12`: 71 moves, not 45",
    ),
    "greedy by certainty": Way(
        "7. [Greedy by certainty](#greedy-matching-by-certainty)",
        "a result, with a measure of doubt",
        "the way back",
        "clean jigsaws",
        "worn pieces, alike sides",
    ),
}


DISTINCT = (
    Form("#0072b2", 0, 0),
    Form("#000000", 6, 0),
    Form("#56b4e9", 4, 1),
    Form("#d55e00", 4, 0),
    Form("#e69f00", 3, 2),
    Form("#009e73", 3, -2),
    Form("#cc79a7", 5, 2),
)

FORMS: Mapping[str, Form] = {
    "ranked rules": DISTINCT[0],
    "... with undoing": DISTINCT[0]._replace(sides=6),
    "exhaustive search": DISTINCT[1],
    "linear relaxation": DISTINCT[4],
    "constraint propagation": DISTINCT[3],
    "admissible estimate": DISTINCT[6],
    "macro planning": DISTINCT[5],
    "greedy by certainty": DISTINCT[2],
}
"""A colour for each of the seven."""


@dataclass(frozen=True)
class Size:
    """A way on the puzzles of one size."""

    pieces: int
    seconds: float
    """The median."""
    solved: int
    of: int
    is_limit: bool
    """Whether the median run was ended by the limit."""


def sizes() -> dict[str, list[Size]]:
    """Return what was measured, by way."""
    found: dict[str, list[Size]] = {name: [] for name in WAYS}
    for row in kept()["rows"]:
        statuses = row["statuses"]
        seconds = median(row["seconds"])
        is_limit = 2 * statuses.count("limit") > len(statuses)
        found[row["way"]].append(Size(row["pieces"], seconds, statuses.count("solved"), len(statuses), is_limit))
    return found


def kept() -> dict[str, Any]:
    return dict(recorded(RUNS))


def doubling(found: Sequence[Size]) -> float:
    """Return how many times as long twice the pieces take, at the end: up to the first size that the limit ended."""
    cut = next((place for place, each in enumerate(found) if each.is_limit), len(found) - 1)
    last, ends = found[cut], found[:cut] or found
    halves = (each for each in ends if each.pieces <= last.pieces / 2)
    before = max(halves, key=lambda each: each.pieces, default=ends[0])
    slope = log(last.seconds / before.seconds) / log(last.pieces / before.pieces)
    return exp(slope * log(2))


def rows() -> Iterator[tuple[str, ...]]:
    """Yield a row of the table for each way."""
    for name, found in sizes().items():
        way = WAYS[name]
        yield (way.link, way.promises, way.gives_up, cost(found), way.shines, way.fails)


def cost(found: Sequence[Size]) -> str:
    """Return how the seconds grow, with both ends; of an end where not all are solved, how many are."""
    first, last, times = found[0], found[-1], doubling(found)
    is_bound = any(each.is_limit for each in found)
    number = f"over {rounded_down(times)}" if is_bound else f"{times:.2g}"
    end = f"{kept()['limit']:g} s" if last.is_limit else short_seconds(last.seconds)
    end = end if last.solved == last.of else f"{last.solved} of {last.of} in {end}"
    return f"{number} times ({first.pieces}: {short_seconds(first.seconds)}; {last.pieces}: {end})"


def rounded_down(number: float) -> str:
    """Return a number with one digit that counts, not larger than it is: it is a lower bound."""
    power = 10.0 ** floor(log10(number))
    return f"{floor(number / power) * power:,.0f}"


def growth() -> str:
    """Draw the seconds of each way by the number of pieces."""
    found = sizes()
    title = "What each way costs as the puzzle grows"
    words = (
        f"Median seconds of {kept()['number']} puzzles of each size, at most {kept()['limit']:g} seconds each. "
        "Puzzles differ from way to way: compare how steeply the lines rise, not how high they lie."
    )
    parts, y = heading(title, words, WIDTH)
    grey = Form(GREY, 0, 0)
    entries, y = legend(
        [
            [
                Entry(grey, "all solved"),
                Entry(grey, "some not solved", is_filled=False),
                Entry(grey, "with an arrow: ended at the limit", is_filled=False),
            ]
        ],
        y,
        WIDTH,
    )
    top, bottom, left, right = y + 34, y + 34 + HEIGHT, MARGIN + LEFT, WIDTH - MARGIN - NAMES
    every = [each for line in found.values() for each in line]
    field = Field(
        logarithmic(left, right, (each.pieces for each in every)),
        logarithmic(bottom, top, (each.seconds for each in every)),
        "pieces (tiles, of sliding tiles)",
        "seconds",
    )
    parts += [*entries, *field.drawn(short_number, short_seconds)]
    ends = spread_out({name: field.at(line[-1].pieces, line[-1].seconds) for name, line in found.items()})
    for name, line in found.items():
        parts.append(svg.G(class_=["way"], elements=[*drawn(field, line, FORMS[name], name, right, ends[name])]))
    return page(WIDTH, bottom + BELOW + MARGIN / 2, title, words, parts, "growth")


def spread_out(ends: Mapping[str, Spot]) -> dict[str, float]:
    """Return where names are written: near the ends of their lines, and apart; of those level the rightmost first."""
    found: dict[str, float] = {}
    reached = 0.0
    for name, (_, y) in sorted(ends.items(), key=lambda end: (round(end[1][1] / SIZE), -end[1][0])):
        reached = max(y, reached + SIZE + 4)
        found[name] = reached
    return found


def arrow(spot: tuple[float, float], colour: str) -> svg.Path:
    """Draw the arrow of a lower bound."""
    (x, y), tip = spot, (spot[0] + 14, spot[1])
    lines = (((x, y), tip), ((tip[0] - 4, y - 3), tip), ((tip[0] - 4, y + 3), tip))
    return svg.Path(d=segments_path(lines), fill="none", stroke=colour, stroke_width=1.6, stroke_linecap="round")


def drawn(field: Field, line: Sequence[Size], form: Form, name: str, right: float, y: float) -> Iterator[svg.Element]:
    """Yield a way's line, its marks and its name."""
    spots = [field.at(each.pieces, each.seconds) for each in line]
    yield svg.Path(d=segments_path(pairwise(spots)), fill="none", stroke=form.colour, stroke_width=1.8)
    to_name = [((spots[-1][0] + 6, spots[-1][1]), (right + 8, y))]
    yield svg.Path(d=segments_path(to_name), stroke=form.colour, stroke_width=0.7, stroke_dasharray=[2, 3])
    for each, spot in zip(line, spots, strict=True):
        yield symbol(form, spot, is_filled=each.solved == each.of and not each.is_limit)
        if each.is_limit:
            yield arrow(spot, form.colour)
    yield symbol(form, (right + 14, y))
    yield label(right + 24, y + 4.5, name, size=SIZE, kind="name")


PICTURES: Mapping[str, Callable[[], str]] = {"ways.svg": growth}
