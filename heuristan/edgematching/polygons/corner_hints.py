"""A hint for a puzzle of polygons: where one piece goes, or which piece to take back."""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.plane import Spot
from heuristan.common.quoting import shown
from heuristan.common.results import Advice, Certainty
from heuristan.common.words import plural
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.placing import numbered
from heuristan.edgematching.polygons.area_judge import Judge
from heuristan.edgematching.polygons.corner_search import Fit, laid_in_turn, lowest, overlapping, search
from heuristan.edgematching.polygons.model import PolygonPuzzle, tidied
from heuristan.edgematching.polygons.polygon_json import LARGEST

Placed: TypeAlias = Mapping[int, Spot]
"""By how much each piece that lies already is moved, by its number from 0, in the order in which they were placed."""

_NUMBER = r"[-+]?[0-9]*\.?[0-9]+(?:e[-+]?[0-9]+)?"
_LINE = re.compile(rf"([0-9]{{1,4}})\s+({_NUMBER})\s*,\s*({_NUMBER})", re.ASCII)


def advise(puzzle: PolygonPuzzle, placed: Placed, limit: float = 10.0) -> Advice:
    """Say where one more piece goes: the one that covers the lowest corner of what is empty."""
    deadline = Deadline(limit)
    wrong = overlapping(puzzle, placed)
    if wrong is not None:
        what = "overlaps what was placed before, leaves the frame, or lies along sides of another colour"
        return _take_back(puzzle, placed, wrong, f"piece {wrong + 1} {what}.")
    result = search(puzzle, limit, placed)
    if result.status == "limit":
        return Advice(puzzle.id, "unknown", "no solution was found within the time limit.", "Try a longer --limit.")
    if result.status == "unsolvable":
        return _dead_end(puzzle, placed, deadline)
    if len(placed) == len(puzzle.pieces):
        return Advice(puzzle.id, "solved", "solved: every piece has its place.")
    return _in_words(puzzle, next(laid_in_turn(puzzle, result.places, placed)))


def _in_words(puzzle: PolygonPuzzle, laid: Fit) -> Advice:
    where = f"({laid.corner[0]:.6g}, {laid.corner[1]:.6g})"
    line = f"{laid.number + 1} {tidied(laid.corner[0])},{tidied(laid.corner[1])}"
    head = f"piece {laid.number + 1} ({puzzle.pieces[laid.number].name}) goes with its lowest corner to {where}."
    facts = {"piece": laid.number + 1, "corner": [tidied(each) for each in laid.corner]}
    certainty: Certainty = "only-fit" if laid.ways == 1 else "a-solution"
    return Advice(puzzle.id, "hint", head, f"Why: {why(laid)}.", line, certainty, facts=facts)


def why(laid: Fit) -> str:
    """Describe why a piece is laid."""
    where = "this is the lowest corner of what is empty, the leftmost of several"
    if laid.ways == 1:
        return f"{where}; no other piece of those left fits there"
    return f"{where}; {plural(laid.ways, 'kind')} of pieces fit there, and some solution has this one"


def _dead_end(puzzle: PolygonPuzzle, placed: Placed, deadline: Deadline) -> Advice:
    """Say which piece to take back: the last one without which the search finds a solution."""
    if impossible := Judge(puzzle).impossible:
        return Advice(puzzle.id, "unsolvable", f"the puzzle has no solution, whatever is placed: {impossible.message}.")
    tried = "every way to lay what is left was tried, and none fills the frame."
    numbers = list(placed)
    for number in reversed(numbers):
        rest = {each: place for each, place in placed.items() if each != number}
        if search(puzzle, max(0.01, deadline.left or 0.0), rest).status == "solved":
            return _take_back(puzzle, placed, number, tried, is_enough=True)
    if not placed or search(puzzle, max(0.01, deadline.left or 0.0)).status == "unsolvable":
        return Advice(puzzle.id, "unsolvable", f"the puzzle has no solution, whatever is placed: {tried}")
    return _take_back(puzzle, placed, numbers[-1], tried)


def _take_back(puzzle: PolygonPuzzle, placed: Placed, number: int, reason: str, *, is_enough: bool = False) -> Advice:
    after = "then it can be solved" if is_enough else "then ask again"
    facts = {"take_back": [list(placed).index(number) + 1], "fewest": is_enough}
    head = f"what is placed cannot be completed: {reason}"
    return Advice(puzzle.id, "take-back", head, f"Take back piece {number + 1}; {after}.", facts=facts)


def placed_in(puzzle: PolygonPuzzle, lines: Iterable[str], name: str, before: Placed | None = None) -> dict[int, Spot]:
    """Read pieces at their places, one a line: the number of a piece, and where its lowest corner lies.

    Args:
        puzzle: the puzzle.
        lines: the lines; `#` begins a comment.
        name: the name of the file, for messages.
        before: the pieces that were read before, from elsewhere; they are returned too.

    Raises:
        InputError: if a line is something else, or a piece is not in the puzzle or there twice.
    """
    found = dict(before or {})
    for line, text in numbered(lines):
        number, place = _placed(puzzle, text, f"{name}:{line}")
        if number in found:
            raise InputError(f"{name}:{line}: piece {number + 1} is there twice; leave one out")
        found[number] = place
    return found


def _placed(puzzle: PolygonPuzzle, text: str, name: str) -> tuple[int, Spot]:
    parts = _LINE.fullmatch(text)
    if parts is None:
        raise InputError(f"{name}: {shown(text)} is not a piece at its place; write one like '4 0,1.5'")
    number = int(parts[1]) - 1
    if not 0 <= number < len(puzzle.pieces):
        raise InputError(f"{name}: piece {number + 1} does not exist; pieces are numbered 1 to {len(puzzle.pieces)}")
    corner = float(parts[2]), float(parts[3])
    if max(map(abs, corner)) > LARGEST:
        raise InputError(f"{name}: {shown(text)} is too far away; write numbers up to {LARGEST:.0e}")
    low = lowest(puzzle.pieces[number].ring, puzzle.near)
    return number, (corner[0] - low[0], corner[1] - low[1])
