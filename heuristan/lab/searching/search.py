"""The search itself: propose candidates, race them, keep the best.

Candidates are mostly orders of rules. An optimiser that models each value separately (TPE, CMA-ES) learns little about
orders, because the value of a place depends on all other places; moves from good rankings keep what is good in them. So
most candidates are moves from one of the best. Some are proposed by Optuna (TPE), which sees all trials, including
those given up, and finds rankings that moves from the best never reach.

Every choice is drawn only from the seed and the number of the trial, so that a search that was interrupted finds the
same as one without a break.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from heuristan.lab.rankings import ranking_digest
from heuristan.lab.searching.evaluating import Evaluator
from heuristan.lab.searching.goals import BEST, Goal, as_evaluated
from heuristan.lab.searching.moves import anywhere, moved
from heuristan.lab.searching.racing import AT_ONCE, batch_ends, is_hopeless
from heuristan.lab.searching.space import Candidate, Space
from heuristan.lab.searching.study import FEW, Study, Tried

PARENTS = 6
"""Number of the best rankings from which moves start, the first most often."""

BY_OPTUNA = 8
"""One in this number of candidates is Optuna's, which is slow when there are many trials."""

TRIES = 200
"""Number of known proposals in a row after which the search stops to propose nearby."""


@dataclass
class Progress:
    """The progress of a candidate."""

    number: int
    done: int
    """Number of outlines it was run on."""


class Search:
    """A search, step by step; it can be left at any time."""

    def __init__(self, space: Space, goal: Goal, evaluator: Evaluator, count: int, seed: int, study: Study) -> None:
        """Begin or continue a search.

        Args:
            space: the space of the candidates.
            goal: the goal.
            evaluator: evaluates rankings on the outlines 0, 1, ... of the search.
            count: number of these outlines.
            seed: the seed.
            study: the rankings tried so far.
        """
        self.space = space
        self.study = study
        self._goal = goal
        self._evaluator = evaluator
        self._count = count
        self._seed = seed
        self.is_exhausted = False
        """Whether there is nothing new to propose."""
        self._seen = {tried.digest for tried in study.tried}

    @property
    def best(self) -> Tried | None:
        """The best ranking so far; of several, the one that was tried first."""
        whole = [tried for tried in self.study.tried if tried.is_whole]
        return max(whole, key=lambda tried: (tried.total, -tried.number), default=None)

    @property
    def given_up(self) -> int:
        """Number of rankings given up early."""
        return sum(not tried.is_whole for tried in self.study.tried)

    def step(self) -> Iterator[Progress]:
        """Try one more ranking, and yield its progress every few outlines."""
        candidate = self._proposed()
        if candidate is None:
            self.is_exhausted = True
        else:
            yield from self._try(candidate)

    def _try(self, candidate: Candidate) -> Iterator[Progress]:
        number, best = len(self.study.tried), self.best
        ranking = as_evaluated(self.space.ranking(candidate), self._goal)
        values: list[int] = []
        for end in batch_ends(self._count):
            while len(values) < end:
                which = range(len(values), min(end, len(values) + AT_ONCE))
                found = self._evaluator.values(ranking, which)
                values += [found[i] for i in which]
                yield Progress(number, len(values))
            if best and len(values) < self._count and is_hopeless(values, best.values, BEST[self._goal]):
                break
        digest = ranking_digest(ranking)
        self._seen.add(digest)
        self.study.add(Tried(number, candidate, digest, tuple(values), len(values) == self._count))

    def _proposed(self) -> Candidate | None:
        """Return a candidate that was not tried; None if none is found."""
        number = len(self.study.tried)
        if not number:
            return self.space.first
        rng = Random(f"{self._seed} {number}")
        for candidate in self._proposals(number, rng):
            if ranking_digest(as_evaluated(self.space.ranking(candidate), self._goal)) not in self._seen:
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
        """Return the best, of equals the newer first, so that the search moves on where changes make no difference."""
        whole = [tried for tried in self.study.tried if tried.is_whole]
        return sorted(whole, key=lambda tried: (-tried.total, -tried.number))[:PARENTS]
