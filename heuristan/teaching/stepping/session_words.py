"""A session in the words of `explain`: what is left, what the rules offer or rule out, what a step was."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from heuristan.common.plane import Spot
from heuristan.common.words import Said, paragraph
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.ranking import RankedRule, refuting_line
from heuristan.tangram.explain.ending import describe_ending
from heuristan.tangram.explain.opening import describe_puzzle, line_of, title
from heuristan.tangram.explain.steps import Steps, figure, sides
from heuristan.tangram.explain.words import (
    NARROW,
    Place,
    capital,
    number,
    pieces,
    places,
    plural,
    spoken,
    vertex_at,
    vertex_count,
)
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.solving.result import read_once
from heuristan.tangram.trace.events import PuzzleRead, Trace, VerticesNumbered
from heuristan.tangram.trace.kept_path import Path, attempts
from heuristan.teaching.asking.why_not import reason_against
from heuristan.teaching.stepping.naming import line_named
from heuristan.teaching.stepping.offered import Choice, RuleOffer
from heuristan.teaching.stepping.session import Session
from heuristan.teaching.stepping.short_words import step_in_short

MAX_LISTED = 5
"""Maximum number of matches of a rule that are listed if not all are asked for."""
_INDENT = "     "


class SessionWords:
    """Describes a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def opening(self) -> Iterator[str]:
        """Describe the puzzle, the ranking, and how a drawing was read."""
        ranking, reading = self._session.ranking, read_once(self._session.puzzle)
        yield paragraph(describe_puzzle(self._read))
        if reading is not None:
            yield paragraph(f"The outline was {reading.words}.")
        yield paragraph(
            f"Ranking {ranking.name}, {plural(len(ranking.rules), 'rule')}. In each step take a match by its number, "
            "or let the ranking 'go'; 'help' lists the commands."
        )

    def now(self) -> Iterator[str]:
        """Describe what is left and what can be taken, or how the puzzle ended."""
        if not self._session.now.state.boundary:
            yield from self._filled()
            return
        yield paragraph(self._left(), hanging=_INDENT)
        offers = self._session.offers
        for offer in offers.by_rule:
            yield from self._offer(offer, MAX_LISTED) if offer.choices else ()
        yield from self._nothing_new()
        yield from self._rest_in_short()

    def of_rule(self, place: int) -> Iterator[str]:
        """List every match that a rule offers.

        Args:
            place: place of the rule in the ranking, from 1.

        Raises:
            ChoiceError: if there is no such rule.
        """
        line = line_named(self._session, place)
        yield paragraph(line_of(place, self._read.rules[line]), hanging=_INDENT)
        offer = next((each for each in self._session.offers.by_rule if each.line == line), None)
        yield from self._offer(offer, None) if offer else self._against(line)

    def of_rest(self) -> Iterator[str]:
        """List every piece that fits and that no rule takes."""
        rest = self._session.offers.rest
        if not rest.choices:
            yield "Every piece that fits here is taken by some rule."
        yield from map(self.choice, rest.choices)

    def choice(self, choice: Choice) -> str:
        """Describe a match in a line: what, where, and why the rule takes it."""
        line = self._refuted.found(choice) if choice.line is None else None
        out = "" if line is None else f" Rule{NARROW}{line + 1} rules it out."
        words = f"{self._laid(choice)}: {sides(self._session.preview(choice).sides)}.{out}"
        return paragraph(words, f"{choice.number:4} ", _INDENT)

    def _against(self, line: int) -> Iterator[str]:
        """List what a rule that offers nothing rules out, and why."""
        found, unnumbered = self._refuted.of_rule(line), self._refuted.composites_of_rule(line)
        if not found and not unnumbered:
            yield "It finds nothing here."
            return
        count = _ruled_out(len(found) + unnumbered, self._session.ranking.rules[line])
        yield paragraph(f"Rule{NARROW}{line + 1} rules out {count}{':' if found else '.'}")
        for choice in found:
            words = f"{self._laid(choice)}: {self._refuted.reason(choice, line)}."
            yield paragraph(words, f"{choice.number:4} ", _INDENT)
        if found and unnumbered:
            yield f"{_INDENT}(and {plural(unnumbered, 'composite')})"

    def why(self, choice: Choice) -> Iterator[str]:
        """Explain a match as the step that it would be, or why no rule takes it."""
        if choice.line is None:
            return self._why_untaken(choice)
        return SessionWords(self._session.take(choice.number)).step(is_asked=True)

    def _why_untaken(self, choice: Choice) -> Iterator[str]:
        line = self._refuted.line_against(choice)
        yield paragraph(f"{capital(self._laid(choice))}: no rule takes it.")
        if line is not None:
            out = f'Rule{NARROW}{line + 1} ("{title(self._read.rules[line])}") rules it out'
            so = "" if self._session.ranking.rules[line].own else " So no solution has it."
            yield paragraph(f"{out}: {self._refuted.reason(choice, line)}.{so}", "  ")
        else:
            yield paragraph("It fits; 'why not' with a rule says which of its conditions fails.", "  ")
        yield paragraph(f"You may take it nevertheless: 'take {choice.number}'.", "  ")

    def _laid(self, choice: Choice) -> str:
        """Name a match with its grades and where it lies."""
        taken = self._session.preview(choice)
        where = f"at {vertex_at(taken.vertex, self._place, self.path.situations[-1].numbered)}"
        return f"{figure(taken)}, {taken.grades}, {where}, {self._place.around(taken.vertices)}"

    def step(self, *, is_asked: bool = False) -> Iterator[str]:
        """Explain the last step, or one that is not taken but asked about."""
        steps = Steps(self._path(self._session.events), self._place, is_asked)
        *_, (heading, body) = steps.describe()
        yield paragraph(heading)
        yield paragraph(body, "  ")

    def short(self, choice: Choice | None = None) -> tuple[Said, ...]:
        """Tell the last step, or a match as the step that it would be, in two sentences."""
        if choice is None:
            return step_in_short(self._path(self._session.events), self._place)
        after = SessionWords(self._session.take(choice.number))
        return step_in_short(after._path(after._session.events), self._place, is_asked=True)

    @cached_property
    def _read(self) -> PuzzleRead:
        return next(event for event in self._session.events if isinstance(event, PuzzleRead))

    @cached_property
    def _place(self) -> Place:
        return Place.of(self._read)

    @cached_property
    def _refuted(self) -> "_Refuted":
        return _Refuted(self._session, self._place)

    @cached_property
    def path(self) -> Path:
        """The steps without those that were taken back."""
        return self._path(self._session.trace)

    def _path(self, events: Trace) -> Path:
        """Return the path of the attempt that the session is in."""
        return Path.of(events, attempts(events)[-1] if self._session.attempt > 1 else None)

    def _left(self) -> str:
        """Describe what is left to fill, and with which pieces."""
        situation, state = self.path.situations[-1], self._session.now.state
        rings = self.path.taken[-1].remaining if self.path.taken else self._read.outline
        vertices = "; ".join(", ".join(self._vertex(spot, situation.numbered) for spot in ring) for ring in rings)
        count = plural(vertex_count(rings), "vertex", "vertices")
        left = f"Step{NARROW}{self._session.steps + 1}. What is left has {count}"
        if situation.parts is not None and len(situation.parts.subpuzzles) > 1:
            left += f" in {plural(len(situation.parts.subpuzzles), 'part')}"
        if situation.lines is not None:
            left += f" and {plural(len(situation.lines.lines), 'extension line')}"
        return f"{left}: {vertices}. Pieces left: {pieces(dict(state.stock))}.{self._held()}"

    def _vertex(self, spot: Spot, numbered: VerticesNumbered | None) -> str:
        number = numbered.numbers.get(spot) if numbered else None
        return f"{'' if number is None else f'{number}{NARROW}'}{self._place.coordinates(spot)}"

    def _held(self) -> str:
        held = [
            f"the composite {spoken(entry.composite)}, made of one of {plural(len(entry.sets), 'set')}"
            if len(entry.sets) > 1
            else f"the composite {spoken(entry.composite)}, made of {pieces(entry.sets[0])}"
            for entry in self._session.now.state.abeyance.lists
        ]
        return f" Some of them are for what is held: {'; '.join(held)}." if held else ""

    def _offer(self, offer: RuleOffer, maximum: int | None) -> Iterator[str]:
        """List what a rule offers and none before it does; at most a maximum one by one."""
        assert offer.line is not None
        found, above = len(offer.choices), offer.above
        also = f", and {plural(above, 'match', 'matches')} listed above" if above else ""
        name = title(self._read.rules[offer.line])
        yield paragraph(f'Rule{NARROW}{offer.line + 1} ("{name}"): {plural(found, "match", "matches")}{also}.')
        shown = offer.choices[:maximum]
        yield from map(self.choice, shown)
        if len(shown) < found:
            yield f"{_INDENT}(and {number(found - len(shown))} more; 'list {offer.line + 1}' shows them)"

    def _nothing_new(self) -> Iterator[str]:
        """Describe the rules that offer nothing, or nothing new."""
        offers = self._session.offers
        for each in offers.ruled_out:
            out = _ruled_out(len(each.keys), self._session.ranking.rules[each.line])
            yield paragraph(f"{_rules([each.line + 1], 'rule')} out {out}.")
        if offers.preferred is None:
            yield "No rule finds a match: the ranking is stuck here."
            return
        again = sorted(offer.line + 1 for offer in offers.by_rule if offer.line is not None and not offer.choices)
        if again:
            yield f"{_rules(again, 'find')} only what is listed above."
        if offers.without_match:
            yield f"{_rules([line + 1 for line in offers.without_match], 'find')} nothing."

    def _rest_in_short(self) -> Iterator[str]:
        rest = self._session.offers.rest.choices
        if rest:
            span = f"{rest[0].number} to {rest[-1].number}" if len(rest) > 1 else f"{rest[0].number}"
            fit = f"{plural(len(rest), 'more piece fits', 'more pieces fit')}"
            yield paragraph(f"{capital(fit)} that no rule takes ({span}; 'list rest' shows them).")
        elif not self._session.offers.choices:
            yield "Nothing fits; 'back' takes back the last step."

    def ending(self) -> Iterator[str]:
        """Say how an engine ended the run."""
        yield from map(paragraph, describe_ending(self.path))

    def _filled(self) -> Iterator[str]:
        steps = Steps(self.path, self._place)
        for event in self.path.situations[-1].released:
            yield paragraph(steps.released(event))
        yield from map(paragraph, describe_ending(self.path))


