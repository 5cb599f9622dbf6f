"""The readings of a drawing: the order in which they are tried, and how a result describes them.

A drawing without a solution in any reading may have been read wrongly, so its result is never `unsolvable`, which is
for outlines that are exactly on the lattice. It is `stuck`: the solver gave up, which proves nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.words import places, plural
from heuristan.tangram.outlines.exact_rings import sets_of_legs, sets_said
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import SHEET, AsRead, Result, read_once
from heuristan.tangram.trace.events import Ended, Status, Trace
from heuristan.tangram.verification.as_in_file import is_as_in_file

if TYPE_CHECKING:
    from heuristan.tangram.solving.contacts import Contacts
    from heuristan.tangram.verification.judging.drawn_case import Gate


MOST = 100_000
"""Maximum number of states that the search looks at for the rules. It is a number, not a time, so that runs can be
repeated."""

PATIENCE = 5.0
"""Maximum number of seconds for asking the other way."""

Searcher: TypeAlias = Literal["expert", "exact"]
"""Ranked rules with backtracking, or exhaustive search."""

Answer: TypeAlias = Literal["solved", "unsolvable", "limit"]
"""A solution was found, every way was tried, or the search was cut short, by the time at the latest."""

OTHER: Mapping[str, Searcher] = {"expert": "exact", "exact": "expert"}
"""For each solver that tries every way the other one."""

IN_WORDS: Mapping[str, str] = {"expert": "ranked rules", "exact": "exhaustive search"}


def answer_of(searcher: Searcher, readings: Iterable[Puzzle], gate: "Gate", limit: float | None) -> Answer:
    """Return what a way of searching says of the readings of a drawing: whether one has a solution that passes a gate.

    Args:
        searcher: the way to ask.
        readings: the readings.
        gate: the gate of the drawing.
        limit: the maximum number of seconds; PATIENCE is another.
    """
    from heuristan.tangram.solving.contacts import Contacts

    clock = Clock(limit).sooner(PATIENCE)
    ask = {"expert": _by_rules, "exact": _by_search}[searcher]
    none: Answer = "unsolvable"
    for reading in readings:
        contacts = Contacts(reading, gate)
        answer = ask(reading, contacts, clock.left) if contacts.is_valid else "unsolvable"
        if answer == "solved":
            return answer
        if answer == "limit":
            none = answer
            if clock.is_over():
                break
    return none


def _by_search(reading: Puzzle, contacts: "Contacts", limit: float | None) -> Answer:
    from heuristan.tangram.exact.search import search

    outcome = search(reading, accepts=contacts.accepts, limit=limit)
    if outcome.status == "solved":
        return "solved"
    return "unsolvable" if outcome.is_complete else "limit"


def _by_rules(reading: Puzzle, contacts: "Contacts", limit: float | None) -> Answer:
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.expert.runs import control_for, drive
    from heuristan.tangram.expert.tracing import Silent

    ranking = read_ranking(DEFAULT)
    tracer, clock = Silent(reading, ranking), Clock(limit)
    status = drive(control_for(reading, ranking, "backtracking", tracer, clock, contacts.accepts), "compiled").status
    return status if status in ("solved", "unsolvable") else "limit"


def ask_search(reading: Puzzle, gate: "Gate | None", clock: Clock, refuted: list[int]) -> str | None:
    """Ask the search whether a reading has no solution, and note its number if so.

    Args:
        reading: the reading on which the rules undid much.
        gate: the gate of the drawing.
        clock: the time limit of the rules.
        refuted: gets the number of the reading, from 1.

    Returns:
        The reason for the rules to give up; None if there may be a solution.
    """
    from heuristan.tangram.exact.search import RIGID, search
    from heuristan.tangram.solving.contacts import Contacts

    accepts = Contacts(reading, gate).accepts
    # fitted pieces find a little more, but neither they nor rules come to an end in a reading without a solution
    outcome = search(reading, accepts=accepts, limit=clock.left, most=MOST, widths=(RIGID,))
    if reading.reading is None or outcome.status != "unsolvable":
        return None
    refuted.append(reading.reading.number + 1)
    return f"the exhaustive search was asked, and found no solution in {plural(outcome.nodes, 'state')}"


def describe_refuted(result: Result, refuted: Sequence[int]) -> Result:
    """Return a result whose message names the readings that the search refuted when the rules asked it."""
    if not refuted:
        return result
    from heuristan.tangram.expert.backtracking import PATIENCE_ALONE

    one = len(refuted) == 1
    which = f"{'reading' if one else 'readings'} {places(refuted)}"
    after = f"after {PATIENCE_ALONE} undone steps{'' if one else ' each'}"
    said = f"that {which} {'has' if one else 'have'} no solution was said by the exhaustive search alone, {after}"
    return replace(result, message=f"{result.message}; {said}")


def progress_of(reading: Puzzle) -> str:
    which = f"reading {reading.reading.number + 1} of the drawing, " if reading.reading else ""
    return f"{which}{plural(reading.sets, 'set')}"


def readings_from(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield a reading of a drawing and those after it; an exact puzzle itself, or all if it is not what was drawn."""
    if puzzle.reading is None and is_as_in_file(puzzle):
        yield puzzle
        return
    first = 0
    if puzzle.reading is not None:
        yield puzzle
        first = puzzle.reading.number + 1
    if puzzle.drawing is not None:
        from heuristan.tangram.outlines.tolerant.readings import readings_of

        yield from islice(readings_of(puzzle.drawing, puzzle.pieces), first, None)


