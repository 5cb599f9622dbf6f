"""The outcome of a search: the best ranking, with its provenance inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from heuristan.lab.rankings import ranking_digest
from heuristan.lab.searching.evaluating import Values
from heuristan.lab.searching.goals import Goal, in_words
from heuristan.lab.searching.material import Material
from heuristan.lab.searching.space import VARIED, Space
from heuristan.lab.versions import version
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import ranking_text

VARIED_IN_WORDS: Mapping[str, str] = {
    "order": "the order of the rules",
    "rules": "which rules are in",
    "prefer": "what a rule prefers",
    "repeat": "which rules repeat",
    "entry-points": "the entry points",
    "composites": "the composites",
    "extension-lines": "the thresholds of extension lines",
}

GOAL_IN_WORDS: Mapping[Goal, str] = {
    "first-attempt": "outlines solved in the first attempt, as published",
    "any-attempt": "outlines solved in any attempt, as published",
    "undone": "few undone steps, with backtracking",
}


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

    space: Space
    goal: Goal
    material: Material
    seed: int
    tried: int
    given_up: int
    best: Ranking
    searched: Score
    held_out: Score | None
    """None if Ctrl-C came first."""

    def text(self, name: str, title: str) -> str:
        """Return the ranking as YAML, without date and time: the same search writes the same file."""
        return ranking_text(replace(self.best, name=name, title=title, note=self.note))

    @property
    def note(self) -> str:
        start, material = self.space.start, self.material
        varied = ", ".join(VARIED_IN_WORDS[key] for key in VARIED if key in self.space.varied)
        outlines = len(material.searched) + len(material.held_out)
        held_out = self.held_out.in_words(self.goal) if self.held_out else "not run"
        return (
            f"Found by 'heuristan lab search' from the ranking {start.name} ({ranking_digest(start)}). "
            f"Changed: {varied}. Goal: {GOAL_IN_WORDS[self.goal]}. "
            f"Corpus {material.digest}: {outlines} training outlines, {len(material.searched)} searched and "
            f"{len(material.held_out)} held out; none of the test split. "
            f"Seed {self.seed}, {self.tried} rankings tried, {self.given_up} of them given up early; "
            f"heuristan {version()}. "
            f"Searched: {self.searched.in_words(self.goal)}. Held out: {held_out}."
            f"{f' Of {start.name}: {start.note}' if start.note else ''}"
        )
