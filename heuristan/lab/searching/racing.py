"""The search itself: propose candidates, race them, keep the best.

*Proposals.* Candidates are mostly orders of rules. An optimiser that models each value separately (TPE, CMA-ES) learns
little about orders, because the value of a place depends on all other places; moves from good rankings keep what is
good in them. So most candidates are moves from one of the best. Some are drawn from anywhere, where moves never come.

*Races.* A candidate is run on growing batches of outlines, and compared with the best ranking so far, outline by
outline, because only outlines on which the two differ say anything. It is given up

1. if even the best result on all remaining outlines would not make it better; or
2. if it has lost far more than it won: if the two were alike, each difference would be a gain or a loss with equal
   chance, and their sum would be that far below 0 once in twenty times (a sign-flip test; Wald's sequential test asks
   for more and does not stop earlier at such small numbers).

Every choice is drawn only from the seed and the number of the trial, so that a search that was interrupted finds the
same as one without a break.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from heuristan.lab.identity import ranking_digest
from heuristan.lab.searching.evaluating import Evaluator, Goal, as_evaluated
from heuristan.lab.searching.space import Candidate, OneOf, Place, Space
from heuristan.lab.searching.study import Study, Tried

STAYING = 0.55
"""Chance to end after each move."""

ORDERS = 0.5
"""Share of moves that change the place of a rule, if more than the order may change."""


def moved(space: Space, candidate: Candidate, rng: Random) -> Candidate:
    """Return a candidate that is one or a few moves away."""
    values = dict(candidate)
    while True:
        name = _which(space, rng)
        parameter = space.parameters[name]
        if isinstance(parameter, OneOf):
            values[name] = rng.choice([word for word in parameter.words if word != values[name]])
        else:
            values |= _placed(space, values, name, rng)
        if rng.random() < STAYING:
            return values


def anywhere(space: Space, rng: Random) -> Candidate:
    """Return a candidate; all are equally likely."""
    return {
        name: rng.choice(parameter.words) if isinstance(parameter, OneOf) else rng.random()
        for name, parameter in space.parameters.items()
    }


def _which(space: Space, rng: Random) -> str:
    """Return the parameter that a move changes: the order as often as everything else."""
    places = [name for name, parameter in space.parameters.items() if isinstance(parameter, Place)]
    choices = [name for name in space.parameters if name not in places]
    is_order = places and (not choices or rng.random() < ORDERS)
    return rng.choice(places if is_order else choices)


def _placed(space: Space, values: Candidate, name: str, rng: Random) -> Mapping[str, float]:
    """Return the places of a group after one of them is moved between two others, mostly nearby."""
    group = [each for each, parameter in space.parameters.items() if parameter == space.parameters[name]]
    group.sort(key=lambda each: values[each])
    here = group.index(name)
    far = min(len(group) - 1, 1 + int(rng.expovariate(0.5)))
    there = here + rng.choice((-far, far))
    group.insert(max(0, min(len(group) - 1, there)), group.pop(here))
    return {each: (number + 0.5) / len(group) for number, each in enumerate(group)}


FIRST_BATCH = 24
"""Number of outlines in the first batch; each further batch doubles the number of outlines run."""

AT_ONCE = 24
"""Number of outlines that are run at a time: Ctrl-C waits for these."""

FAR = 1.65
"""Number of standard deviations below 0."""


def is_hopeless(values: Sequence[int], best: Sequence[int]) -> bool:
    """Return whether a candidate is given up.

    Args:
        values: the values of the candidate on the outlines run so far.
        best: the values of the best ranking so far on all outlines.
    """
    gains = [value - other for value, other in zip(values, best, strict=False)]
    lead = sum(gains)
    still_to_win = sum(1 - other for other in best[len(values) :])
    return lead + still_to_win <= 0 or lead < -FAR * sqrt(sum(gain * gain for gain in gains))


def batch_ends(count: int) -> list[int]:
    """Return the numbers of outlines after which a candidate may be given up."""
    ends = [FIRST_BATCH]
    while ends[-1] < count:
        ends.append(2 * ends[-1])
    return [*ends[:-1], count]


PARENTS = 6
"""Number of the best rankings from which moves start, the first most often."""

FROM_ANYWHERE = 8
"""One in this number of candidates is drawn from anywhere."""

TRIES = 200
"""Known proposals in a row after which candidates are drawn from anywhere."""


@dataclass
class Search:
    """A search, step by step; it can be left at any time, and begins where its study ends."""

    space: Space
    goal: Goal
    evaluator: Evaluator
    """Evaluates rankings on the outlines 0, 1, ... of the search."""
    count: int
    """Number of these outlines."""
    seed: int
    study: Study
    """The rankings tried so far."""
    is_exhausted: bool = False
    """Whether there is nothing new to propose."""

    def __post_init__(self) -> None:
        self._seen = {tried.digest for tried in self.study.tried}

    @property
    def best(self) -> Tried | None:
        """The best ranking so far; of several, the one that was tried first."""
        whole = [tried for tried in self.study.tried if tried.is_whole]
        return max(whole, key=lambda tried: (tried.total, -tried.number), default=None)

    @property
    def given_up(self) -> int:
        """Number of rankings given up early."""
        return sum(not tried.is_whole for tried in self.study.tried)

    def step(self) -> Iterator[int]:
        """Try one more ranking, and yield its number every few outlines."""
        candidate = self._proposed()
        if candidate is None:
            self.is_exhausted = True
        else:
            yield from self._try(candidate)

    def _try(self, candidate: Candidate) -> Iterator[int]:
        number, best = len(self.study.tried), self.best
        ranking = as_evaluated(self.space.ranking(candidate), self.goal)
        values: list[int] = []
        for end in batch_ends(self.count):
            while len(values) < end:
                which = range(len(values), min(end, len(values) + AT_ONCE))
                found = self.evaluator.values(ranking, which)
                values += [found[i] for i in which]
                yield number
            if best and len(values) < self.count and is_hopeless(values, best.values):
                break
        digest = ranking_digest(ranking)
        self._seen.add(digest)
        self.study.add(Tried(number, candidate, digest, tuple(values), len(values) == self.count))

    def _proposed(self) -> Candidate | None:
        """Return a candidate that was not tried; None if none is found."""
        number = len(self.study.tried)
        if not number:
            return self.space.first
        rng = Random(f"{self.seed} {number}")
        for candidate in self._proposals(number, rng):
            if ranking_digest(as_evaluated(self.space.ranking(candidate), self.goal)) not in self._seen:
                return candidate
        return None

    def _proposals(self, number: int, rng: Random) -> Iterator[Candidate]:
        if not self.space.parameters:
            return
        if number % FROM_ANYWHERE == 0:
            yield anywhere(self.space, rng)
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
