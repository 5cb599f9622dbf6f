"""A session that can be asked: what the engine knows, what is on its agenda, why, why not, and what if."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from heuristan.common.plane import mean_of
from heuristan.common.words import Said, paragraph
from heuristan.tangram.expert.acceptance import taking_line
from heuristan.tangram.expert.control import Run, Step
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.explain.words import NARROW, article, capital, number, plural
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.asking.live_run import FINDERS, LiveRun
from heuristan.teaching.asking.standing import Activation, Memory, Place, Standing
from heuristan.teaching.asking.what_if import Ends, WhatIf, what_if_first
from heuristan.teaching.asking.why_not import Asked, Known, Nearest, WhyNot
from heuristan.teaching.stepping.chain_of_facts import HowError, describe_how
from heuristan.teaching.stepping.condition_words import Reasons, why_before
from heuristan.teaching.stepping.naming import Names, figure_named, line_named, point_numbered
from heuristan.teaching.stepping.offered import Choice, ChoiceError
from heuristan.teaching.stepping.session import Session
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.short_words import in_plain_words, sides_in_short
from heuristan.teaching.stepping.why_not_picture import why_not_svg
from heuristan.teaching.stepping.working_memory import FactWords

SECONDS = 10.0
"""Time limit of each run of `what_if`."""
_SUPPORTS = frozenset({"Figure", "Run", "Match", "Evidence"})
"""The kinds of facts that say where a match lies; the others hold for all matches."""


class Told(NamedTuple):
    """An answer: its words, and a picture if it has one."""

    paragraphs: tuple[str, ...]
    svg: str = ""
    reason: WhyNot | Nearest | None = None
    """What `why_not` found, as a value."""
    short: tuple[Said, ...] = ()
    """The answer in a sentence or two, where there is such a one."""

    @property
    def in_short_first(self) -> tuple[str, ...]:
        """The short form, if there is one, and then the whole answer."""
        return (*([paragraph(" ".join(map(str, self.short)))] if self.short else ()), *self.paragraphs)

    def __str__(self) -> str:
        return "\n".join(self.paragraphs)

    def _repr_svg_(self) -> str | None:
        """Draw the answer in notebooks."""
        return self.svg or None


@dataclass(frozen=True, repr=False)
class Consultation:
    """A session and the engine where it stands, to be asked. Nothing that is asked changes the session."""

    session: Session
    live: LiveRun | None = None
    """The engine that a person drives; if None, one is brought to where the session is for each question."""

    def __post_init__(self) -> None:
        """Refuse what a session could be begun with."""
        if not isinstance(self.session, Session):
            raise TypeError("a Consultation is begun with a puzzle: Consultation.begun(Puzzle.from_name('cat'))")

    @classmethod
    def begun(cls, puzzle: Puzzle, ranking: Ranking | str = DEFAULT) -> "Consultation":
        """Begin a session on a puzzle, and consult it.

        Args:
            puzzle: the outline.
            ranking: the rules, or the name or file of a ranking.

        Raises:
            OutlineError: if no reading of a drawing can be used.
            RankingError: if the ranking does not exist or cannot be used.
        """
        return cls(Session.begun(puzzle, read_ranking(ranking) if isinstance(ranking, str) else ranking))

    def rule(self, rule: int | str) -> "Consultation":
        """Apply a rule now, whatever stands above it, and return the consultation after the step.

        Raises:
            ChoiceError: if there is no such rule, or it has no match; the message says why not.
        """
        after = self.session.apply(line_named(self.session, rule))
        if after is None:
            raise ChoiceError(str(self.why_not(rule)))
        return Consultation(after)

    def go(self) -> "Consultation":
        """Let the ranking take the next step, and return the consultation after it.

        Raises:
            ChoiceError: if no rule finds a match.
        """
        after = self.session.advanced()
        if after is None:
            raise ChoiceError("no rule finds a match here; ask 'why_not' about a rule, or step back")
        return Consultation(after)

    def back(self, count: int = 1) -> "Consultation":
        """Take back the last steps, and return the consultation after that.

        Raises:
            ChoiceError: if there are fewer.
        """
        return Consultation(self.session.taken_back(count))

    @cached_property
    def names(self) -> Names:
        """Names things as the session's reader sees them."""
        return Names(self.session)

    @cached_property
    def place(self) -> Place:
        """Where the session is."""
        session, moment = self.session, self.session.now
        steps = tuple(Step(choice.rule, choice.match) for choice in session.taken)
        where = moment.state, moment.line, session.ruled_out
        return Place(session.puzzle, session.ranking, *where, steps, session.remembered)

    @property
    def _memory(self) -> Memory:
        return Standing(self.place) if self.live is None else Memory.of(self.live, self.place)

    def facts(self, kind: str = "") -> Told:
        """Show the working memory: how many facts there are of each kind, or every fact of one.

        Raises:
            ChoiceError: if there is no such kind.
        """
        words = FactWords(self.names, self._memory)
        return Told(tuple(words.of_kind(kind) if kind else words.overview()))

    def agenda(self) -> Told:
        """Show the conflict set: every match of every rule, which fires next, and what waits."""
        return Told(tuple(_AgendaWords(self.names, self._memory).lines()))

    def why(self, number: int | None = None) -> Told:
        """Explain why a match is taken: its rule, the facts that support it, what it is preferred to.

        Args:
            number: the number of a match among the offers; if None, the one that fires next, or if there is none the
                one that was taken last.

        Raises:
            ChoiceError: if there is no match with that number, or nothing was taken yet.
        """
        session = self.session
        choice = session.offers.numbered(number) if number is not None else None
        if choice is None and session.now.state.boundary:
            choice = session.offers.preferred
        if choice is not None:
            words = SessionWords(session)
            return Told((*words.why(choice), *self._supported(choice)), short=words.short(choice))
        if not session.steps:
            raise ChoiceError("no rule finds a match, and no step was taken yet; ask 'why not' about a rule")
        taken = session.now.taken
        assert taken is not None
        before = Consultation(replace(session, moments=session.moments[:-1], ended=()))
        words = SessionWords(session)
        return Told((*words.step(), *before._supported(taken, "was")), short=words.short())

    def _supported(self, choice: Choice, verb: str = "is") -> Iterator[str]:
        """List the facts that support a match, and say why it comes before the other matches of its rule."""
        if choice.line is None:
            return
        key = choice.match.key
        for memory in self._memories():
            found = next((a for a in memory.of_line(choice.line) if a.match and a.match.key == key), None)
            if found is not None and found.facts:
                words = FactWords(self.names, memory)
                facts = (*found.facts, *(each for fact in found.facts for each in memory.support(fact)))
                yield f"  It {verb} on the agenda as {found.name}, by these facts:"
                yield from (f"    {words.line(fact)}" for fact in facts if fact.template in _SUPPORTS)
                break
        if choice.preferred_to:
            other = choice.preferred_to[0]
            because = why_before(self.names, choice.rule, choice.match, other)
            yield paragraph(f"It comes before {article(self.names.match(other))}, because {because}.", "  ")

    def _memories(self) -> Iterator[Memory]:
        """Yield the engine as it stands, and then one that has looked for everything that rules may ask for."""
        yield self._memory
        yield Standing(self.place, finds=True)

    def __repr__(self) -> str:
        return f"<Consultation on {self.session.puzzle.id!r} before step {self.session.steps + 1}>"

    def how(self, step: int | None = None) -> Told:
        """Follow a step back to the outline: match, rule, sides, edges and extension lines, and where these came from.

        Args:
            step: the number of a step; the last one if not given.

        Raises:
            ChoiceError: if there is no such step.
        """
        try:
            return Told(tuple(describe_how(self.session.trace, step)))
        except HowError as fault:
            raise ChoiceError(str(fault)) from fault

    def what_if(self, rule: int | str) -> Told:
        """Tell what a run would do from here if a rule stood first, and how it would end, beside the ranking as it is.

        Raises:
            ChoiceError: if there is no such rule.
        """
        line = line_named(self.session, rule)
        found = what_if_first(self.place, line, SECONDS, self.session.accepts)
        return Told(tuple(_what_if(self.names, line, found)))

    def why_not(self, rule: int | str, piece: str = "", vertex: int | None = None) -> Told:
        """Explain why a rule does not take a figure at a vertex: the first of its conditions that fails.

        Args:
            rule: its place in the ranking, from 1, or its name.
            piece: the name of a piece or composite; if empty, the condition is told that no match of the rule passes.
            vertex: the number of a vertex or node where a corner of the figure is laid.

        Raises:
            ChoiceError: if there is no such rule, figure or vertex.
        """
        line = line_named(self.session, rule)
        name = figure_named(self.session, piece) if piece else ""
        at = point_numbered(self.session, vertex) if name else None
        asked, reasons = Asked(self.place, line), Reasons(self.names)
        if at is None:
            found = asked.nearest()
            drawn = found.nearest[0] if found.nearest else None
            short = self._nearest_in_short(drawn) if drawn else ()
            return self._told(reasons.nearest(found), drawn, reasons, found)._replace(short=short)
        answer = asked.at(name, at)
        assert answer is not None, "a figure with a known name is stored"
        return self._told(reasons.of(answer), answer, reasons, answer)

    def _nearest_in_short(self, drawn: WhyNot) -> tuple[Said, ...]:
        """Tell what comes nearest to what a rule asks, in sentences that anybody understands."""
        way, place = drawn.way, self.names.place
        what = {"piece": in_plain_words(way.figure.name), "region": place.region(mean_of(self.names.ring(way.ring)))}
        nearest = Said("Nothing fits as this rule asks. What comes nearest: {piece}, {region}.", what)
        return nearest, sides_in_short(way.grades)

    def lacking(self, lines: Iterable[int], standing: Standing) -> dict[int, str]:
        """Return for each of some rules the condition that no match of it passes.

        Args:
            lines: their places in the ranking, from 0.
            standing: the engine at this place; it is used up.
        """
        known, reasons = Known.of(standing), Reasons(self.names)
        return {line: " ".join(reasons.nearest(Asked(self.place, line, known).nearest())) for line in lines}

    def _told(self, sentences: Iterable[str], drawn: WhyNot | None, reasons: Reasons, reason: WhyNot | Nearest) -> Told:
        words = paragraph(" ".join(sentences))
        picture = why_not_svg(self.names, drawn, reasons.reason(drawn)) if drawn else ""
        return Told((words,), picture, reason)


