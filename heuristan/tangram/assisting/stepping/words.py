"""A session in words: what is left, what the rules offer, what a step was. They are those of `explain`."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from heuristan.tangram.assisting.stepping.offers import Choice, ChoiceError, RuleOffer
from heuristan.tangram.assisting.stepping.session import Session
from heuristan.tangram.explain.ending import ending_told
from heuristan.tangram.explain.opening import puzzle_told
from heuristan.tangram.explain.path import Path
from heuristan.tangram.explain.place import Place, corner_count
from heuristan.tangram.explain.rules import line_of, title
from heuristan.tangram.explain.steps import Steps, figure, sides
from heuristan.tangram.explain.text import paragraph
from heuristan.tangram.explain.words import NARROW, capital, counted, number, pieces, places, spoken
from heuristan.tangram.trace.events import PuzzleRead

SHOWN = 5
"""Of the matches of a rule, so many are listed if not all are asked for."""
_INDENT = "     "


class Telling:
    """The words for a session as it stands."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def opening(self) -> Iterator[str]:
        """The puzzle, the ranking, and how a drawing was read."""
        ranking, reading = self._session.ranking, self._session.puzzle.reading
        yield paragraph(puzzle_told(self._read))
        if reading is not None:
            yield paragraph(f"Read as drawn, {reading.words}.")
        yield paragraph(
            f"Ranking {ranking.name}, {counted(len(ranking.rules), 'rule')}. In each step take a match by its number, "
            "or let the ranking 'go'; 'help' lists the commands."
        )

    def now(self) -> Iterator[str]:
        """What is left and what can be taken; how the puzzle ended, if it did."""
        if not self._session.now.state.boundary:
            yield from self._filled()
            return
        yield paragraph(self._left(), hanging=_INDENT)
        offers = self._session.offers
        for offer in offers.by_rule:
            yield from self._offer(offer, SHOWN) if offer.choices else ()
        yield from self._nothing_new()
        yield from self._rest_in_short()

    def of_rule(self, place: int) -> Iterator[str]:
        """Every match that a rule offers.

        Args:
            place: of the rule in the ranking, from 1.

        Raises:
            ChoiceError: there is no such rule.
        """
        rules = self._read.rules
        if not 1 <= place <= len(rules):
            raise ChoiceError(f"there is no rule {place}; the rules are 1 to {len(rules)}")
        yield paragraph(line_of(place, rules[place - 1]), hanging=_INDENT)
        offer = next((each for each in self._session.offers.by_rule if each.line == place - 1), None)
        yield from self._offer(offer, None) if offer else ["It finds nothing here."]

    def of_rest(self) -> Iterator[str]:
        """Every piece that fits and that no rule takes."""
        rest = self._session.offers.rest
        if not rest.choices:
            yield "No piece fits here that no rule takes."
        yield from map(self.choice, rest.choices)

    def choice(self, choice: Choice) -> str:
        """A match in a line: what, where, and why the rule takes it."""
        taken = self._session.preview(choice)
        where = f"at {self._place.coordinates(taken.vertex)}, {self._place.around(taken.vertices)}"
        words = f"{figure(taken)}, {taken.grades}, {where}: {sides(taken.sides)}."
        return paragraph(words, f"{choice.number:4} ", _INDENT)

    def why(self, choice: Choice) -> Iterator[str]:
        """A match explained as the step that it would be."""
        return Telling(self._session.take(choice.number)).step()

    def step(self) -> Iterator[str]:
        """The step taken last, explained."""
        steps = Steps(Path.of(self._session.events), self._place)
        *_, (heading, body) = steps.told()
        yield paragraph(heading)
        yield paragraph(body, "  ")

    @cached_property
    def _read(self) -> PuzzleRead:
        return next(event for event in self._session.events if isinstance(event, PuzzleRead))

    @cached_property
    def _place(self) -> Place:
        return Place.of(self._read)

    @cached_property
    def path(self) -> Path:
        """What was done, without what was taken back."""
        return Path.of(self._session.trace)

    def _left(self) -> str:
        """What there is to fill, and with what."""
        stand, state = self.path.stands[-1], self._session.now.state
        rings = self.path.taken[-1].remaining if self.path.taken else self._read.outline
        corners = "; ".join(" ".join(map(self._place.coordinates, ring)) for ring in rings)
        left = f"Step{NARROW}{self._session.steps + 1}. What is left has {counted(corner_count(rings), 'corner')}"
        if stand.parts is not None and len(stand.parts.subpuzzles) > 1:
            left += f" in {counted(len(stand.parts.subpuzzles), 'part')}"
        if stand.lines is not None:
            left += f" and {counted(len(stand.lines.lines), 'extension line')}"
        return f"{left}: {corners}. Pieces left: {pieces(dict(state.stock))}.{self._held()}"

    def _held(self) -> str:
        held = [
            f"the composite {spoken(entry.composite)}, made of one of {counted(len(entry.sets), 'set')}"
            if len(entry.sets) > 1
            else f"the composite {spoken(entry.composite)}, made of {pieces(entry.sets[0])}"
            for entry in self._session.now.state.abeyance.lists
        ]
        return f" Some of them are for what is held: {'; '.join(held)}." if held else ""

    def _offer(self, offer: RuleOffer, most: int | None) -> Iterator[str]:
        """What a rule offers that none before it does; at most so many one by one."""
        assert offer.line is not None
        found, above = len(offer.choices), offer.above
        also = f", and {counted(above, 'match', 'matches')} of those above" if above else ""
        name = title(self._read.rules[offer.line])
        yield paragraph(f'Rule{NARROW}{offer.line + 1} ("{name}"): {counted(found, "match", "matches")}{also}.')
        shown = offer.choices[:most]
        yield from map(self.choice, shown)
        if len(shown) < found:
            yield f"{_INDENT}(and {number(found - len(shown))} more; 'list {offer.line + 1}' shows them)"

    def _nothing_new(self) -> Iterator[str]:
        """The rules that offer nothing, or nothing that is not offered already."""
        offers = self._session.offers
        for each in offers.ruled_out:
            out = counted(len(each.keys), "match that no solution has", "matches that no solution has")
            yield paragraph(f"{_rules([each.line + 1], 'rule')} out {out}.")
        if offers.preferred is None:
            yield "No rule finds a match: the ranking is stuck here."
            return
        again = sorted(offer.line + 1 for offer in offers.by_rule if offer.line is not None and not offer.choices)
        if again:
            yield f"{_rules(again, 'find')} only what stands above."
        if offers.in_vain:
            yield f"{_rules([line + 1 for line in offers.in_vain], 'find')} nothing."

    def _rest_in_short(self) -> Iterator[str]:
        rest = self._session.offers.rest.choices
        if rest:
            span = f"{rest[0].number} to {rest[-1].number}" if len(rest) > 1 else f"{rest[0].number}"
            fit = f"{counted(len(rest), 'more piece fits', 'more pieces fit')}"
            yield paragraph(f"{capital(fit)} that no rule takes ({span}; 'list rest' shows them).")
        elif not self._session.offers.choices:
            yield "Nothing fits any more; 'back' takes back the last step."

    def _filled(self) -> Iterator[str]:
        steps = Steps(self.path, self._place)
        for event in self.path.stands[-1].released:
            yield paragraph(steps.released(event))
        yield from map(paragraph, ending_told(self.path))


def _rules(numbers: Sequence[int], verb: str) -> str:
    """Rules as the subject of a sentence."""
    return f"Rules {places(numbers)} {verb}" if len(numbers) > 1 else f"Rule {numbers[0]} {verb}s"
