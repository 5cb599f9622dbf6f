"""Runs driven by rules in CLIPS notation, from the facts with which a run begins to its end."""

from collections.abc import Iterator, Mapping
from typing import Any

from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.host.clips_system import ClipsSystem
from heuristan.tangram.expert.host.coding import Symbol, edges_of
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.host.looking import Looking
from heuristan.tangram.expert.host.recording import Recorder
from heuristan.tangram.expert.host.run_text import run_text
from heuristan.tangram.expert.state import State


def drive_by_clips(control: Control) -> None:
    """Run what a control describes by real CLIPS to its end."""
    geometry, functions = _host_of(control)
    system = ClipsSystem(_text_of(control), functions)
    for figure in _stored(geometry.figures):
        system.assert_fact("Figure", **figure)
    _drive(system, control)


def _host_of(control: Control) -> tuple[Geometry, Functions]:
    geometry = Geometry(control.start, control.rules, control.clock)
    looking = Looking(geometry, control.rules, control.tracer, control.ask)
    return geometry, {**geometry.functions, **looking.functions, **Recorder(geometry, control).functions}


def _text_of(control: Control) -> str:
    is_drawn = bool(control.start.boundary.nearness)
    return run_text(control.rules, tuple(control.entry_lines), control.way, drawn=is_drawn)


def _drive(engine: ClipsSystem, control: Control) -> None:
    """Bring in the facts with which a run begins, and run it."""
    control.begin_record()
    for template, slots in _first_facts(control.start):
        engine.assert_fact(template, **slots)
    engine.run()


def _first_facts(start: State) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield "Outline", {"step": 0, "edges": edges_of(start.boundary), "drawn": (), "numbered": ()}
    yield "Stock", {"step": 0, "left": tuple(map(Symbol, start.stock.elements()))}
    yield "Tally", {"extracted": 0, "undone": 0, "deepest": 0}
    yield "Attempt", {"number": 0, "line": 0, "choice": 0}
    yield "Now", {"step": -1}
    yield "Stuck", {}


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
