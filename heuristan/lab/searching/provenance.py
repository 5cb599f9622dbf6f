"""The outlines of a search, searched or held out, never a test outline; and its outcome, with its provenance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from heuristan.lab.columns import meant_shape
from heuristan.lab.corpora import Outline
from heuristan.lab.digests import split_of_shape
from heuristan.lab.identity import ranking_digest, version
from heuristan.lab.searching.evaluating import Goal, Values, in_words
from heuristan.lab.searching.racing import Search
from heuristan.lab.searching.space import VARIED
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

    @cached_property
    def digest(self) -> str:
        """16 hex digits of the outlines, regardless of their order."""
        return blake2b(" ".join(self.digests).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Score:
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
        start, goal = search.space.start, search.goal
        varied = ", ".join(key for key in VARIED if key in search.space.varied)
        held_out = self.held_out.in_words(goal) if self.held_out else "not run"
        return (
            f"Found by 'heuristan lab search' from the ranking {start.name} ({ranking_digest(start)}). "
            f"Changed: {varied}. Goal: {goal}, as published. "
            f"Corpus {material.digest}: {len(material.digests)} training outlines, {len(material.searched)} searched "
            f"and {len(material.held_out)} held out; none of the test split. "
            f"Seed {search.seed}, {len(search.tried)} rankings tried, {search.given_up} of them given up early; "
            f"heuristan {version()}. "
            f"Searched: {self.searched.in_words(goal)}. Held out: {held_out}."
            f"{f' Of {start.name}: {start.note}' if start.note else ''}"
        )
