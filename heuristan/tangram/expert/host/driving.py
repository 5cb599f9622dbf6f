"""Runs driven by rules in CLIPS notation, from the facts with which a run begins to its end."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any, Protocol, TypeAlias, TypeVar

from heuristan.common.clock import OutOfTime
from heuristan.common.faults import InputError
from heuristan.common.interrupting import ended_after, ended_with
from heuristan.common.memory import at_most
from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.host.fact_states import edges_of, lines_written, sets_written
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.host.looking import Looking
from heuristan.tangram.expert.host.match_questions import MatchQuestions
from heuristan.tangram.expert.host.recording import Recorder
from heuristan.tangram.expert.host.registered import load_functions, registered
from heuristan.tangram.expert.host.run_text import run_text
from heuristan.tangram.expert.own_rules import OwnRules, OwnRulesFault
from heuristan.tangram.expert.production.clips_notation import NotationFault, Symbol
from heuristan.tangram.expert.production.right_sides import ConditionFault
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking import RankedRule, saliences
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.ways import Engine

FOR_DRAWINGS = "a whole text of rules is for exact outlines; for a drawing put rules into a line of a ranking (file:)"
ROUND = 10_000
"""How many rules fire between two looks at the time."""
MOST_MEMORY = 512 << 20
"""Maximum memory, in bytes, that rules of one's own may take in a run; those that ship take some twenty MiB."""
MOST_SECONDS = 15.0
"""Maximum number of seconds of the processor that a command of the shell may take; the longest run of a shape takes
three."""
MOST = 50_000
"""Maximum number of rules that fire for one extraction; one takes some hundred."""
STORED = ("Figure", "Line", "EntryPoint")
"""The kinds of facts that hold in every run of a text."""


class RuleSystem(Protocol):
    """A system that fires rules."""

    def begin(self, functions: Functions, kept: Collection[str]) -> None:
        """Begin afresh: facts go but for those of some templates, and functions are replaced."""

    def assert_fact(self, template: str, /, **slots: Any) -> None:
        """Bring a fact in."""

    @property
    def last_fired(self) -> str:
        """The name of the rule that fired last; empty if it is not known."""

    @property
    def complaint(self) -> str:
        """The first fault that did not end the run by itself; empty if there is none."""

    def run(self, limit: int) -> int:
        """Fire rules until none is left, the run has ended, or a number has fired; return how many did."""


SystemT = TypeVar("SystemT", bound=RuleSystem)
Make: TypeAlias = Callable[[str, Functions], RuleSystem]
"""Makes a system of a text and host functions."""


def drive_by_rules(control: Control, engine: Engine) -> None:
    """Run what a control describes to its end: by real CLIPS, if that is the engine, else by the production system."""
    make: Make = System
    if engine == "clips":
        from heuristan.tangram.expert.host.clips_system import ClipsSystem

        make = ClipsSystem
    geometry, functions = host_of(control)
    text = text_of(control)
    idle = _idle(make, text, geometry.figures)
    system = idle.pop() if idle else with_figures(make(text, functions), geometry.figures, partial(takes_open, control))
    begin(system, control, functions)
    _run(system, control)
    idle.append(system)  # one that was stopped in its tracks is not used again


def _run(system: RuleSystem, control: Control) -> None:
    """Fire rules until the run is over.

    Raises:
        OwnRulesFault: if rules of one's own keep it from going on.
    """
    try:
        with _bounds(control):
            while system.run(ROUND) == ROUND and control.run is None:
                control.clock.check()
    except ConditionFault as fault:
        raise _of_condition(control, fault) from fault
    except Exception as fault:
        own = next((each for each in _own(control) if system.last_fired in each.proposing), None)
        if not control.is_own or isinstance(fault, InputError | OutOfTime):
            raise
        where = f"{own.file}: " if own and own.file else ""
        after = f"; the rule {system.last_fired} fired last" if system.last_fired else ""
        what = in_words(fault)
        if isinstance(fault, MemoryError):
            what = f"its rules take more than {MOST_MEMORY >> 20} MiB"
        raise OwnRulesFault(f"{where}the run broke off ({what}){after}") from fault
    if control.run is None and control.is_own:
        if system.complaint:
            raise OwnRulesFault(f"the run broke off; {system.complaint}; test first whether there is a value")
        raise OwnRulesFault(
            "no rule fires any more, and the run is not over; a rule of one's own took away what others need"
        )


