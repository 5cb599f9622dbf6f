"""The end of a run in words, and what it means."""

from collections.abc import Iterator

from heuristan.tangram.explain.steps import figure
from heuristan.tangram.explain.words import NARROW, listed, number, pieces, plural, vertex_count
from heuristan.tangram.trace.kept_path import Path

_MEANINGS = {
    "stuck": (
        "Stuck: no attempt came to a solution. That does not prove that the puzzle has no solution, only that "
        "these rules do not find one without undoing. With backtracking they find one if there is one."
    ),
    "limit": "Limit: the time limit was reached. That does not show whether the puzzle has a solution.",
    "unsolvable": (
        "Unsolvable: every way to fill the outline was tried or ruled out, so there is certainly no solution."
    ),
}

AS_READ = (
    "That does not prove that the puzzle has no solution: the drawing may have been read wrongly, or be too imprecise."
)
"""The meaning of being stuck where every way was tried: only drawings end so."""

OF_ONES_OWN = "That does not prove that the puzzle has no solution: rules of one's own may have ruled it out."

_STUCK = {
    "by hand": "Stuck: no rule finds a match in what is left.",
    "with retry": (
        "Stuck: every choice among matches of one rule was tried, in every attempt. That does not prove that the "
        "puzzle has no solution, only that these rules do not find one so. With backtracking they find one if there "
        "is one."
    ),
}
"""The meaning of being stuck, where it is another than as published."""


def describe_ending(path: Path) -> Iterator[str]:
    """Yield the sentences of the last paragraph."""
    ended = path.ended
    yield from _outcome(path)
    yield from _effort(path)
    if ended is None or ended.status in ("stuck", "limit"):
        if len(path.attempts) > 1 and path.started is not None:
            yield f"The attempt described above, E{path.started.entry_point}, came furthest."
        yield from _how_far(path)


def describe_run(path: Path) -> Iterator[str]:
    """Yield how the run ended of which all attempts were described."""
    ended = path.ended
    if ended is None or ended.status != "solved":
        yield from _outcome(path)
        if path.started is not None:
            yield f"Attempt{NARROW}{path.started.number} came furthest."
    yield from _effort(path)


def _outcome(path: Path) -> Iterator[str]:
    """Yield how the run ended, and what that means."""
    ended = path.ended
    if ended is None:
        yield "The session was left before its end." if path.is_by_hand else "The trace ends before the run does."
    elif ended.status == "solved":
        yield _solved(path)
    elif ended.status == "stuck" and path.puzzle and path.puzzle.way == "with backtracking":
        yield f"Stuck: {ended.message.rstrip('.')}."
        yield OF_ONES_OWN if any(rule.clips for rule in path.rules) else AS_READ
    elif ended.status in _MEANINGS:
        way = path.puzzle.way if path.puzzle and ended.status == "stuck" else ""
        yield _STUCK.get(way, _MEANINGS[ended.status])
    else:
        yield f"{ended.status.capitalize()}: {ended.message.rstrip('.') or 'there is no more to say'}."


def describe_attempt(path: Path) -> Iterator[str]:
    """Yield how the attempt ended that a reader asked for."""
    chosen = path.chosen
    if chosen is None or len(path.attempts) == 1:
        yield from describe_ending(path)
        return
    if chosen.solved:
        yield _solved(path)
        return
    reason = chosen.stuck.reason.rstrip(".") if chosen.stuck else "the run ended before it did"
    yield f"{'Stuck' if chosen.stuck else 'Broken off'}: {reason}."
    yield from _how_far(path)


def describe_next(path: Path) -> Iterator[str]:
    """Yield what came after the attempt that a reader asked for."""
    if path.chosen is None or path.chosen.number == len(path.attempts):
        return
    after, last = path.attempts[path.chosen.number], path.attempts[-1]
    yield f"Everything was put back, and attempt{NARROW}{after.number} started at E{after.entry_point}."
    if last.solved:
        yield f"Attempt{NARROW}{last.number} solved the puzzle."


def _solved(path: Path) -> str:
    count = path.puzzle and sum(count for _, count in path.puzzle.stock)
    done = f"Solved: {plural(len(path.taken), 'step')} filled the outline"
    return f"{done} with all {number(count)} pieces." if count else f"{done}."


def _effort(path: Path) -> Iterator[str]:
    """Yield how many matches were taken, if some of them were put back."""
    ended = path.ended
    if ended is None or not ended.extractions:
        return
    if ended.backtracks or ended.extractions > len(path.taken):
        put_back = "all" if ended.backtracks == ended.extractions > 1 else number(ended.backtracks)
        undone = f", and {put_back} of them put back" if ended.backtracks else ""
        tries = f" in {plural(len(path.attempts), 'attempt')}" if len(path.attempts) > 1 else ""
        yield f"In all, {plural(ended.extractions, 'match was', 'matches were')} taken{tries}{undone}."
    else:
        yield "Nothing had to be undone."


def _how_far(path: Path) -> Iterator[str]:
    """Yield what was reached, and what was left."""
    if not path.taken:
        yield "No match remained taken out."
        return
    remaining = path.taken[-1].remaining
    left = f"what was left of the outline had {plural(vertex_count(remaining), 'vertex', 'vertices')}"
    yield f"After {plural(len(path.taken), 'step')} {left if remaining else 'nothing was left of the outline'}."
    over = path.left_over
    if over:
        yield f"Not taken out yet: {pieces(over)}."
    held = [figure(match) for match in path.taken if match.kind == "composite"]
    if held:
        yield f"Some of these pieces are needed for what is held, {listed(held)}."
