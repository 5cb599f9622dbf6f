"""Traces of runs in which something else stands at one place: they are refused in words, or told and drawn soon."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from time import process_time

from adversary.findings import Finding, Report
from adversary.schemas import changed
from heuristan import solve
from heuristan.tangram.explain import explain, in_brief
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import attempts_svg, solution_svg
from heuristan.tangram.trace.events import Trace
from heuristan.tangram.trace.kept_path import AttemptError
from heuristan.tangram.trace.lines import TraceError, dumps, runs_in
from heuristan.teaching.player import film

SHOWN: Mapping[str, Callable[[Trace], str]] = {
    "film strip": filmstrip_svg,
    "solution": solution_svg,
    "attempts": attempts_svg,
    "explanation": explain,
    "brief": in_brief,
}
LONGEST = 5_000_000
"""Letters that a picture or text of a small run may have."""
SECONDS = 5.0
"""Time of the processor that one may take."""


@cache
def recorded() -> tuple[str, ...]:
    """Return traces of several solvers."""
    runs = (
        solve("cat"),
        solve("lamp", backtracking=False),
        solve("digit-9", backtracking=False),
        solve("convex-square", solver="exact"),
    )
    return tuple(dumps(run.trace) for run in runs)


def mutated(text: str, dice: Random) -> str:
    """Return a trace with another value in one place, or with a line twice, gone, or at another place."""
    lines = text.splitlines()
    at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
    if len(lines) == 1 or dice.random() < 0.8:
        lines[at] = json.dumps(changed(json.loads(lines[at]), dice))
    else:
        line = lines[at] if dice.random() < 0.3 else lines.pop(at)
        lines[to:to] = [line] * dice.randrange(2)
    return "\n".join(lines)


def shown(text: str) -> tuple[str, list[Finding]]:
    """Let everything that shows traces show one; return the answer, and what must not be."""
    try:
        return "shown", [found for run in runs_in(text) for found in _faults(run, {**SHOWN, "page": film.player_page})]
    except TraceError:
        return "refused", []
    except Exception as fault:  # whatever it is
        return "error", [(f"the door: {type(fault).__name__}", f"{fault}: {text[:200]}")]


def _faults(run: object, ways: Mapping[str, Callable[..., str]]) -> Iterator[Finding]:
    for way, show in ways.items():
        begun = process_time()
        try:
            made = show(run)
        except AttemptError:
            continue
        except Exception as fault:  # whatever it is
            yield f"{way}: {type(fault).__name__}", str(fault)
            continue
        if process_time() - begun > SECONDS or len(made) > LONGEST:
            yield f"{way}: too much", f"{process_time() - begun:.1f} s, {len(made)} letters"


def try_traces(report: Report, number: int, seed: int) -> None:
    """Try a number of traces."""
    dice = Random(seed)
    for _ in range(number):
        text = mutated(dice.choice(recorded()), dice)
        report.add("traces", *shown(text))
