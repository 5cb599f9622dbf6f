"""Runs driven by rules in CLIPS notation, from the facts with which a run begins to its end."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeAlias, TypeVar

from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.host.coding import edges_of, lines_written, sets_written
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.host.looking import Looking
from heuristan.tangram.expert.host.recording import Recorder
from heuristan.tangram.expert.host.run_text import run_text
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.state import State

STORED = ("Figure", "Line", "EntryPoint")
"""The kinds of facts that hold in every run of a text."""


class RuleSystem(Protocol):
    """A system that fires rules."""

    def begin(self, functions: Functions, kept: Collection[str]) -> None:
        """Begin afresh: facts go but for those of some templates, and functions are replaced."""

    def assert_fact(self, template: str, /, **slots: Any) -> None:
        """Bring a fact in."""

    def run(self) -> object:
        """Fire rules until none is left or the run has ended."""


SystemT = TypeVar("SystemT", bound=RuleSystem)
Make: TypeAlias = Callable[[str, Functions], RuleSystem]
"""Makes a system of a text and host functions."""


def drive_by_production(control: Control) -> None:
    """Run what a control describes by the production system to its end."""
    _drive(System, control)


def drive_by_clips(control: Control) -> None:
    """Run what a control describes by real CLIPS to its end."""
    from heuristan.tangram.expert.host.clips_system import ClipsSystem

    _drive(ClipsSystem, control)


def _drive(make: Make, control: Control) -> None:
    geometry, functions = host_of(control)
    text = text_of(control)
    idle = _idle(make, text, geometry.figures)
    system = idle.pop() if idle else with_figures(make(text, functions), geometry.figures)
    begin(system, control, functions)
    system.run()
    idle.append(system)  # one that was stopped in its tracks is not used again


@lru_cache(maxsize=16)
def _idle(make: Make, text: str, stored: tuple[Figure, ...]) -> list[RuleSystem]:  # noqa: ARG001
    """Return the systems of one text and its figures that are idle: making one takes longer than a run."""
    return []


def with_figures(system: SystemT, stored: tuple[Figure, ...]) -> SystemT:
    """Bring the figures in."""
    for figure in _stored(stored):
        system.assert_fact("Figure", **figure)
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
    geometry = Geometry(control.start, control.rules, control.clock)
    looking = Looking(geometry, control.rules, control.tracer, control.ask)
    return geometry, {**geometry.functions, **looking.functions, **Recorder(geometry, control).functions}


def text_of(control: Control) -> str:
    """Return the rules of the run that a control describes."""
    is_drawn = bool(control.start.boundary.nearness)
    return run_text(control.rules, tuple(control.entry_lines), control.way, drawn=is_drawn)


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


def _stored(figures: tuple[Figure, ...]) -> Iterator[Mapping[str, Any]]:
    """Yield the slots of each figure, from each of its corners on."""
    for figure in figures:
        for corner in range(len(figure.sides)):
            turned = (*figure.sides[corner:], *figure.sides[:corner])
            yield {
                "number": figure.number,
                "kind": Symbol(figure.kind),
                "name": Symbol(figure.name),
                "sides": len(turned),
                "corner": corner + 1,
                **{f"h{k}": side.heading for k, side in enumerate(turned, 1)},
                **{f"n{k}": side.length for k, side in enumerate(turned, 1)},
            }