def as_read(result: Result, readings: Sequence[Puzzle], other: Answer | None) -> Result:
    """Return the result of a drawing, with how it was read.

    Args:
        result: that of the last reading.
        readings: those that were tried.
        other: what the other way of searching says, if it was asked.
    """
    last = readings[-1]
    if result.status == "refused":
        return result
    drawing, reading = last.drawing, last.reading
    if reading is None or drawing is None:
        exact = read_once(last)
        if drawing is not None and result.status == "unsolvable":
            exact = (exact or AsRead(drawing.origin, None, None, ()))._replace(notes=_assumed(last))
            exact = exact if exact.notes or drawing.origin.remarks else None
        return replace(result, message=f"{result.message}; {exact.words}", reading=exact) if exact else result
    sets = tuple(dict.fromkeys(each.sets for each in readings))
    read = AsRead(drawing.origin, reading.nearness, reading.moved, sets)
    if result.status == "solved":
        read = read._replace(notes=_guess(last, sets))
        return replace(result, message=f"{result.message}; {read.words}", reading=read)
    sheet = (SHEET,) if drawing.origin.spot is not None else ()
    read = read._replace(notes=(_sets_tried(drawing, sets), *_hindrance(readings), *sheet))
    if result.status == "unsolvable" and all(each.reading and each.reading.is_exact for each in readings):
        return replace(result, message=f"{result.message}; {read.words}", reading=read)
    status: Status = "stuck" if result.status == "unsolvable" else result.status
    fault = _fault(result, len(readings), other)
    trace = _with_end(result.trace, status, fault.message)
    read = read._replace(brief=fault.brief)
    return replace(result, status=status, message=f"{fault.message}; {read.words}", reading=read, trace=trace)


class _Fault(NamedTuple):
    """The ending of a drawing without a solution."""

    head: str
    """A clause that names the ways of searching which found none."""
    words: str = ""
    """The ending of the last search."""
    hint: str = ""
    """A clause that names the solver which gives the solution that is known."""

    @property
    def brief(self) -> str:
        return f"{self.head}{self.hint}"

    @property
    def message(self) -> str:
        return f"{self.head}: {self.words}{self.hint}" if self.words else self.brief


def _fault(result: Result, number: int, other: Answer | None) -> _Fault:
    """Return how it ended, and which ways of searching say so."""
    if result.status == "limit":
        return _Fault(f"{result.message}, in reading {number} of the drawing")
    words = result.message.removeprefix("there is no solution; ")
    there = OTHER.get(result.solver)
    if there is None or result.status != "unsolvable":
        return _Fault("no solution as read", words)
    here, others = IN_WORDS[result.solver], IN_WORDS[there]
    if other == "unsolvable":
        return _Fault(f"no solution as read, by {here} and by {others} alike", words)
    hint = f"; there is one by {others}, which the solver {there} gives" if other == "solved" else ""
    return _Fault(f"no solution as read, by {here} alone", words, hint)


def _guess(puzzle: Puzzle, sets: Sequence[int]) -> tuple[str, ...]:
    """Return, of a drawing that is solved, the number of sets if it was a guess, and why."""
    last = puzzle.sets
    if last != sets[0]:
        before = " or ".join(str(number) for number in sets if number != last)
        return (f"with {plural(last, 'set')}, because with {before} none was found",)
    return _assumed(puzzle) if puzzle.drawing and sets_of_legs(puzzle.drawing, puzzle.pieces) else ()


def _assumed(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the number of sets that was assumed; nothing if the file says it."""
    drawing = puzzle.drawing
    if drawing is None or sets_said(drawing, puzzle.pieces) is not None:
        return ()
    several = sets_of_legs(drawing, puzzle.pieces)
    other = f"; with a small leg of 1 it would be {plural(several, 'set')}" if several else ""
    was = "was" if puzzle.sets == 1 else "were"
    return (f"{plural(puzzle.sets, 'set')} {was} assumed, because the file says no number{other}",)


def _hindrance(readings: Sequence[Puzzle]) -> tuple[str, ...]:
    """Return, of a drawing that no reading explains, not even one cut at its necks, the place that is worst drawn."""
    cut = next((each for each in reversed(readings) if each.reading is not None and each.reading.is_cut), None)
    if cut is None or cut.reading is None or cut.drawing is None:
        return ()
    from heuristan.tangram.outlines.tolerant.readings import stray_edge
    from heuristan.tangram.outlines.tolerant.silhouette import Silhouette

    x, y = cut.reading.spot
    stray = stray_edge(Silhouette.of(cut.drawing, cut.pieces, cut.sets, 0.0), cut.drawing)
    return (stray or f"even with necks read as points, the vertex at ({x:.6g}, {y:.6g}) is off the farthest",)


def _sets_tried(drawing: Drawing, sets: Sequence[int]) -> str:
    """Return how many sets were tried, and why."""
    numbers = " and ".join(map(str, sets))
    tried = f"{numbers} {'set was' if sets == (1,) else 'sets were'} tried"
    if drawing.sets is not None:
        return f"{tried}, as the file says"
    if drawing.laid:
        return f"{tried}, as many as the author's pieces are"
    if drawing.leg is not None:
        return f"{tried}, by the area and the length of a leg"
    return f"{tried}, because nothing says how many it takes"


def _with_end(trace: Trace, status: Status, message: str) -> Trace:
    """Return a trace whose end says what the result says."""
    return tuple(
        replace(event, status=status, message=message) if isinstance(event, Ended) else event for event in trace
    )
