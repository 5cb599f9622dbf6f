"""Rules of one's own in CLIPS notation, which stand at a line of a ranking.

In such rules ``(propose ?match)`` puts a match forward for the line, and ``(rule-out ?match)`` rules one out. What the
place of the line decides is not written by hand: the number of the line, the salience, and the conditions that every
line has (nothing is proposed by a line above, the match is not ruled out, the run looks for matches there).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.preferences import FEWEST_FITS
from heuristan.tangram.expert.production.clips_notation import Token, constructs_of, fault, split, tokens_of
from heuristan.tangram.expert.ways import WAYS, Way

PROPOSE, RULE_OUT = "propose", "rule-out"
HELPER_SALIENCE = 8500
"""Of rules that neither propose nor rule out, where they declare none: after matches are there, before all lines."""


class FunctionsFile(NamedTuple):
    """A file of functions in Python that rules call."""

    path: Path
    digest: str
    """Of what it holds."""


class OwnRulesFault(InputError):
    """What rules of one's own did to a run so that it cannot go on."""


@dataclass(frozen=True)
class OwnRules:
    """A text of rules that stands at a line of a ranking."""

    text: str
    file: str = field(default="", compare=False)
    """Where it was read, for messages; empty if it stood in the ranking itself."""
    line: int = field(default=0, compare=False)
    """The line of the ranking where it stands, if it stands there."""
    functions: tuple[FunctionsFile, ...] = ()
    """The files of functions that were loaded when it was read: other processes load them too."""

    def __str__(self) -> str:
        return "a text in CLIPS notation"

    @cached_property
    def _constructs(self) -> tuple["_Construct", ...]:
        return tuple(map(_construct, split(self.text)))

    @cached_property
    def proposing(self) -> tuple[str, ...]:
        """The names of the rules that put matches forward, or rule them out."""
        return tuple(self.variables)

    @cached_property
    def variables(self) -> Mapping[str, str]:
        """The variable that stands for the match in each of these rules."""
        return {each.name: each.calls[0].match.words for each in self._constructs if each.calls}

    def conditions(self, name: str) -> tuple[str, ...]:
        """Return the conditions of a rule as they are written, without what its place decides."""
        each = next(each for each in self._constructs if each.name == name)
        return tuple(self.text[start:end] for start, end in each.conditions)

    @property
    def title(self) -> str:
        """The comment of the first of these rules, on one line; empty if it has none."""
        return next((" ".join(each.comment.split()) for each in self._constructs if each.calls), "")

    @cached_property
    def only_rules_out(self) -> bool:
        """Whether they rule out alone."""
        return not any(call.called.words == PROPOSE for each in self._constructs for call in each.calls)

    @cached_property
    def rules_out(self) -> bool:
        """Whether they rule out some match."""
        return any(call.called.words == RULE_OUT for each in self._constructs for call in each.calls)

    @property
    def salience(self) -> int | None:
        """The highest salience that one of the rules that choose declares; None if none does."""
        return max(
            (each.salience for each in self._constructs if each.calls and each.salience is not None), default=None
        )

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the lines for which they say to propose, from 1; none if their place decides that."""
        return frozenset(call.line for each in self._constructs for call in each.calls if call.line is not None)

    @cached_property
    def _symbols(self) -> frozenset[str]:
        return frozenset(token.words for token in tokens_of(self.text) if token.kind == "word")

    @property
    def lays(self) -> bool:
        """Whether they ask for figures laid at convex vertices; evidence is of these."""
        return "laid" in self._symbols or bool(self.kinds_of_evidence) or self.asks_for_tightest

    @property
    def kinds_of_evidence(self) -> frozenset[str]:
        """The kinds of evidence that they ask for, of those that are found for all matches at once."""
        return frozenset(name for name, kind in EVIDENCE.items() if kind.check is None and name in self._symbols)

    @property
    def asks_for_tightest(self) -> bool:
        """Whether they ask which matches lie at the vertex where the fewest fit."""
        return FEWEST_FITS in self._symbols

    def placed(self, number: int, salience: int, *, undoes: bool, helping: int = HELPER_SALIENCE) -> str:
        """Return the text for a place in a ranking; its lines are those of the text.

        Args:
            number: of the line.
            salience: of the rules of that line.
            undoes: whether the run undoes steps, and so looks for matches at one place at a time.
            helping: the salience of the rules that do not choose, and declare none.
        """
        placed, done = [], 0
        for position, words in sorted(
            each
            for made in self._constructs
            for each in made.insertions(number, salience if made.calls else helping, undoes=undoes)
        ):
            placed += [self.text[done:position], words]
            done = position
        return "".join([*placed, self.text[done:]])

    def check(self) -> None:
        """Check that some rule does what a line is for.

        Raises:
            NotationFault: if none does, or a call names no match.
        """
        for _ in constructs_of(self.text):
            pass
        for each in self._constructs:
            for call in each.calls:
                name, match = call.called.words, call.match.words
                if call.match.kind != "variable" or len(match) == 1:
                    words = f"({name} {match} names no match; write ({name} ?match)"
                    raise fault(call.called.line, f"{words}, with a variable that a pattern binds: (Match (id ?match))")
                if f"{match} <- " in f"{' '.join(self.text.split())} ":
                    words = f"{match} is a fact; write ({name} ?match) with what a pattern binds: (Match (id ?match))"
                    raise fault(call.called.line, words)
                if each.head != "defrule":
                    raise fault(call.called.line, f"({name} ...) stands in a rule alone, not in a {each.head}")
        if not self.proposing:
            raise fault(1, f"no rule proposes a match; one has an action ({PROPOSE} ?match) or ({RULE_OUT} ?match)")


class WholeText(NamedTuple):
    """All constructs of a run, and the way to run a ranking that they describe."""

    text: str
    way: Way

    def __str__(self) -> str:
        return f"a text changed by hand, run {WAYS[self.way]}"


class _Call(NamedTuple):
    """A call that puts a match forward or rules it out."""

    called: Token
    line: int | None
    """The line of the ranking that it names, as in a whole text; None if its place decides that."""
    match: Token
    """What stands for the match."""


class _Construct(NamedTuple):
    """Where things stand in a construct."""

    head: str
    name: str
    comment: str
    after_name: int
    """The position behind its name and its comment."""
    arrow: int | None
    declares: bool
    salience: int | None
    """What it declares, if that is a number."""
    calls: tuple[_Call, ...]
    conditions: tuple[tuple[int, int], ...]
    """Where each condition begins and ends."""

    def insertions(self, number: int, salience: int, *, undoes: bool) -> Iterator[tuple[int, str]]:
        """Yield what is put in, and where."""
        if self.head != "defrule":
            return
        if not self.declares:
            yield self.after_name, f" (declare (salience {salience}))"
        without_line = [call for call in self.calls if call.line is None]
        if self.arrow is not None and without_line:
            yield self.arrow, f"{self._conditions(number, undoes=undoes)} "
        for call in without_line:
            yield call.called.end, f" {number}"

    def _conditions(self, number: int, *, undoes: bool) -> str:
        """Return what every line asks besides."""
        match = self.calls[0].match.words
        found = [f"(not ({kind} (match {match})))" for kind in ("Covered", "RuledOut")]
        found.append(f"(not (Proposal (line ~{number})))")
        if any(call.called.words == PROPOSE for call in self.calls):
            found += [f"(Attempt (line ?first-line&:(<= ?first-line {number})))"]
            found += [f"(Focus (match any|{match}))"] if undoes else []
        return " ".join(found)


def proposals_in(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the lines of the ranking for which a rule of a whole text proposes a match, or rules one out."""
    return (call.line for call in _calls_in(tokens) if call.line is not None)


