"""Hints in words and as data: as much of them as is asked for, and nothing of the other pieces."""

from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import Any

from heuristan.common.plane import Spot
from heuristan.common.results import Advice as Described
from heuristan.common.results import Kind
from heuristan.tangram.api.facade import Reveal
from heuristan.tangram.explain.words import Place, spoken, written
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead
from heuristan.tangram.trace.events import PuzzleRead
from heuristan.teaching.hinting.advice import Advice, Hint, Solved, TakeBack, Unknown, Unsolvable
from heuristan.teaching.texts.translating import Translator

_KINDS: Mapping[type, Kind] = {
    Hint: "hint",
    Solved: "solved",
    TakeBack: "take-back",
    Unsolvable: "unsolvable",
    Unknown: "unknown",
}
_LIES = {
    "E": "{count} sides on edges",
    "M": "{count} sides on edges and extension lines",
    "X": "{count} sides on extension lines",
    "O": "{count} sides open",
}
"""Words for what sides of each grade lie on, best first."""


class HintWords:
    """Describes advice to people who look at one outline."""

    def __init__(
        self, puzzle: Puzzle, reveal: Reveal = "place", reading: AsRead | None = None, language: str = "en"
    ) -> None:
        """Prepare the words.

        Args:
            puzzle: the outline.
            reveal: how much of a hint to reveal.
            reading: the reading that the advice is of, if the outline is a drawing.
            language: the language of the words; how a drawing was read is English in any.
        """
        self._t = Translator(language)
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
        t = self._t
        match advice:
            case Solved():
                return t("solved: every piece has its place."), ""
            case Unsolvable():
                because = self._because(advice.reason)
                return t("the outline has no solution, whatever is placed: {because}.", because=because), ""
            case Unknown():
                return t("no hint: {because}.", because=t.again(advice.reason)), ""
            case TakeBack():
                head = t("what is placed cannot be completed: {because}.", because=self._because(advice.reason))
                return head, f"{self._to_take_back(advice, names)}{self._as_read()}"
            case Hint():
                return self._where(advice), t("Why: {because}.", because=self.why(advice)) + self._as_read()

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
        t, place, region = self._t, self._at(hint.vertex), self._t(self._region(hint.vertex))
        if self._reveal == "vertex":
            return t("look at the vertex {place}, {region}.", place=place, region=region)
        piece = t(f"the {spoken(hint.name)}")
        return t("{piece} goes to the vertex {place}, {region}.", piece=piece, place=place, region=region)

    def why(self, hint: Hint) -> str:
        """Describe why, and how certain it is."""
        reason = self._reason(hint)
        if hint.is_checked:
            return reason
        return self._t("{reason}; whether it leads to a solution was not found within the time limit", reason=reason)

    def _reason(self, hint: Hint) -> str:
        t, edge = self._t, hint.edge_to
        where = t("at this vertex, along its edge to {place}", place=self._at(edge)) if edge else t("at this vertex")
        numbers = {"ways": hint.ways, "count": hint.ways - 1}
        match hint.certainty:
            case "only-fit":
                return t("{where}, only one piece of those left fits, and in one way", where=where)
            case "others-fail":
                return t(
                    "{where}, pieces fit in {ways} ways, and the other {count} immediately leave a vertex, an edge or "
                    "a part that nothing fills",
                    where=where,
                    **numbers,
                )
            case "every-solution":
                return t(
                    "{where}, pieces fit in {ways} ways; the other {count} lead to no solution, as a search shows",
                    where=where,
                    **numbers,
                )
            case "a-solution":
                if not hint.rule:
                    return t("no vertex decides it; some solution has it there")
                return t("no vertex decides it; some solution has it there, and {rule}", rule=self._rule(hint))
            case "unchecked":
                return t("no vertex decides it; {rule}", rule=self._rule(hint))

    def _rule(self, hint: Hint) -> str:
        sides = "" if self._reveal == "vertex" else f" ({self._sides(hint.grades)})"
        return (
            self._t('the highest rule that finds such a piece takes it: "{rule}"', rule=self._t(hint.rule or ""))
            + sides
        )

    def _sides(self, grades: str) -> str:
        """Describe what the sides of a piece lie on."""
        return self._t.listed(
            self._t(words, count=grades.count(each)) for each, words in _LIES.items() if each in grades
        )

    def _because(self, reason: str | None) -> str:
        return (
            self._t.again(reason) if reason else self._t("every way to lay what is left was tried, and none fills it")
        )

    def _to_take_back(self, advice: TakeBack, names: Sequence[str]) -> str:
        t = self._t
        if not advice.pieces:
            return t("Which piece to take back was not found within the time limit; try a longer --limit.")
        which = t.listed(
            t("piece {number} ({name})", number=number, name=t(spoken(names[number - 1]))) for number in advice.pieces
        )
        words = t("Take back {pieces}; then it can be solved.", pieces=which)
        if advice.is_fewest:
            return words
        return f"{words} {t('Fewer may be enough; the time limit was reached before all were tried.')}"

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
