"""The search itself: propose, race, keep; the best so far is always at hand.

Where do candidates come from? What a search looks for is mostly an order. An optimiser that models each value by itself
(TPE, CMA-ES) learns little about orders, for what a place is worth depends on all the others; moves from good
rankings keep what is good in them. So most candidates are moves from one of the best; some are
Optuna's (TPE), which sees all trials, those given up too, and finds what moves from the best never come to.

Every choice is drawn from the seed and the number of the trial alone, so that a search that was resumed comes to what
it would have come to without a break.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.lab.rankings import ranking_digest
from heuristan.tangram.lab.searching.goals import BEST, Goal, as_judged
from heuristan.tangram.lab.searching.judging import Judge
from heuristan.tangram.lab.searching.moves import anywhere, moved
from heuristan.tangram.lab.searching.racing import AT_ONCE, batch_ends, is_hopeless
from heuristan.tangram.lab.searching.space import Candidate, Space
from heuristan.tangram.lab.searching.study import FEW, Study, Tried

PARENTS = 6
"""The best rankings, from which moves start; the very best most often."""

BY_OPTUNA = 8
"""Each candidate of so many is Optuna's. It thinks for long when there are many trials."""

TRIES = 200
"""Proposals that were tried before, after which there is nothing new to be found nearby."""


@dataclass
class Progress:
    """How far a candidate has come."""

    number: int
    done: int
    """Outlines it was run on."""


class Search:
    """A search, step by step: it can go on for ever, and be left at any time."""

    def __init__(self, space: Space, goal: Goal, judge: Judge, count: int, seed: int, study: Study) -> None:
        """Args:
        space: of the candidates.
        goal: what a run is worth.
        judge: of the outlines 0, 1, ... of the search.
        count: how many these are.
        seed: of all that is drawn.
        study: what was tried so far.
        """
        self.space = space
        self.study = study
        self._goal = goal
        self._judge = judge
        self._count = count
        self._seed = seed
        self.is_exhausted = False
        """Whether nothing new can be proposed."""
        self._seen = {tried.digest for tried in study.tried}

    @property
    def best(self) -> Tried | None:
        """The best so far: of several, the one that was tried first."""
        whole = [tried for tried in self.study.tried if tried.is_whole]
        return max(whole, key=lambda tried: (tried.total, -tried.number), default=None)

    @property
    def given_up(self) -> int:
        """How many rankings were given up early."""
        return sum(not tried.is_whole for tried in self.study.tried)

    def step(self) -> Iterator[Progress]:
        """Try one ranking more; what is told is how far it has come, every few outlines."""
        candidate = self._proposed()
        if candidate is None:
            self.is_exhausted = True
        else:
            yield from self._try(candidate)

    def ranking(self, candidate: Candidate) -> Ranking:
        """A candidate as a ranking."""
        return self.space.ranking(candidate)

    def _try(self, candidate: Candidate) -> Iterator[Progress]:
        number, best = len(self.study.tried), self.best
        ranking = as_judged(self.ranking(candidate), self._goal)
        values: list[int] = []
        for end in batch_ends(self._count):
            while len(values) < end:
                which = range(len(values), min(end, len(values) + AT_ONCE))
                found = self._judge.values(ranking, which)
                values += [found[i] for i in which]
                yield Progress(number, len(values))
            if best and len(values) < self._count and is_hopeless(values, best.values, BEST[self._goal]):
                break
        digest = ranking_digest(ranking)
        self._seen.add(digest)
        self.study.add(Tried(number, candidate, digest, tuple(values), len(values) == self._count))

    def _proposed(self) -> Candidate | None:
        """A candidate that was not tried; None if there seems to be none."""
        number = len(self.study.tried)
        if not number:
            return self.space.first
        rng = Random(f"{self._seed} {number}")
        for candidate in self._proposals(number, rng):
            if ranking_digest(as_judged(self.ranking(candidate), self._goal)) not in self._seen:
                return candidate
        return None

    def _proposals(self, number: int, rng: Random) -> Iterator[Candidate]:
        if not self.space.parameters:
            return
        if number >= FEW and number % BY_OPTUNA == 0:
            yield self.study.proposal(rng.randrange(2**32))
        parents = self._parents()
        for _ in range(TRIES):
            parent = parents[min(len(parents) - 1, int(rng.expovariate(0.7)))]
            yield moved(self.space, parent.candidate, rng)
        for _ in range(TRIES):
            yield anywhere(self.space, rng)

    def _parents(self) -> Sequence[Tried]:
        """The best, the newer of equals first: so the search drifts where nothing makes a difference."""
        whole = [tried for tried in self.study.tried if tried.is_whole]
        return sorted(whole, key=lambda tried: (-tried.total, -tried.number))[:PARENTS]