class _AgendaWords:
    """Writes the agenda."""

    def __init__(self, names: Names, memory: Memory) -> None:
        self._names = names
        self._memory = memory

    def lines(self) -> Iterator[str]:
        """Write the agenda, the next to fire first."""
        agenda = self._memory.agenda
        of_lines = sum(each.match is not None for each in agenda)
        count = capital(plural(len(agenda), "activation"))
        yield f"{count} on the agenda, {number(of_lines) if of_lines else 'none'} of them matches of rules:"
        following = self._memory.next
        for (name, salience), group in groupby(agenda, key=self._heading):
            found = list(group)
            yield paragraph(f"{name} (salience {salience}): {self._counted(found)}", hanging=" " * 5)
            for each in found:
                if each.match is not None:
                    mark = "->" if each is following else "  "
                    line = f"{self._names.match(each.match)}, {each.match.grades}"
                    yield f"  {mark} {line}{', fires next' * (each is following)}".replace(NARROW, " ")
            if found[0] is following and following.match is None:
                yield f"  -> {following.name}, fires next"

    def _heading(self, each: Activation) -> tuple[str, int]:
        if each.line is None:
            return each.name, each.salience
        rule = self._memory.place.rules[each.line]
        return f'Rule{NARROW}{each.line + 1} "{rule.title}"', each.salience

    def _counted(self, found: list[Activation]) -> str:
        if found[0].match is not None:
            return plural(len(found), "match", "matches")
        if found[0].name in FINDERS:
            return f"waits, {plural(len(found), 'activation')}; it fires when a rule below asks for what it finds"
        if found[0].name == "run-dry":
            return "fires if no rule has a match"
        return plural(len(found), "activation")