def _of_condition(control: Control, fault: ConditionFault) -> OwnRulesFault:
    """Say which condition of rules of one's own cannot be computed, and why."""
    text, words = text_of(control), in_words(fault)
    for number, (rule, salience) in enumerate(zip(control.rules, saliences(control.rules), strict=True), 1):
        own = rule.own
        placed = own.placed(number, salience, undoes=control.way == "with backtracking") if own else ""
        before = text[: max(0, text.find(placed))].count("\n")
        if own and 0 < fault.line - before <= placed.count("\n") + 1:
            line = fault.line - before
            where = f"{own.file}:{line}" if own.file else f"line {own.line + line} of the ranking"
            return OwnRulesFault(f"{where}: {words}: {own.text.splitlines()[line - 1].strip()}")
    return OwnRulesFault(f"line {fault.line} of the run's text: {words}")


@contextmanager
def _bounds(control: Control) -> Iterator[None]:
    """Bound the time and memory of rules of one's own; those that ship ask the clock themselves."""
    if not control.is_own:
        yield
        return
    with ended_with(control.clock), at_most(MOST_MEMORY):
        yield


@contextmanager
def bounded() -> Iterator[None]:
    """Bound the time and the memory of what a person lets the engine do."""
    with ended_after(MOST_SECONDS), at_most(MOST_MEMORY):
        yield


def _own(control: Control) -> list[OwnRules]:
    return [rule.own for rule in control.rules if rule.own]


@lru_cache(maxsize=16)
def _idle(make: Make, text: str, stored: tuple[Figure, ...]) -> list[RuleSystem]:  # noqa: ARG001
    """Return the systems of one text and its figures that are idle: making one takes longer than a run."""
    return []


def takes_open(control: Control, figure: Figure) -> bool:
    """Return whether some rule of a run may take a figure with one side open."""
    return bool(control.text) or any(rule.takes_open(figure) for rule in control.rules)


def with_figures(
    system: SystemT, stored: tuple[Figure, ...], are_open: Callable[[Figure], bool] = lambda _: True
) -> SystemT:
    """Bring the figures in.

    Args:
        system: the system.
        stored: the figures.
        are_open: whether a figure is looked for with one side open too; all are where people ask.
    """
    for figure in stored:
        for slots in _slots_of(figure, is_open=are_open(figure)):
            system.assert_fact("Figure", **slots)
    return system


def begin(system: RuleSystem, control: Control, functions: Functions) -> None:
    """Bring in the facts with which a run begins."""
    system.begin(functions, STORED)
    control.begin_record()
    for template, slots in facts_of(control.start):
        system.assert_fact(template, **slots)
    system.assert_fact("Attempt", number=0, line=0, choice=0)
    system.assert_fact("Now", step=-1)
    system.assert_fact("Stuck")


def host_of(control: Control) -> tuple[Geometry, Functions]:
    """Return the geometry of the run that a control describes, and all its host functions."""
    for file in dict.fromkeys(file for own in _own(control) for file in own.functions):
        load_functions(file.path)
    geometry = Geometry(control.start, control.rules, control.clock)
    looking = Looking(geometry, control.rules, control.tracer, control.ask)
    return geometry, _functions_of(geometry, looking, MatchQuestions(geometry), Recorder(geometry, control))


def _functions_of(*parts: Geometry | Looking | MatchQuestions | Recorder) -> Functions:
    return {**registered(), **{name: each for part in parts for name, each in part.functions.items()}}


def text_of(control: Control) -> str:
    """Return the rules of the run that a control describes."""
    is_drawn = bool(control.start.boundary.nearness)
    if control.text and is_drawn:
        raise OwnRulesFault(FOR_DRAWINGS)
    return control.text or run_text(control.rules, tuple(control.entry_lines), control.way, drawn=is_drawn)


