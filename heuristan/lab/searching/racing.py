"""The search itself: divide the outlines, propose candidates, race them, keep the best with its provenance.

*Outlines.* They are searched or held out, and never test outlines.

*Proposals.* Candidates are mostly orders of rules. An optimiser that models each value separately (TPE, CMA-ES) learns
little about orders, because the value of a place depends on all other places; moves from good rankings keep what is
good in them. So most candidates are moves from one of the best. Some are drawn from anywhere, where moves never come.

*Races.* A candidate is run on growing batches of outlines, and compared with the best ranking so far, outline by
outline, because only outlines on which the two differ say anything. It is given up

1. if even the best result on all remaining outlines would not make it better; or
2. if it has lost far more than it won: if the two were alike, each difference would be a gain or a loss with equal
   chance, and their sum would be that far below 0 once in twenty times (a sign-flip test; Wald's sequential test asks
   for more and does not stop earlier at such small numbers).

Every choice is drawn only from the seed and the number of the trial.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from math import sqrt
from random import Random
from typing import NamedTuple

from heuristan.lab.columns import meant_shape
from heuristan.lab.corpora import Outline
from heuristan.lab.digests import chosen_in_words, corpus_digest, split_of_shape
from heuristan.lab.identity import ranking_digest, version
from heuristan.lab.searching.evaluating import Evaluator, Goal, Values, as_evaluated, in_words
from heuristan.lab.searching.space import VARIED, Space
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.puzzle.puzzle import Puzzle

PARTS = 3
"""One of this number of parts is held out."""


class TuningOnTestError(AssertionError):
    """A test outline was about to be tuned on."""


class _Drawn(NamedTuple):
    """An outline with its lot, which decides the order."""

    lot: bytes
    puzzle: Puzzle


@dataclass(frozen=True)
class Material:
    """Training outlines in the order in which they are run, which is drawn by their digests and a seed."""

    searched: Mapping[int, Puzzle]
    """Outlines by number, from 0. The search compares rankings only on these."""
    held_out: Mapping[int, Puzzle]
    """A third of the shapes (an outline and its mirror images are on the same side), run when the search is over."""
    digests: tuple[str, ...]
    """Digests of all outlines, in order."""
    corpora: tuple[str, ...] = ()
    """The digest of the corpus of which they were chosen, if it is known."""

    @classmethod
    def of(cls, outlines: Iterable[Outline], seed: int) -> "Material":
        """Divide outlines.

        Raises:
            TuningOnTestError: if one of them is not of the training split.
        """
        parts: tuple[list[_Drawn], list[_Drawn]] = [], []
        digests: list[str] = []
        for digest, puzzle in outlines:
            shape = meant_shape(puzzle)
            if split_of_shape(shape) != "training":
                raise TuningOnTestError(f"{puzzle.id} is a test outline; search on training outlines alone")
            lot = blake2b(f"{seed} {digest}".encode(), digest_size=16).digest()
            # the last bit decides the split
            parts[int(shape, 16) // 2 % PARTS == 0].append(_Drawn(lot, puzzle))
            digests.append(digest)
        searched, held_out = (
            {number: drawn.puzzle for number, drawn in enumerate(sorted(part, key=lambda drawn: drawn.lot))}
            for part in parts
        )
        return cls(searched, held_out, tuple(sorted(digests)))


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


class Tried(NamedTuple):
    """A ranking that was tried."""

    number: int
    ranking: Ranking
    values: tuple[int, ...]
    """Its values on the outlines that it was run on, in the order of the search."""
    is_whole: bool
    """True if it was run on all outlines, False if it was given up before."""

    @property
    def total(self) -> int:
        return sum(self.values)


@dataclass
class Search:
    """A search, step by step; it can be left at any time."""

    space: Space
    goal: Goal
    evaluator: Evaluator
    """Evaluates rankings on the outlines 0, 1, ... of the search."""
    count: int
    """Number of these outlines."""
    seed: int
    tried: list[Tried] = field(default_factory=list)
    is_exhausted: bool = False
    """Whether there is nothing new to propose."""
    _seen: set[str] = field(default_factory=set)

    @property
    def best(self) -> Tried | None:
        """The best ranking so far; of several, the one that was tried first."""
        return max(self._whole, key=lambda tried: (tried.total, -tried.number), default=None)

    @property
    def given_up(self) -> int:
        """Number of rankings given up early."""
        return len(self.tried) - len(self._whole)

    @property
    def _whole(self) -> list[Tried]:
        return [tried for tried in self.tried if tried.is_whole]

    def step(self) -> Iterator[int]:
        """Try one more ranking, and yield its number every few outlines."""
        number, best = len(self.tried), self.best
        ranking = self._proposed(number)
        if ranking is None:
            self.is_exhausted = True
            return
        evaluated, values = as_evaluated(ranking, self.goal), list[int]()
        for end in batch_ends(self.count):
            while len(values) < end:
                which = range(len(values), min(end, len(values) + AT_ONCE))
                found = self.evaluator.values(evaluated, which)
                values += [found[i] for i in which]
                yield number
            if best and len(values) < self.count and is_hopeless(values, best.values):
                break
        self._seen.add(ranking_digest(evaluated))
        self.tried.append(Tried(number, ranking, tuple(values), len(values) == self.count))

    def _proposed(self, number: int) -> Ranking | None:
        """Return a ranking that was not tried; None if none is found."""
        if not number:
            return self.space.start
        for ranking in self._proposals(number, Random(f"{self.seed} {number}")):
            if ranking_digest(as_evaluated(ranking, self.goal)) not in self._seen:
                return ranking
        return None

    def _proposals(self, number: int, rng: Random) -> Iterator[Ranking]:
        if number % FROM_ANYWHERE == 0:
            yield self.space.anywhere(rng)
        # of equals the newer first, so that the search moves on where changes make no difference
        parents = sorted(self._whole, key=lambda tried: (-tried.total, -tried.number))[:PARENTS]
        for _ in range(TRIES):
            parent = parents[min(len(parents) - 1, int(rng.expovariate(0.7)))]
            yield self.space.moved(parent.ranking, rng)
        for _ in range(TRIES):
            yield self.space.anywhere(rng)


class Score(NamedTuple):
    """The values of a ranking and of the start on some outlines."""

    start: Sequence[int]
    found: Sequence[int]

    @classmethod
    def of(cls, start: Values, found: Values) -> "Score":
        return cls([start[number] for number in sorted(start)], [found[number] for number in sorted(found)])

    def in_words(self, goal: Goal) -> str:
        """Return both in words, and on how many outlines they differ."""
        better = sum(mine > theirs for mine, theirs in zip(self.found, self.start, strict=True))
        worse = sum(mine < theirs for mine, theirs in zip(self.found, self.start, strict=True))
        now, then = (in_words(goal, sum(values), len(values)) for values in (self.found, self.start))
        return f"{now}; the start: {then}; better on {better}, worse on {worse}"


@dataclass(frozen=True)
class Outcome:
    """The best ranking, and how it was found."""

    search: Search
    material: Material
    best: Ranking
    searched: Score
    held_out: Score | None
    """None if Ctrl-C came first."""

    def text(self, name: str, title: str) -> str:
        """Return the ranking as YAML, without date and time: the same search writes the same file."""
        return ranking_text(replace(self.best, name=name, title=title, note=self.note))

    @property
    def note(self) -> str:
        search, material = self.search, self.material
        digests = material.digests
        start, goal = search.space.start, search.goal
        varied = ", ".join(key for key in VARIED if key in search.space.varied)
        held_out = self.held_out.in_words(goal) if self.held_out else "not run"
        return (
            f"Found by 'heuristan lab search' from the ranking {start.name} ({ranking_digest(start)}). "
            f"Changed: {varied}. Goal: {goal}, as published. "
            f"Trained on {chosen_in_words(len(digests), corpus_digest(digests), material.corpora)}; none of the test "
            f"split; {len(material.searched)} searched and {len(material.held_out)} held out. "
            f"Seed {search.seed}, {len(search.tried)} rankings tried, {search.given_up} of them given up early; "
            f"heuristan {version()}. "
            f"Searched: {self.searched.in_words(goal)}. Held out: {held_out}."
            f"{f' Of {start.name}: {start.note}' if start.note else ''}"
        )