def _what_if(names: Names, line: int, found: WhatIf) -> Iterator[str]:
    """Say what comes next and how the run ends, with a rule first and with the ranking as it is."""
    rules = names.session.ranking.rules
    places = {rule.name: place for place, rule in enumerate(rules)}

    def step(decision: Decision, ranking: Ranking) -> str:
        if decision.match is None:
            return "no rule finds a match"
        taking = taking_line(ranking.rules, decision.rule_number, decision.match)
        rule = names.rule(places[ranking.rules[taking].name])
        return f"{rule} takes {article(names.match(decision.match))}, {decision.match.grades}"

    first = step(found.decision, found.ranking)
    now = step(found.now, names.session.ranking)
    same = (
        found.decision.match is not None
        and found.now.match is not None
        and found.decision.match.key == found.now.match.key
    )
    yield paragraph(f"With {names.rule(line)} first, {first}{' as well' if same else ''}.")
    if not same:
        yield paragraph(f"As it is, {now}.")
    if found.ends is None:
        yield paragraph("How a run from here ends is not told for rules of one's own; 'finish' shows it, then 'undo'.")
        return
    for way in Ends._fields:
        yield paragraph(_compared(way, getattr(found.ends, way), getattr(found.ends_now, way)))


def _compared(way: str, changed: Run, now: Run) -> str:
    """Say how two runs in one way end."""
    way = {"published": "As published", "backtracking": "With backtracking"}[way]
    one, other = _end(changed), _end(now)
    if one == other:
        return f"{way} the run from here ends alike: {one}."
    return f"{way} the run from here ends {one}; with the ranking as it is, {other}."


def _end(run: Run) -> str:
    undone = f", {number(run.backtracks)} undone" if run.backtracks else ""
    taken = f"after {number(run.extractions)} extraction{'' if run.extractions == 1 else 's'}{undone}"
    entry = f", in the attempt from E{run.entry_point}" if run.entry_point and run.entry_point > 1 else ""
    return f"{run.status} {taken}{entry}"
