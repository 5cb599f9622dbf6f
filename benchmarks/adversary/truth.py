"""Brute force against solvers, counts, hints and verdicts, on outlines of which all tilings can be known."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeAlias

from shared.wild.brute import Tiling, TooMany, every_tiling, number_distinct
from shared.wild.laying import ONE_SET, Laid, laid
from shared.wild.numbers import xy
from shared.wild.rings import polygons_of
from shared.wild.tips import mill, touching

from adversary.findings import Finding, Report
from adversary.running import MEMORY
from adversary.watching import peak
from heuristan import Puzzle, Solution
from heuristan.common.faults import describe_unexpected
from heuristan.tangram.api.making import drawing_of, puzzle_of
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.solving.shortcuts import solve as solve_by_rules
from heuristan.teaching.stepping import Session
from heuristan.teaching.stepping.prospect import prospect

Spot: TypeAlias = tuple[float, float]
Pieces: TypeAlias = Sequence[tuple[str, Sequence[Spot]]]
Seen: TypeAlias = frozenset[tuple[str, frozenset[Spot]]]
"""A tiling by places that are rounded."""

LIMIT = 60.0
"""Time limit of a solver, in seconds."""
MAY_GIVE_UP = ("ford", "as published")
FORD = 0.5
"""That of Ford's search, which takes minutes to see that there is no solution."""
AREAS = {"large-triangle": 4, "medium-triangle": 2, "square": 2, "parallelogram": 2, "small-triangle": 1}
"""In halves of a square leg."""
SMALL = ("small-triangle", "small-triangle", "square", "parallelogram")
"""Pieces that meet others in many points."""
OTHER_PIECES = 0.3
"""Probability that a figure of an own set is to be filled with other pieces of its area."""


@dataclass(frozen=True)
class Known:
    """A puzzle of which every tiling can be known."""

    what: str
    region: tuple[Laid, ...]
    pieces: PieceSet
    sets: int
    apart: float
    """Probability that rings are apart in a point where parts meet."""
    seed: str
    in_full: float = 1.0
    """Probability of each question that others nearly answer."""

    @cached_property
    def tilings(self) -> list[Tiling]:
        return every_tiling(self.region, self.pieces.stock(self.sets))

    @cached_property
    def seen(self) -> set[Seen]:
        return {_seen(_spots(tiling)) for tiling in self.tilings}

    @cached_property
    def puzzle(self) -> Puzzle:
        polygons = polygons_of(self.region, lambda p: Random(f"{self.seed} {p}").random() < self.apart)
        spots = [[[xy(p) for p in ring] for ring in polygon] for polygon in polygons]
        return Puzzle.of(puzzle_of(drawing_of(self.what, spots, self.sets, False), self.pieces))


def known(seed: str) -> Known:
    """Return the puzzle of a seed."""
    dice = Random(seed)
    what = dice.choice(("tans", "tans", "area of the tans", "own set", "own set", "two sets"))
    sets = 2 if what == "two sets" else 1
    names: Sequence[str] = ONE_SET * sets
    pieces = TANGRAM
    if what == "area of the tans":
        names = _of_area(dice, sum(map(AREAS.__getitem__, ONE_SET)))
    if what == "own set":
        names = dice.choices([*AREAS], k=dice.randint(1, 7))
        pieces = set_of(names)
        # the pieces that make the region need not be those that fill it
        names = names if dice.random() < 0.5 else _of_area(dice, sum(map(AREAS.__getitem__, names)))
    return Known(what, tuple(laid(dice, names)), pieces, sets, dice.choice((0.0, 0.5, 1.0)), seed)


def touching_tips(seed: str) -> Known:
    """Return the puzzle of a seed in which three parts or more meet in a point."""
    dice = Random(seed)
    what = dice.choices(("tans", "own set", "mill"), (1, 4, 1))[0]
    names, pieces = ONE_SET, TANGRAM
    region = mill(dice) if what == "mill" else []
    while not region:
        if what == "own set":
            names = tuple(dice.choices((*AREAS, *SMALL), k=dice.randint(3, 7)))
        region = touching(dice, names)
    if what != "tans":
        names = tuple(piece.name for piece in region)
        if dice.random() < OTHER_PIECES:
            names = tuple(_of_area(dice, sum(map(AREAS.__getitem__, names))))
        pieces = set_of(names)
    return Known(f"{what} with touching tips", tuple(region), pieces, 1, dice.choice((0.0, 0.5, 1.0)), seed, 0.15)