def facts_of(state: State) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the facts of what is left, with a vertex array that is not drawn yet."""
    step = state.steps
    yield "Outline", {"step": -1, "edges": (), "drawn": (), "numbered": ()}
    yield "Drawn", {"step": -1}
    drawn = lines_written(state.carried)
    yield "Outline", {"step": step, "edges": edges_of(state.boundary), "drawn": drawn, "numbered": ()}
    yield "Stock", {"step": step, "left": tuple(map(Symbol, state.stock.elements()))}
    for held in state.abeyance.lists:
        sets = sets_written(held.sets)
        yield "Held", {"step": step, "taken": held.step, "composite": Symbol(held.composite), "sets": sets}
    yield "Tally", {"extracted": 0, "undone": 0, "deepest": 0}


def _slots_of(figure: Figure, *, is_open: bool) -> Iterator[Mapping[str, Any]]:
    """Yield the slots of a figure, from each of its corners on."""
    for corner in range(len(figure.sides)):
        turned = (*figure.sides[corner:], *figure.sides[:corner])
        yield {
            "number": figure.number,
            "kind": Symbol(figure.kind),
            "name": Symbol(figure.name),
            "sides": len(turned),
            "open": is_open,
            "corner": corner + 1,
            **{f"h{k}": side.heading for k, side in enumerate(turned, 1)},
            **{f"n{k}": side.length for k, side in enumerate(turned, 1)},
        }


def endless(fired: int) -> str:
    """Say that rules fire without an end."""
    return f"{fired:,} rules fired without an end: some rule makes itself fire again; change it"


_WORDS: Mapping[type[BaseException], str] = {
    UnboundLocalError: "a variable is used before anything is bound to it; bind it first",
    ZeroDivisionError: "a number is divided by 0; test it first",
    RecursionError: "a function calls itself without an end; let it end",
}
"""Messages for errors of Python, by type."""


def in_words(fault: BaseException) -> str:
    """Say what is wrong with something that the engine was to do."""
    words = str(fault) or type(fault).__name__
    if isinstance(fault, ConditionFault) and fault.__cause__ is not None:
        return in_words(fault.__cause__)
    if isinstance(fault, InputError):
        return words
    if isinstance(fault, OutOfTime):
        return f"it takes more than {MOST_SECONDS:g} seconds; a condition or an action has no end, or too much to do"
    if isinstance(fault, MemoryError):
        return f"it takes more than {MOST_MEMORY >> 20} MiB"
    if isinstance(fault, TypeError) and "argument" in words:
        return "a function is given too many values, or too few"
    if isinstance(fault, TypeError):
        return "values do not go together; compare and compute numbers with numbers, and look into lists with nth$"
    if type(fault) in _WORDS:
        return _WORDS[type(fault)]
    if isinstance(fault, KeyError):
        return f"the fact has no slot {fault.args[0]}" if fault.args else "the fact has no such slot"
    return f"{words}; what it is made of is not what the rules of a run expect"


@lru_cache(maxsize=64)
def check_own(rule: RankedRule) -> None:
    """Check the rules that are written for a line of a ranking.

    Raises:
        NotationFault: if there is a fault in them, with its line in their text.
    """
    own = rule.own
    assert own is not None
    text = run_text((rule,), (0,), "with backtracking", drawn=False)
    before = text[: text.index(own.placed(1, 10, undoes=True))].count("\n")
    try:
        System(text, names_of_functions())
    except NotationFault as fault:
        last = own.text.count("\n") + 1
        raise NotationFault(min(max(fault.line - before, 1), last), fault.words) from None


def names_of_functions() -> Functions:
    """Return all functions of the host by their names, to be compiled but not called."""
    # the functions are listed without a run; each would look its run up only when it is called
    blank = object.__new__
    return _functions_of(blank(Geometry), blank(Looking), blank(MatchQuestions), blank(Recorder))
