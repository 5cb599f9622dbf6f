"""Runs as published that share their common parts.

A search runs thousands of rankings on one outline, and they reach the same states again and again:

1. A *node* represents a state that attempts reached. It knows the nodes after it, by the match that led there, and the
   decisions made there. The state itself is forgotten after each run, because it has all its matches, and is made again
   for a question that was not asked before.
2. What a rule takes in a state does not depend on the rules around it, so each rule is asked separately, once.
3. That is not true if lines of a ranking rule matches out: what they find may depend on the lines tried before
   (`no-room`). Then all lines tried so far are part of the question.

Attempts are run by the usual code (`expert.published`): a node looks like a state to it, and its chooser looks up the
nodes first. The tests compare this with plain runs.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, cast

from heuristan.tangram.expert.chooser import Chooser
from heuristan.tangram.expert.control import Clock, accepts_all
from heuristan.tangram.expert.decision import NOTHING, Decision
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.runs import drive_by_loop
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Silent
from heuristan.tangram.puzzle.puzzle import Puzzle

Question: TypeAlias = tuple[object, ...]
"""A question at a node: a rule, and everything else that the answer depends on."""

MAX_KEPT = 400_000
"""Maximum number of nodes and answers of all outlines, under a kilobyte each. An outline that exceeds its share begins
again."""


class Answer(NamedTuple):
    """A decision without the parts that only the trace needs."""

    match: Match | None
    rule_number: int
    keys_ruled_out: frozenset[MatchKey] = NOTHING
    preferred_to: tuple[Match, ...] = ()

    @classmethod
    def of(cls, decision: Decision) -> "Answer":
        return cls(decision.match, decision.rule_number, decision.keys_ruled_out)


class Node:
    """A state that attempts reached, which is made again when it is needed."""

    def __init__(self, tree: "Tree", state: State, before: "Node | None" = None, match: Match | None = None) -> None:
        self._tree, self._before, self._match = tree, before, match
        self._state: State | None = state
        self._after: dict[MatchKey, Node | None] = {}
        self._answers: dict[Question, Answer | None] = {}
        self._sets: dict[frozenset[MatchKey], frozenset[MatchKey]] = {}
        self.steps = state.steps
        self.boundary = bool(state.boundary)
        tree.grow(self)

    @property
    def state(self) -> State:
        if self._state is None:
            self._state = self._again()
            self._tree.awake.append(self)
        return self._state

    def _again(self) -> State:
        if self._before is None or self._match is None:
            return self._tree.start()
        state = self._before.state.without(self._match)
        assert state is not None
        return state

    def without(self, match: Match) -> "Node | None":
        """Return the node after a match, if the match leaves a state."""
        if match.key not in self._after:
            after = self.state.without(match)
            self._after[match.key] = Node(self._tree, after, self, match) if after else None
        return self._after[match.key]

    def knows(self, question: Question) -> bool:
        """Return whether a question was asked here."""
        return question in self._answers

    def answer(self, question: Question) -> Answer | None:
        """Return the decision; None if a rule found nothing, or if the question was not asked."""
        return self._answers.get(question)

    def keep(self, question: Question, answer: Answer | None) -> None:
        """Remember a decision."""
        if answer is not None:  # the same matches are ruled out in most of them
            ruled_out = self._sets.setdefault(answer.keys_ruled_out, answer.keys_ruled_out)
            answer = answer._replace(keys_ruled_out=ruled_out)
        self._answers[question] = answer
        self._tree.size += 1

    def sleep(self) -> None:
        """Forget the state. A state with nothing left is small and kept."""
        if self.boundary:
            self._state = None

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the state."""
        return getattr(self.state, name)