def set_of(names: Sequence[str]) -> PieceSet:
    return PieceSet("own", "Own", TANGRAM.shapes, tuple(names.count(name) for name in TANGRAM.names))


def _of_area(dice: Random, area: int) -> list[str]:
    names: list[str] = []
    while area:
        names.append(dice.choice([name for name in AREAS if AREAS[name] <= area]))
        area -= AREAS[names[-1]]
    return names


def check(report: Report, number: int, seed: int) -> None:
    """Compare what is said of puzzles with what brute force finds."""
    _check(report, number, seed, known)


def check_tips(report: Report, number: int, seed: int) -> None:
    """Compare what is said of puzzles with touching tips with what brute force finds."""
    _check(report, number, seed, touching_tips)


def _check(report: Report, number: int, seed: int, known: Callable[[str], Known]) -> None:
    most = max(MEMORY, peak())  # what this process did before may have taken more
    for at in range(number):
        one = known(f"{seed} {at}")
        try:
            count = len(one.tilings)
        except TooMany:
            report.add(one.what, "too many states")
            continue
        answer = "none" if not count else "one solution" if count == 1 else "several solutions"
        found = [Finding(each, f"{one.what}, seed '{one.seed}'") for each in faults(one)]
        if peak() > most:
            found.append(Finding(f"more than {MEMORY} MiB", one.what))
        report.add(one.what, answer, found, peak())


def faults(one: Known) -> Iterator[str]:
    """Yield everything that brute force contradicts, and errors."""
    try:
        yield from _contradicted(one, Random(f"{one.seed} asked"))
    except Exception as fault:
        yield describe_unexpected(fault)


def _contradicted(one: Known, dice: Random) -> Iterator[str]:
    yield from _of_all(one)
    yield from _of_one_solution(one, "expert", one.puzzle.solve(limit=LIMIT))
    if dice.random() < one.in_full:
        yield from _of_exact(one)
    if one.sets == 1 and dice.random() < one.in_full:
        yield from _of_one_solution(one, "ford", one.puzzle.solve("ford", limit=FORD))
    if dice.random() < one.in_full:
        yield from _of_kernels(one)
    yield from _of_verdicts(one, dice)
    yield from _of_hints(one, dice)
    yield from _of_steps(one, dice)


def _of_all(one: Known) -> Iterator[str]:
    found = one.puzzle.solve("exact", want="all", limit=LIMIT)
    searched = found.searched
    if found.status == "limit" or searched is None or searched.count is None:
        yield f"exact: {found.status}"
        return
    if {_of_solution(pieces) for pieces in searched.all} != one.seen and len(searched.all) == searched.count.tilings:
        yield "exact: not all solutions"
    wanted = len(one.tilings), number_distinct(one.tilings, one.region)
    if (searched.count.tilings, searched.count.distinct) != wanted:
        yield f"exact: {searched.count.tilings} tilings, {searched.count.distinct} distinct instead of {wanted}"
    if searched.count.unique != (wanted[1] == 1):
        yield "exact: unique or not"


def _of_exact(one: Known) -> Iterator[str]:
    counted = one.puzzle.count(limit=LIMIT)
    wanted = len(one.tilings), number_distinct(one.tilings, one.region)
    if (counted.tilings, counted.distinct) != wanted:
        yield f"count: {counted.tilings}, {counted.distinct} instead of {wanted}"
    yield from _of_one_solution(one, "exact", one.puzzle.solve("exact", limit=LIMIT))


