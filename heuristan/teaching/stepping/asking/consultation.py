"""A session that can be asked: what is known, what is on the agenda, why, and why not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from heuristan.tangram.expert.asking.standing import Place, Standing
from heuristan.tangram.expert.asking.what_if import what_if_first
from heuristan.tangram.expert.asking.why_not import Asked, Known, Nearest, WhyNot
from heuristan.tangram.expert.control import Step, accepts_all
from heuristan.tangram.expert.engine import facts as kinds
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.explain.how import HowError, describe_how
from heuristan.tangram.explain.text import paragraph
from heuristan.tangram.explain.words import article
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.contacts import Contacts
from heuristan.teaching.stepping.asking.conflict_set import AgendaWords
from heuristan.teaching.stepping.asking.drawing import why_not_svg
from heuristan.teaching.stepping.asking.named import figure_named, line_named, point_numbered
from heuristan.teaching.stepping.asking.naming import Names
from heuristan.teaching.stepping.asking.preferring import why_before
from heuristan.teaching.stepping.asking.reasons import Reasons
from heuristan.teaching.stepping.asking.supposing import described
from heuristan.teaching.stepping.asking.working_memory import FactWords
from heuristan.teaching.stepping.offers import Choice, ChoiceError
from heuristan.teaching.stepping.session import Session
from heuristan.teaching.stepping.words import SessionWords

SECONDS = 10.0
"""Time limit of each run of `what_if`."""
_SUPPORTS = frozenset({kinds.Figure, kinds.Run, kinds.Laid})
"""The kinds of facts that say where a match lies; the others hold for all matches."""


@dataclass(frozen=True)
class Told:
    """An answer: its words, and a picture if it has one."""

    paragraphs: tuple[str, ...]
    svg: str = ""
    reason: WhyNot | Nearest | None = None
    """What `why_not` found, as a value."""

    def __str__(self) -> str:
        return "\n".join(self.paragraphs)

    def _repr_svg_(self) -> str | None:
        """Draw the answer in notebooks."""
        return self.svg or None


@dataclass(frozen=True, repr=False)
class Consultation:
    """A session and the engine where it stands, to be asked. Nothing that is asked changes the session."""

    session: Session

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
        taken = (each.taken for each in session.moments if each.taken)
        steps = tuple(Step(choice.rule, choice.match) for choice in taken)
        return Place(session.puzzle, session.ranking, moment.state, moment.line, moment.ruled_out, steps)

    def facts(self, kind: str = "") -> Told:
        """Show the working memory: how many facts there are of each kind, or every fact of one.

        Raises:
            ChoiceError: if there is no such kind.
        """
        words = FactWords(self.names, Standing(self.place))
        return Told(tuple(words.of_kind(kind) if kind else words.overview()))

    def agenda(self) -> Told:
        """Show the conflict set: every match of every rule, which fires next, and what waits."""
        return Told(tuple(AgendaWords(self.names, Standing(self.place)).lines()))

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
            return Told((*SessionWords(session).why(choice), *self._supported(choice)))
        if not session.steps:
            raise ChoiceError("no rule finds a match, and no step was taken yet; ask 'why not' about a rule")
        taken = session.now.taken
        assert taken is not None
        before = Consultation(replace(session, moments=session.moments[:-1]))
        return Told((*SessionWords(session).step(), *before._supported(taken)))

    def _supported(self, choice: Choice) -> Iterator[str]:
        """List the facts that support a match, and say why it comes before the other matches of its rule."""
        if choice.line is None:
            return
        key = choice.match.key
        for finds in (False, True):
            standing = Standing(self.place, finds=finds)
            found = next((a for a in standing.of_line(choice.line) if a.match and a.match.key == key), None)
            if found is not None and found.facts:
                words = FactWords(self.names, standing)
                yield f"  It is on the agenda as {found.production.name}, by these facts:"
                yield from (f"    {words.line(fact)}" for fact in found.facts if type(fact) in _SUPPORTS)
                break
        if choice.preferred_to:
            other = choice.preferred_to[0]
            because = why_before(self.names, choice.rule, choice.match, other)
            yield paragraph(f"It comes before {article(self.names.match(other))}, because {because}.", "  ")

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
        contacts = Contacts(self.session.puzzle, self.session.gate) if self.session.puzzle.reading else None
        found = what_if_first(self.place, line, SECONDS, contacts.accepts if contacts else accepts_all)
        return Told(tuple(described(self.names, line, found)))

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
            return self._told(reasons.nearest(found), drawn, reasons, found)
        answer = asked.at(name, at)
        assert answer is not None, "a figure with a known name is stored"
        return self._told(reasons.of(answer), answer, reasons, answer)

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