class Tree:
    """The states of one outline, with the composites and extension lines of a ranking."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking) -> None:
        self._puzzle, self._ranking = puzzle, ranking
        self.size = 0
        self.awake: list[Node] = []
        """Nodes whose states are there."""
        self.root = Node(self, self.start())

    def start(self) -> State:
        return State.start(self._puzzle, self._ranking)

    def grow(self, node: Node) -> None:
        self.size += 1
        self.awake.append(node)

    def sleep(self) -> None:
        """Forget all states."""
        for node in self.awake:
            node.sleep()
        self.awake.clear()

    def is_solved(self, ranking: Ranking) -> bool:
        """Return whether an attempt of a ranking, run as published, solves the outline."""
        chooser = cast("Chooser", chooser_of(ranking.rules))
        start = cast("State", self.root)
        tracer = Silent(self._puzzle, ranking)
        control = Published(start, ranking.rules, tracer, Clock.of(None), accepts_all, ranking.entry_lines)
        run = drive_by_loop(control, lambda now: chooser.decide(now.state, now.line, now.ruled_out))
        self.sleep()
        return run.status == "solved"


class EachByItself:
    """A chooser for rules that do not rule matches out: each is asked separately, once per state."""

    def __init__(self, rules: Sequence[RankedRule]) -> None:
        self.rules = rules
        self._alone = [_alone(_asking(rule)) for rule in rules]

    def decide(self, node: Node, first_line: int, ruled_out: frozenset[MatchKey] = NOTHING) -> Answer:
        for line in range(first_line, len(self.rules)):
            question = self._alone[line][0], ruled_out
            if not node.knows(question):
                self._ask(node, ruled_out)
            answer = node.answer(question)
            if answer is not None:
                return answer._replace(rule_number=line)
        return Answer(None, len(self.rules))

    def _ask(self, node: Node, ruled_out: frozenset[MatchKey]) -> None:
        """Ask all rules while the state is there, because other rankings have them in other orders."""
        for number, chooser in self._alone:
            if not node.knows((number, ruled_out)):
                decision = chooser.decide(node.state, 0, ruled_out)
                node.keep((number, ruled_out), Answer.of(decision) if decision.match else None)


class Together:
    """A chooser for rules some of which rule matches out: a decision is remembered with all lines that led to it."""

    def __init__(self, rules: Sequence[RankedRule]) -> None:
        self.rules = rules
        self._chooser = Chooser(tuple(rules))
        self._numbers = [_number(_asking(rule)) for rule in rules]
        self._asked = frozenset(rule.evidence for rule in rules)

    def decide(self, node: Node, first_line: int, ruled_out: frozenset[MatchKey] = NOTHING) -> Answer:
        questions = [self._question(first_line, line, ruled_out) for line in range(first_line, len(self.rules) + 1)]
        for question in questions:
            answer = node.answer(question)
            if answer is not None:
                return answer._replace(rule_number=first_line + answer.rule_number)
        answer = Answer.of(self._chooser.decide(node.state, first_line, ruled_out))
        # the same lines may be elsewhere in another ranking
        fired = answer.rule_number - first_line
        node.keep(questions[fired], answer._replace(rule_number=fired))
        return answer

    def _question(self, first_line: int, line: int, ruled_out: frozenset[MatchKey]) -> Question:
        """Return the lines tried, those above that rule out, and everything else that the decision may depend on."""
        above = tuple(self._numbers[i] for i in range(first_line) if self.rules[i].rules_out)
        return self._asked, above, tuple(self._numbers[first_line : line + 1]), line == len(self.rules), ruled_out


@lru_cache(maxsize=4)
def chooser_of(rules: tuple[RankedRule, ...]) -> EachByItself | Together:
    """Return the chooser for some rules. Only the last few are kept, because a search makes thousands."""
    return Together(rules) if any(rule.rules_out for rule in rules) else EachByItself(rules)


@lru_cache(maxsize=256)
def _alone(rule: RankedRule) -> tuple[int, Chooser]:
    """Return the number of a rule and a chooser with only this rule."""
    return _number(rule), Chooser((rule,))


def _asking(rule: RankedRule) -> RankedRule:
    """Return a rule without the fields that do not matter in a single state."""
    return replace(rule, title="", note="", repeat=False)


def _number(rule: RankedRule) -> int:
    """Return a number for a rule, which is quicker to look up than the rule itself."""
    return _NUMBERS.setdefault(rule, len(_NUMBERS))


_NUMBERS: dict[RankedRule, int] = {}