@dataclass(frozen=True)
class _Refuted:
    """What the rules ruled out in a session, now or before."""

    session: Session
    place: Place

    def of_rule(self, line: int) -> tuple[Choice, ...]:
        """Return the pieces that a rule rules out now, which a person may still take."""
        return tuple(each for each in self.session.offers.rest.choices if self._now.get(each.match.key) == line)

    def composites_of_rule(self, line: int) -> int:
        """Count the composites that a rule rules out now; they have no numbers."""
        return sum(at == line for at in self._now.values()) - len(self.of_rule(line))

    def found(self, choice: Choice) -> int | None:
        """Return the place of the rule that ruled a match out, from 0; None if none did so far."""
        return (self._before | self._now).get(choice.match.key)

    def line_against(self, choice: Choice) -> int | None:
        """Return the place of the rule that ruled a match out or, asked about it alone, does; None if none does."""
        found, session = self.found(choice), self.session
        if found is not None:
            return found
        rules = session.ranking.rules
        return refuting_line(rules, len(rules), session.now.state, choice.match, self._out)

    def reason(self, choice: Choice, line: int) -> str:
        """Say why a rule ruled a match out, as a clause."""
        session = self.session
        return reason_against(session.ranking.rules[line], session.now.state, choice.match, self._out, self._vertex)

    @property
    def _out(self) -> frozenset[MatchKey]:
        return self.session.ruled_out | frozenset(self._now)

    @cached_property
    def _now(self) -> dict[MatchKey, int]:
        return {key: each.line for each in self.session.offers.ruled_out for key in each.keys}

    @cached_property
    def _before(self) -> dict[MatchKey, int]:
        """What was ruled out before earlier steps; it is in no solution of what is left either."""
        decisions = (decision for choice in self.session.taken for decision in choice.decisions)
        ruled_out = (
            (match.key, out.rule_number) for each in decisions for out in each.ruled_out for match in out.matches
        )
        return {key: line for key, line in ruled_out if key in self.session.ruled_out}

    def _vertex(self, p: Point) -> str:
        number = self.session.now.state.array.numbers_now.get(p)
        spot = self.place.coordinates(self.session.puzzle.in_legs(p))
        return spot if number is None else f"{number}{NARROW}{spot}"


def _ruled_out(count: int, rule: RankedRule) -> str:
    """Count the matches that a rule rules out; that of one's own proves nothing."""
    return f"{plural(count, 'match', 'matches')}{'' if rule.own else ' that no solution has'}"


def _rules(numbers: Sequence[int], verb: str) -> str:
    """Name rules as the subject of a sentence."""
    return f"Rules {places(numbers)} {verb}" if len(numbers) > 1 else f"Rule {numbers[0]} {verb}s"