def _calls_in(tokens: Sequence[Token]) -> Iterator[_Call]:
    for before, called, first, second in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if before.words == "(" and called.words in (PROPOSE, RULE_OUT):
            is_numbered = first.words.isdecimal()
            yield _Call(called, int(first.words) if is_numbered else None, second if is_numbered else first)


def _construct(tokens: Sequence[Token]) -> _Construct:
    if len(tokens) < 4:  # two parentheses, and two words
        raise fault(tokens[0].line, f"({tokens[1].words.strip(')')} ...) has no name; write (defrule name ...)")
    head, name, *rest = tokens[1:]
    comment = rest[0].words[1:-1] if rest[0].kind == "string" else ""
    behind = (rest[0] if comment else name).end
    begins = [token.words for token in rest if token.kind != "string"][:5]
    arrow = next((token.position for token in rest if token.words == "=>" and token.depth == 1), None)
    calls = tuple(_calls_in(tokens))
    declares = begins[:2] == ["(", "declare"]
    salience = int(begins[4]) if declares and re.fullmatch(r"-?\d+", begins[4]) else None
    conditions = tuple(_conditions_in(rest, arrow))[declares:] if arrow else ()
    return _Construct(head.words, name.words, comment, behind, arrow, declares, salience, calls, conditions)


def _conditions_in(rest: Sequence[Token], arrow: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the conditions before an arrow; what binds a fact belongs to its pattern."""
    start: int | None = None
    for token in rest:
        if token.position >= arrow:
            return
        if start is None and token.kind != "string":
            start = token.position
        if start is not None and token.words == ")" and token.depth == 2:
            yield start, token.end
            start = None
