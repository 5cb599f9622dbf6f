"""A film of each rule of the catalogue: a run in which the rule fires, found and made by the build.

So a film cannot go stale: a rule that no longer fires on any shape that comes with heuristan has none, and the build
ends with that message.
"""

from dataclasses import dataclass
from functools import cache

from pages import TOP

from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import AttemptStarted, Ended, MatchesRuledOut, MatchTaken, Trace, kept_events
from heuristan.teaching.player.scenes import scenes_of

RUNS = (
    ("deutsch-hayes-1972", False),
    ("heuristan", False),
    ("docs/examples/only-places.yaml", False),
    ("docs/examples/symmetric.yaml", True),
    ("foresight", False),
    ("docs/examples/anything-that-fits.yaml", True),
)
"""Rankings in which to look for a rule, the plainest first, and whether the run undoes what leads nowhere."""

ENOUGH = 20
"""Number of shapes after which a film of several attempts is good enough."""


@dataclass(frozen=True)
class Film:
    """A run in which a rule fires."""

    rule: str
    shape: ShapeFile
    ranking: str
    backtracking: bool

    @property
    def trace(self) -> Trace:
        """Everything that happened."""
        return run(self.shape.puzzle, self.ranking, self.backtracking)

    @property
    def attempts(self) -> int:
        """The number of attempts until it is solved."""
        return sum(isinstance(event, AttemptStarted) for event in self.trace)

    @property
    def moment(self) -> int:
        """The moment of the player in which the rule fires, from 1: the one before its match is taken out."""
        kept = set(map(id, kept_events(self.trace)))
        played = scenes_of(self.trace)
        for number, shot in enumerate(played.shots):
            if isinstance(shot.event, MatchTaken) and shot.event.rule == self.rule and id(shot.event) in kept:
                return number
            events = played.scenes[shot.scene].events
            if any(isinstance(event, MatchesRuledOut) and event.rule == self.rule for event in events):
                return number + 1
        return 1

    @property
    def words(self) -> str:
        """The sentence that says what the reader sees at that moment."""
        taken = any(isinstance(event, MatchTaken) and event.rule == self.rule for event in self.trace)
        return (
            "Drawn is the match that the rule takes next." if taken else "Below the board is what the rule rules out."
        )

    @property
    def command(self) -> str:
        """The command that makes the same player."""
        options = [] if self.backtracking else ["--no-backtracking"]
        options += [] if self.ranking == "deutsch-hayes-1972" else ["--ranking", self.ranking]
        return " ".join(["heuristan solve", self.shape.name, *options, "--output", f"{self.shape.name}.html"])


def film_of(rule: str) -> Film:
    """Return the film of a rule: the first run of a single attempt in which it fires, or else the first of any.

    Raises:
        LookupError: if it fires on no shape, in none of the runs.
    """
    for ranking, backtracking in RUNS:
        if rule in {line.name for line in read_ranking(source_of(ranking)).rules}:
            later = None
            for number, shape in enumerate(shapes(list(catalogue()).index(rule))):
                film = Film(rule, shape, ranking, backtracking)
                if rule in rules_that_fire(film.trace):
                    if film.attempts == 1:
                        return film
                    later = later or film
                if later and number >= ENOUGH:
                    break
            if later:
                return later
    raise LookupError(f"the rule {rule!r} fires on no shape: add a run to RUNS in docs/making/site/films.py")


def rules_that_fire(trace: Trace) -> set[str]:
    """Return the rules that took a match of the solution, or ruled out some; none if the puzzle was not solved."""
    ended = trace[-1]
    if not isinstance(ended, Ended) or ended.status != "solved":
        return set()
    taken = {event.rule for event in kept_events(trace) if isinstance(event, MatchTaken)}
    return taken | {event.rule for event in trace if isinstance(event, MatchesRuledOut)}


def shapes(first: int) -> tuple[ShapeFile, ...]:
    """Return the shapes of one set, easy ones first; each rule begins with another one, so that films differ."""
    easy = [each for each in of_one_set() if each.difficulty.startswith("easy")]
    first %= len(easy)
    return (*easy[first:], *easy[:first], *(each for each in of_one_set() if each not in easy))


@cache
def of_one_set() -> tuple[ShapeFile, ...]:
    """Return the shapes of one set that come with heuristan."""
    return tuple(each for each in map(read_shape, shape_files("tangram").values()) if each.puzzle.sets == 1)


@cache
def run(puzzle: Puzzle, ranking: str, backtracking: bool) -> Trace:
    """Return the trace of a run."""
    return solve(puzzle, source_of(ranking), backtracking=backtracking).trace


def source_of(ranking: str) -> str:
    """Return a ranking as it is read from any folder."""
    return str(TOP / ranking) if "/" in ranking else ranking
