"""What a reader needs before the first step: the puzzle, the words, the rules, the attempts that stuck."""

from collections.abc import Iterator, Sequence
from itertools import chain

from heuristan.explain.path import Attempt, Path
from heuristan.explain.place import Place, corner_count, inward_count
from heuristan.explain.rules import line_of
from heuristan.explain.words import NARROW, capital, counted, listed, number, pieces, spoken
from heuristan.trace import ExtensionLinesDrawn, PuzzleRead, SubpuzzlesSeparated

MOST_ATTEMPTS = 12
"""Attempts that are told one by one."""

_WAYS = {
    "as published": (
        "It was run as published: in each step the highest rule that finds a match takes it out, and nothing is ever "
        "undone. Where no rule finds a match the attempt is stuck; everything is put back, and a fresh attempt starts "
        "one rule lower: at E1, the first rule, then at E2, the second, and so on (its entry point). After its first "
        "match an attempt tries the rules from the top again."
    ),
    "with backtracking": (
        "It was run with backtracking: in each step the highest rule that finds a match takes it out, and where that "
        "leads nowhere the match is put back and the next best is tried."
    ),
}

_WORDS = (
    "Edge: a side of the outline as it stands. Taking a piece out makes new edges.",
    "Extension line: an edge prolonged into the inside from a corner that points inwards. Sides of pieces often lie "
    "there.",
    "Match: a piece laid inside the outline, at a corner that points outwards. Of several matches a rule takes the one "
    "at the first corner, clockwise from the leftmost, topmost one, unless it says otherwise.",
    "Grade: how well a side of a match is covered. It is edge all along, mixed (edge and extension line), extension "
    "line alone, or open (a part of it is neither). A better grade always serves where a rule asks for a worse one.",
    "Composite: a figure that several pieces make together, named by its shape and lengths. It can be taken out like a "
    "piece before it is known which pieces make it.",
)


def ranking_told(puzzle: PuzzleRead) -> str:
    """The ranking, and the way it was run."""
    return (
        f"Ranking {puzzle.ranking}. It puts {counted(len(puzzle.rules), 'rule')} in order, the most reliable first. "
        f"{_WAYS[puzzle.way]}"
    )


def puzzle_told(puzzle: PuzzleRead) -> str:
    """The puzzle."""
    corners, inward = corner_count(puzzle.outline), inward_count(puzzle.outline)
    stock = chain.from_iterable([name] * min(count, 1000) for name, count in puzzle.stock)
    return (
        f"Puzzle {puzzle.id}. The outline has {counted(corners, 'corner')}, {number(inward) if inward else 'none'} of "
        f"them pointing inwards. It is to be filled with {counted(puzzle.sets, 'set')} of tangram pieces: "
        f"{pieces(stock)}."
    )


def words_told(place: Place) -> list[str]:
    """The words that the steps use."""
    scale = "" if place.leg == "1" else f", where a small leg is {place.leg} long"
    return [
        *_WORDS,
        "Lengths are in small legs: the sides of the small triangle are 1, 1 and √2 long. Points "
        f"(x,{NARROW}y) are in the outline's own coordinates{scale}.",
    ]


def rules_told(path: Path) -> list[str]:
    """The rules down to the lowest one that the steps name."""
    named = [match.rule for match in path.taken]
    for stand in path.stands:
        named += [*stand.tried, *(undoing.undone.rule for undoing in stand.undoings)]
    lowest = max((path.rank.get(name, 0) for name in named), default=0)
    lines = [line_of(place, rule) for place, rule in enumerate(path.rules[:lowest], 1)]
    below = len(path.rules) - lowest
    if lowest and below:
        lines.append(f"({capital(counted(below, 'lower rule'))} {'was' if below == 1 else 'were'} not needed.)")
    return lines


def start_told(parts: SubpuzzlesSeparated | None, lines: ExtensionLinesDrawn | None) -> Iterator[str]:
    """The preliminary operations on the whole outline."""
    if lines is not None:
        yield f"{capital(counted(len(lines.lines), 'extension line'))} {_are(len(lines.lines))} drawn in the outline."
        if lines.removed:
            reasons = listed(dict.fromkeys(line.reason for line in lines.removed), "or")
            yield f"{capital(number(len(lines.removed)))} more {_are(len(lines.removed))} of no use, being {reasons}."
    if parts is not None and parts.internal_edges:
        count = len(parts.internal_edges)
        counting = "counts as an edge" if count == 1 else "count as edges"
        yield f"{capital(counted(count, 'short line'))} from corner to corner {counting}."
    if parts is not None and len(parts.subpuzzles) > 1:
        yield f"The outline falls into {counted(len(parts.subpuzzles), 'part')}, which share no edge."


def attempts_told(path: Path) -> Iterator[str]:
    """The attempts that did not become the solution, one sentence each."""
    solved = path.ended is not None and path.ended.status == "solved"
    others = path.attempts[:-1] if solved else path.attempts
    for i, attempt in enumerate(others[:MOST_ATTEMPTS]):
        yield f"E{attempt.started.entry_point}: {_attempt(attempt, others[:i])}"
    if len(others) > MOST_ATTEMPTS:
        yield f"{capital(counted(len(others) - MOST_ATTEMPTS, 'attempt'))} more stuck likewise."


def _attempt(attempt: Attempt, earlier: Sequence[Attempt]) -> str:
    twin = next((other for other in earlier if other.way == attempt.way), None)
    if twin is not None and attempt.taken:
        return f"as in E{twin.started.entry_point}."
    names = ", ".join(spoken(match.name) for match in attempt.taken)
    taken = f"{counted(len(attempt.taken), 'match', 'matches')} ({names})" if attempt.taken else "nothing was taken"
    return f"{taken}; {_stuck(attempt)}."


def _stuck(attempt: Attempt) -> str:
    """Where an attempt stuck."""
    if attempt.stuck is None:
        return "then the run ended"
    if not attempt.stuck.remaining:
        return "the outline was empty, but the pieces left over did not make the composites held"
    corners = counted(corner_count(attempt.stuck.remaining), "corner")
    return f"then no rule found a match, {corners} being left"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