def _of_one_solution(one: Known, solver: str, found: Solution) -> Iterator[str]:
    if found.status == "solved" and _of_solution(found.pieces) not in one.seen:
        yield f"{solver}: a false solution"
    if found.status == "unsolvable" and one.seen:
        yield f"{solver}: a false 'no solution'"
    if found.status in ("stuck", "limit") and solver not in MAY_GIVE_UP:
        yield f"{solver}: {found.status}"


def _of_kernels(one: Known) -> Iterator[str]:
    """Yield where a ranking as published comes to something else in kernels."""
    ways = [solve_by_rules(one.puzzle, backtracking=False, traced=traced, limit=LIMIT) for traced in (True, False)]
    if len({(each.status, each.message, each.pieces) for each in ways}) > 1:
        yield "expert: the kernels have another result"
    yield from _of_one_solution(one, "as published", Solution.of(one.puzzle, ways[0]))


def _of_verdicts(one: Known, dice: Random) -> Iterator[str]:
    for tiling in dice.sample(one.tilings, min(2, len(one.tilings))):
        pieces = _spots(tiling)
        if one.puzzle.verify(pieces).verdict != "right":
            yield "verify: a tiling is not right"
        at = dice.randrange(len(pieces))
        name, ring = pieces[at]
        x, y = dice.choice(((1, 0), (0, 1), (0.5, 0.5), (-1, 0.01), (0.01, 0)))
        pieces[at] = (name, [(a + x, b + y) for a, b in ring])
        if one.puzzle.verify(pieces).verdict == "right":
            yield "verify: a piece elsewhere is right"


def _of_hints(one: Known, dice: Random) -> Iterator[str]:
    placed: Pieces = []
    if one.tilings and dice.random() < 0.7:
        tiling = dice.choice(one.tilings)
        placed = _spots(dice.sample(tiling, dice.randrange(len(tiling))))
    hint = one.puzzle.hint(placed, limit=LIMIT).as_json()
    completions = [each for each in one.seen if each >= _seen(placed)]
    if hint["advice"] == "unsolvable" and one.seen:
        yield "hint: a false 'no solution'"
    elif hint["advice"] == "take-back":
        yield "hint: takes back what is right"
    elif hint["advice"] == "hint":
        laid_there = next(iter(_seen([(hint["piece"], hint["vertices"])])))
        having = sum(laid_there in each for each in completions)
        if not having:
            yield "hint: a piece that no solution has there"
        elif hint["certainty"] in CERTAIN and having < len(completions):
            yield f"hint: {hint['certainty']}, but not every solution has it there"


def _of_steps(one: Known, dice: Random) -> Iterator[str]:
    """Yield what a session says that is false, after some steps at random and those of the ranking."""
    session = Session.begun(one.puzzle, RANKING)
    while session.now.state.boundary and session.offers.choices and dice.random() < ANOTHER_STEP:
        session = session.take(dice.randint(1, len(session.offers.choices)))
    taken = [moment.taken.match for moment in session.moments if moment.taken]
    if all(match.kind == "piece" for match in taken):
        there = _seen([(match.name, [one.puzzle.own(p) for p in match.placement.ring]) for match in taken])
        said = prospect(session, LIMIT).fillable
        if said != any(each >= there for each in one.seen):
            yield f"step: what is left can be filled: {said}"
    if dice.random() < one.in_full:
        *_, last = (session, *session.finished())
        if last.status == "solved" and not one.seen:
            yield "step: a false solution"


ANOTHER_STEP = 0.6
"""Probability that one more match is taken at random."""
RANKING = read_ranking(DEFAULT)

CERTAIN = ("only-fit", "others-fail", "every-solution")


def _spots(laid: Sequence[Laid]) -> list[tuple[str, list[Spot]]]:
    return [(piece.name, [*map(xy, piece.ring)]) for piece in laid]


def _of_solution(pieces: Sequence[object]) -> Seen:
    return _seen([(each.piece, each.vertices) for each in pieces])


def _seen(pieces: Pieces) -> Seen:
    return frozenset(
        (name, frozenset((round(x, 5) + 0.0, round(y, 5) + 0.0) for x, y in ring)) for name, ring in pieces
    )
