"""The program on one page, from outlines to their results: read it from top to bottom.

Outlines come *read*, by `outlines.reading`: as puzzles, or as refusals with the reason. Each is *checked*, its readings
are *solved* one after the other, the solution is *judged*, and what happened is *recorded*. The command line and its
processes, the Python API, hints and the page all come this way.

Solvers are imported where they begin: rules need no search, and an outline on the lattice no geometry of floats.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.clock import Clock
from heuristan.common.faults import InputError, or_refused
from heuristan.common.memory import without_collector
from heuristan.common.progress import announced
from heuristan.common.rooms import find
from heuristan.tangram.pieces.sets import Placement, Placements
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import (
    IN_WORDS,
    OTHER,
    Answer,
    answer_of,
    as_read,
    ask_search,
    describe_refuted,
    progress_of,
    readings_from,
)
from heuristan.tangram.solving.options import Options
from heuristan.tangram.solving.result import Result, ResultPieces, UnsoundSolutionError, checked, own_pieces
from heuristan.tangram.trace.events import Ended, Event
from heuristan.tangram.verification.as_in_file import is_as_in_file

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.solving.contacts import Contacts
    from heuristan.tangram.verification.judging.drawn_case import Gate

RULES_SHARE, RULES_MOST = 0.5, 30.0
"""The part of the time limit that ranked rules have before a search, and the maximum number of seconds. Of 10,000
outlines that they solve, few take a second."""

FEW_SECONDS = 1.0
"""Seconds of the processor until kernels are thought of: a few outlines do not repay loading them."""

NOT_FOR_FORD = (
    "Ford's search needs exact lengths, and no reading of the drawing has them; take --solver exact or --solver expert"
)


def solve_all(outlines: Iterable[Puzzle | Refusal], options: Options, jobs: int = 1) -> Iterator[Result]:
    """Read outlines as they are asked for, and yield the result of each, in order."""
    if jobs == 1:
        yield from (solve_outline(outline, options) for outline in outlines)
        return
    from heuristan.common.workers import done_by_processes

    yield from done_by_processes(outlines, partial(solve_outline, options=options), options.refused, jobs)


def solve_outline(outline: Puzzle | Refusal, options: Options) -> Result:
    """Check and solve an outline; refuse it if it is no puzzle, or if heuristan itself fails."""
    if isinstance(outline, Refusal):
        return options.refused(outline, outline.message)
    try:
        return or_refused(partial(solve_puzzle, options=options), options.refused)(outline)
    except InputError as fault:
        from heuristan.tangram.expert.own_rules import OwnRulesFault

        if not isinstance(fault, OwnRulesFault):
            raise
        return options.refused(outline, str(fault))


def solve_puzzle(puzzle: Puzzle, options: Options) -> Result:
    """Solve a puzzle by the rules, by a search, or by one after the other."""
    if len(options.rankings) > 1:
        return _by_rankings_in_turn(puzzle, options)
    quick = _by_kernels(puzzle, options)
    if quick is not None:
        return quick
    if options.solver == "auto" and options.way == "backtracking":
        return _by_rules_then_search(puzzle, options)
    return try_readings(puzzle, options).confirmed()


def _by_kernels(puzzle: Puzzle, options: Options) -> Result | None:
    """Run a ranking by kernels, to the same result in a twentieth of the time; None where they cannot."""
    if not options.has_rules or options.engine != "compiled" or options.traced or puzzle.reading is not None:
        return None
    is_worth_it = process_time() > FEW_SECONDS
    solve_quickly = find("solve_quickly") if is_worth_it and is_as_in_file(puzzle) else None
    if solve_quickly is None:
        return None
    ranking, way, limit = options.rankings[0], options.way, options.limit
    quick: Result | None = solve_quickly(puzzle, ranking, way=way, with_extractions=False, limit=limit)
    return quick and as_read(quick, (puzzle,), None)


def try_readings(puzzle: Puzzle, options: Options) -> "Tried":
    """Solve the readings of a drawing in turn until one has a solution; an exact outline is its own only reading."""
    clock, readings = Clock(options.limit), readings_from(puzzle)
    if options.solver == "ford":
        readings = (reading for reading in readings if not reading.nearness)
    first = next(readings, None)
    if first is None:
        return Tried((puzzle,), (options.refused(puzzle, NOT_FOR_FORD),), None, clock, ())
    gate = _gate_of(puzzle) if first.reading is not None else None
    results: list[Result] = []
    tried: list[Puzzle] = []
    refuted: list[int] = []
    for reading in chain((first,), readings if gate is not None else ()):
        contacts = _contacts_of(reading, gate)
        with announced(partial(progress_of, reading)):
            if options.has_rules:
                result = _run_rules(reading, contacts, options, clock.left, refuted)
            else:
                from heuristan.tangram.solving.exhaustive import run_search

                result = run_search(reading, contacts, options, clock.left)
        results.append(result)
        tried.append(reading)
        if result.status in ("solved", "limit"):
            break
    return Tried(tuple(tried), tuple(results), gate, clock, tuple(refuted))


def _gate_of(drawing: Puzzle) -> "Gate":
    """Return the gate that every solution of a drawing must pass, whatever the reading: that of the first one."""
    from heuristan.tangram.verification.judging.drawn_case import Gate

    return Gate.of(drawing)


def _contacts_of(reading: Puzzle, gate: "Gate | None") -> "Contacts | None":
    """Return where the pieces of a drawing truly lie; None for an exact outline, which has no gate."""
    if not reading.reading:
        return None
    from heuristan.tangram.solving.contacts import Contacts

    return Contacts(reading, gate)


def _run_rules(
    reading: Puzzle, contacts: "Contacts | None", options: Options, limit: float | None, refuted: list[int]
) -> Result:
    """Run a ranking on one reading; readings that the search refutes, when it is asked, are added to those refuted."""
    from heuristan.tangram.expert.backtracking import rules_for
    from heuristan.tangram.expert.control import accepts_all, no_opinion
    from heuristan.tangram.expert.runs import control_for, drive, tangled
    from heuristan.tangram.expert.tracing import Silent, Tracer

    ranking, way, events, clock = options.rankings[0], options.way, list[Event](), Clock(limit)
    start = perf_counter()
    # without an engine thousands of states and matches are made, and no cycles: to look for some takes a third of the
    # time. When the run is over only its events are left
    with without_collector() if options.engine == "compiled" else nullcontext():
        rules = rules_for(ranking, way)
        tracer = Tracer(reading, ranking, rules, events.append) if options.traced else Silent(reading, ranking)
        accepts = contacts.accepts if contacts else accepts_all
        opinion = partial(ask_search, reading, contacts.gate, clock, refuted) if contacts else no_opinion
        if contacts and not contacts.is_valid:
            run = tangled(tracer, way)
        else:
            control = control_for(reading, ranking, way, tracer, clock, accepts, opinion)
            with announced(control.progress):
                run = drive(control, options.engine)
    seconds = perf_counter() - start
    placements, how = [piece.placement for piece in run.pieces], [(piece.step, piece.rule) for piece in run.pieces]
    pieces = _judged(reading, contacts, placements, how, ranking) if run.status == "solved" else ()
    trace = tuple(contacts.corrected(events) if contacts else events)
    counts = run.entry_point, run.extractions, run.backtracks
    return Result(reading.id, run.status, "expert", ranking.name, seconds, *counts, run.message, pieces, trace)


def _judged(
    puzzle: Puzzle,
    contacts: "Contacts | None",
    placements: Sequence[Placement],
    how: Iterable[tuple[int, str]],
    ranking: "Ranking",
) -> ResultPieces:
    """Verify a solution, and return its pieces with their steps and rules, in the outline's own coordinates.

    Args:
        puzzle: the outline, or a reading of a drawing.
        contacts: where the pieces of a drawing truly lie; its gate let them pass when they were found.
        placements: the pieces.
        how: the step and the rule of each.
        ranking: the rules that found it.

    Raises:
        UnsoundSolutionError: if it is not one.
        OwnRulesFault: if it is not one, and rules of one's own may have made it so.
    """
    if contacts is not None:
        return contacts.own(placements, how)
    laid = Placements.of(puzzle.pieces, placements)
    try:
        checked(puzzle, laid)
    except UnsoundSolutionError as fault:
        if not any(rule.own for rule in ranking.rules):
            raise
        from heuristan.tangram.expert.own_rules import OwnRulesFault

        raise OwnRulesFault(f"the user's rules ended with pieces that do not solve the puzzle: {fault}") from fault
    return own_pieces(puzzle, laid, how)


class Tried(NamedTuple):
    """The readings of a puzzle that a solver tried in turn."""

    readings: tuple[Puzzle, ...]
    results: tuple[Result, ...]
    """The result of each: of all but the last, that it has no solution."""
    gate: "Gate | None"
    """The gate of the drawing; None for an exact outline."""
    clock: Clock
    """The time limit for all of them."""
    refuted: tuple[int, ...]
    """The numbers, from 1, of the readings that the search alone refuted, when the rules asked it."""

    @property
    def last(self) -> Result:
        """The result of the last reading, after the time that all of them took."""
        *before, last = self.results
        return replace(last, seconds=sum(one.seconds for one in self.results)) if before else last

    def recorded(self, other: Answer | None = None) -> Result:
        """Return the result, with how a drawing was read.

        Args:
            other: what the other way of searching says of the readings, if it was asked.
        """
        return describe_refuted(as_read(self.last, self.readings, other), self.refuted)

    def confirmed(self) -> Result:
        """Return the result; the other way of searching is asked before it is said that a drawing has no solution."""
        other = OTHER.get(self.last.solver)
        if self.gate is None or other is None or any(one.status != "unsolvable" for one in self.results):
            return self.recorded()
        return self.recorded(answer_of(other, self.readings, self.gate, self.clock.left))


def _by_rules_then_search(puzzle: Puzzle, options: Options) -> Result:
    """Run the rules; where they find no solution, search, and say who found one and what the rules came to."""
    limit, clock = options.limit, Clock(options.limit)
    share = RULES_MOST if limit is None else min(RULES_MOST, RULES_SHARE * limit)
    rules = try_readings(puzzle, replace(options, solver="expert", limit=share))
    is_proved = rules.last.status == "unsolvable" and rules.gate is None
    if rules.last.status == "solved" or is_proved or clock.left == 0:
        return rules.recorded()
    search = try_readings(puzzle, Options("exact", limit=clock.left, traced=options.traced))
    return replace(_decided(rules, search), seconds=rules.last.seconds + search.last.seconds)


def _decided(rules: Tried, search: Tried) -> Result:
    """Return the result of the rules, which found no solution, and of the search after them."""
    found = search.last
    if found.status == "solved" or (found.status == "unsolvable" and search.gate is None):
        return _after(rules, search).recorded()
    other: Answer = "unsolvable" if found.status == "unsolvable" else "limit"
    if rules.last.status != "limit":
        return rules.recorded(other)
    if other == "unsolvable":
        return search.recorded("limit")
    return _after(search, rules).recorded()


def _after(first: Tried, second: Tried) -> Tried:
    """Return what the second solver found, with what the first one came to in the same reading, or in its last."""
    *others, last = second.results
    there = first.results[min(len(others), len(first.results) - 1)]
    before = f"{IN_WORDS[there.solver]} found no solution: {there.message}"
    message = f"{last.message}, by {IN_WORDS[last.solver]}; {before}"
    trace = tuple(replace(event, before=before) if isinstance(event, Ended) else event for event in last.trace)
    return second._replace(results=(*others, replace(last, message=message, trace=trace)), refuted=())


def _by_rankings_in_turn(puzzle: Puzzle, options: Options) -> Result:
    """Run several rankings: the solution is that of the attempt with the lowest number, whichever ranking made it.

    Attempts of different rankings know nothing of each other, so every ranking has a run of its own, with an equal
    share of the time that is left.
    """
    start, found, number = perf_counter(), list[Result](), len(options.rankings)
    clock = Clock(options.limit)
    for place, ranking in enumerate(options.rankings):
        left = None if clock.left is None else clock.left / (number - place)
        found.append(solve_puzzle(puzzle, replace(options, rankings=(ranking,), limit=left)))
        # no attempt comes before a first one, and what is proved of a puzzle is so for every ranking
        if found[-1].entry_point == 1 or found[-1].status == "unsolvable":
            break
    return replace(_earliest(found, number), seconds=perf_counter() - start)


def _earliest(found: Sequence[Result], number: int) -> Result:
    """Return the result of the earliest attempt that solved a puzzle; if none did, what every ranking says."""
    place, best = min(enumerate(found), key=lambda each: (each[1].entry_point or inf, each[0]))
    if best.status == "solved":
        return replace(best, message=f"{best.message}, by {best.ranking}, ranking {place + 1} of {number}")
    decided = next((result for result in found if result.status == "unsolvable"), None)
    if decided is not None:
        return decided
    # a run without time proves nothing, so the runs together do not either
    told = next((result for result in found if result.status == "limit"), found[0])
    return replace(told, message="; ".join(f"{result.ranking}: {result.message}" for result in found))
