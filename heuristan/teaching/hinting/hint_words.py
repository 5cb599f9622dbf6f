"""Hints in words and as data: as much of them as is asked for, and nothing of the other pieces."""

from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import Any

from heuristan.common.plane import Spot
from heuristan.common.results import Advice as Described
from heuristan.common.results import Kind
from heuristan.tangram.api.facade import Reveal
from heuristan.tangram.explain.words import Place, listed, plural, spoken, written
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead
from heuristan.tangram.trace.events import PuzzleRead
from heuristan.teaching.hinting.advice import Advice, Hint, Solved, TakeBack, Unknown, Unsolvable

_KINDS: Mapping[type, Kind] = {
    Hint: "hint",
    Solved: "solved",
    TakeBack: "take-back",
    Unsolvable: "unsolvable",
    Unknown: "unknown",
}
_LIES = {"E": "on edges", "M": "on edges and extension lines", "X": "on extension lines", "O": "open"}
"""Words for what sides of each grade lie on, best first."""


class HintWords:
    """Describes advice to people who look at one outline."""

    def __init__(self, puzzle: Puzzle, reveal: Reveal = "place", reading: AsRead | None = None) -> None:
        """Prepare the words.

        Args:
            puzzle: the outline.
            reveal: how much of a hint to reveal.
            reading: the reading that the advice is of, if the outline is a drawing.
        """
        self._puzzle = puzzle
        self._reveal = reveal
        self._reading = reading
        self._frame = puzzle.position
        self._decimals = max(0, 5 - floor(log10(self._frame.scale)))

    def describe(self, advice: Advice, names: Sequence[str]) -> Described:
        """Describe advice, in words and as data, without what is not revealed.

        Args:
            advice: the advice.
            names: names of the placed pieces, in order.
        """
        placed = self.written(advice) if isinstance(advice, Hint) and self._reveal == "place" else ""
        head, more = self._words(advice, names)
        kind, facts = _KINDS[type(advice)], self._facts(advice)
        return Described(self._puzzle.id, kind, head, more, placed, facts=facts)

    def _words(self, advice: Advice, names: Sequence[str]) -> tuple[str, str]:
        """Return the advice in short, and the reason or what to do."""
        match advice:
            case Solved():
                return "solved: every piece has its place.", ""
            case Unsolvable():
                return f"the outline has no solution, whatever is placed: {_because(advice.reason)}", ""
            case Unknown():
                return f"no hint: {advice.reason}.", ""
            case TakeBack():
                head = f"what is placed cannot be completed: {_because(advice.reason)}"
                return head, f"{self._to_take_back(advice, names)}{self._as_read()}"
            case Hint():
                return f"{self._where(advice)}.", f"Why: {self.why(advice)}.{self._as_read()}"

    def _facts(self, advice: Advice) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if isinstance(advice, TakeBack):
            fields = {"take_back": list(advice.pieces), "fewest": advice.is_fewest}
        if isinstance(advice, Hint):
            fields = {"vertex": advice.vertex, "region": self._region(advice.vertex)}
            fields |= {"edge_to": advice.edge_to, "certainty": advice.certainty, "checked": advice.is_checked}
            if self._reveal != "vertex":
                fields |= {"piece": advice.name, "rule": advice.rule}
            if self._reveal == "place":
                fields["vertices"] = advice.piece.vertices
        return fields if self._reading is None else fields | {"reading": self._reading.as_json()}

    def _as_read(self) -> str:
        """Describe how the outline was read, if it is a drawing."""
        return "" if self._reading is None else f" The outline was {self._reading.words}."

    def _where(self, hint: Hint) -> str:
        vertex = f"the vertex {self._at(hint.vertex)}, {self._region(hint.vertex)}"
        return f"look at {vertex}" if self._reveal == "vertex" else f"the {spoken(hint.name)} goes to {vertex}"

    def why(self, hint: Hint) -> str:
        """Describe why, and how certain it is."""
        unless = "" if hint.is_checked else "; whether it leads to a solution was not found within the time limit"
        return f"{self._reason(hint)}{unless}"

    def _reason(self, hint: Hint) -> str:
        along = f"at this vertex, along its edge to {self._at(hint.edge_to)}" if hint.edge_to else "at this vertex"
        others = "the other one" if hint.ways == 2 else f"the other {hint.ways - 1}"
        s = "s" if hint.ways == 2 else ""
        match hint.certainty:
            case "only-fit":
                return f"{along}, only one piece of those left fits, and in one way"
            case "others-fail":
                nothing = "a vertex, an edge or a part that nothing fills"
                return f"{along}, pieces fit in {hint.ways} ways, and {others} immediately leave{s} {nothing}"
            case "every-solution":
                return f"{along}, pieces fit in {hint.ways} ways; {others} lead{s} to no solution, as a search shows"
            case "a-solution":
                and_rule = f", and {self._rule(hint)}" if hint.rule else ""
                return f"no vertex decides it; some solution has it there{and_rule}"
            case "unchecked":
                return f"no vertex decides it; {self._rule(hint)}"

    def _rule(self, hint: Hint) -> str:
        sides = "" if self._reveal == "vertex" else f" ({_sides(hint.grades)})"
        return f'the highest rule that finds such a piece takes it: "{hint.rule}"{sides}'

    def _to_take_back(self, advice: TakeBack, names: Sequence[str]) -> str:
        if not advice.pieces:
            return "Which piece to take back was not found within the time limit; try a longer --limit."
        which = listed(f"piece {number} ({spoken(names[number - 1])})" for number in advice.pieces)
        fewer = "" if advice.is_fewest else " Fewer may be enough; the time limit was reached before all were tried."
        return f"Take back {which}; then it can be solved.{fewer}"

    def written(self, hint: Hint) -> str:
        """Write the piece in its place as --placed takes it."""
        return f"{hint.name} {' '.join(','.join(self._numbers(p)) for p in hint.piece.vertices)}"

    def _at(self, p: Spot) -> str:
        return f"({', '.join(self._numbers(p))})"

    def _numbers(self, p: Spot) -> tuple[str, ...]:
        return tuple(written(u, self._decimals) for u in p)

    def _region(self, p: Spot) -> str:
        return seen_place(self._puzzle).region(self._frame.legs(p))


def seen_place(puzzle: Puzzle) -> Place:
    """Return the outline of a puzzle as its reader sees it."""
    outline = tuple(tuple(puzzle.in_legs(q) for q in ring) for ring in puzzle.rings)
    return Place.of(PuzzleRead(puzzle.id, outline, puzzle.sets, (), "", (), "exhaustively", puzzle.position))


def _because(reason: str | None) -> str:
    return f"{reason}." if reason else "every way to lay what is left was tried, and none fills it."


def _sides(grades: str) -> str:
    """Describe what the sides of a piece lie on."""
    found = [(grade, grades.count(grade)) for grade in _LIES if grade in grades]
    return listed(f"{plural(count, 'side')} {_LIES[grade]}" for grade, count in found)
