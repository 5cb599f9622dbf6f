"""``heuristan lab search``."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from signal import SIGINT, default_int_handler, signal
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import INTERRUPTED, check_place, fail, note, refuse_overwriting, write
from heuristan.cli.options import SECONDS, several
from heuristan.cli.progress import bar
from heuristan.lab.commands.lab.corpus_options import (
    choice_options,
    corpus_of,
    jobs_option,
    note_refused,
    output_option,
)
from heuristan.tangram.commands.outline_options import RANKING

if TYPE_CHECKING:
    from heuristan.lab.searching.evaluating import Evaluator, Goal
    from heuristan.lab.searching.provenance import Material, Outcome, Score
    from heuristan.lab.searching.racing import Search
    from heuristan.lab.searching.space import Space
    from heuristan.tangram.expert.ranking import RankedRule

GOALS = ("first-attempt", "any-attempt")
VARIED = ("order", "rules", "prefer", "repeat", "entry-points", "composites", "extension-lines")

TRIALS = 200
"""Number of rankings to try if neither a number nor a time is given."""

FEWEST = 6
"""Minimum number of outlines: with fewer nothing can be learnt, and none may be held out."""


@command(ok="the ranking is written")
@click.option("--start", required=True, type=RANKING, help="The ranking to start from.")
@several(
    "--corpus",
    required=True,
    metavar="OUTLINE...",
    help="Outlines: files in any format that 'solve' reads, folders, quoted patterns, or 'shapes'. Only those of the "
    "training split are used.",
)
@choice_options(FEWEST)
@click.option(
    "--goal",
    type=click.Choice(GOALS),
    default="first-attempt",
    show_default=True,
    help="Goal of the search: more outlines solved in the first attempt, or in any attempt.",
)
@click.option(
    "--attempts", type=click.IntRange(1), default=10, show_default=True, help="Maximum number of entry points."
)
@several("--rules", metavar="NAME...", help="Rules of the catalogue that may be added to those of the start.")
@click.option("--only-order", is_flag=True, help="Change only the order of the rules and their repeats.")
@several(
    "--change",
    known=VARIED,
    help=f"Parts that may change: {', '.join(VARIED)}.  [default: everything that matters to the goal]",
)
@click.option("--trials", type=click.IntRange(1), help=f"Number of rankings to try.  [default: {TRIALS}, or --time]")
@click.option("--time", type=SECONDS, metavar="SECONDS", help="Time to search.")
@jobs_option
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search and of the sample."
)
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="STUDY",
    help="File (an Optuna journal) for the rankings tried; the same command goes on from there.",
)
@output_option("File for the best ranking (.yaml).", required=True)
def search(
    start: str,
    corpus: tuple[str, ...],
    goal: "Goal",
    attempts: int,
    rules: tuple[str, ...],
    only_order: bool,
    change: tuple[str, ...],
    trials: int | None,
    time: float | None,
    jobs: int,
    seed: int,
    results: Path | None,
    output: Path,
    **choice: Any,
) -> None:
    """Find a better ranking, on training outlines only.

    Rankings near the best so far are tried on more and more outlines, and given up as soon as they are hopeless. A
    third of the training outlines is held out: the best ranking is run on them once, at the end, and both results are
    shown. Test outlines are never used: 'lab run --split test' judges the ranking.

    The best ranking is written with its provenance inside; 'solve --ranking FILE' takes it. Ctrl-C ends the search and
    writes the best so far.

    \b
    heuristan lab search --start deutsch-hayes-1972 --corpus many.geojsonl --only-order --output better.yaml
    heuristan lab search --start better.yaml --corpus many.geojsonl --goal any-attempt --time 600 --output best.yaml
    heuristan lab search --start pieces-first --corpus shapes --rules forced no-room --results study --output mine.yaml
    """  # noqa: D301
    from heuristan.lab.searching.evaluating import evaluator_of

    refuse_overwriting(reads=(start, *corpus), writes=tuple(path for path in (output, results) if path))
    if output.suffix.lower() not in (".yaml", ".yml"):
        fail(f"{output}: a ranking is a YAML file; end its name in .yaml")
    check_place(output)
    space = _space(start, rules, _varied(only_order, change, rules, goal), attempts)
    material = _material(corpus, choice | {"split": "training", "seed": seed})
    session = _Session(space, goal, material, seed, partial(evaluator_of, jobs=jobs))
    session.over(results, trials or (None if time else TRIALS), time)
    session.write(output)


def _varied(only_order: bool, change: tuple[str, ...], rules: tuple[str, ...], goal: str) -> tuple[str, ...]:
    from heuristan.lab.searching.space import ONLY_ORDER

    if only_order and (change or rules):
        fail("--only-order leaves everything else as it is; leave out --change and --rules, or --only-order")
    # the entry points of later attempts do not matter to the first
    usual = VARIED if goal == "any-attempt" else tuple(word for word in VARIED if word != "entry-points")
    return ONLY_ORDER if only_order else change or usual


def _space(start: str, rules: tuple[str, ...], varied: tuple[str, ...], attempts: int) -> "Space":
    from heuristan.common.faults import nearest
    from heuristan.lab.searching.space import Space
    from heuristan.tangram.expert.ranking_entries import catalogue
    from heuristan.tangram.expert.ranking_file import read_ranking

    more: list[RankedRule] = []
    for name in rules:
        if name not in catalogue():
            fail(f"there is no rule '{name}' in the catalogue; {nearest(name, catalogue())}")
        more.append(catalogue()[name])
    return Space.around(read_ranking(start), more, varied, attempts)


def _material(sources: tuple[str, ...], choice: dict[str, Any]) -> "Material":
    from heuristan.lab.searching.provenance import Material

    corpus = corpus_of(sources, **choice)
    material = Material.of(corpus, choice["seed"])
    note_refused(corpus)
    if len(material.digests) < FEWEST or not material.held_out or not material.searched:
        fail(f"{len(material.digests)} training outlines of {corpus.read} are too few to learn from; give more")
    return material


class _Session:
    """One search, from opening the record to writing the ranking."""

    def __init__(
        self, space: "Space", goal: "Goal", material: "Material", seed: int, evaluator_of: "Callable[..., Evaluator]"
    ) -> None:
        self.space = space
        self.goal = goal
        self.material = material
        self.seed = seed
        self.evaluator_of = evaluator_of
        self.is_asked_to_end = False
        self.search: Search

    def over(self, results: Path | None, trials: int | None, seconds: float | None) -> None:
        """Search until the trials or the time are over."""
        from heuristan.lab.searching.racing import Search
        from heuristan.lab.searching.study import Study

        study = Study(self.space, results, self.about())
        evaluator = self.evaluator_of(self.material.searched)
        self.search = Search(self.space, self.goal, evaluator, len(self.material.searched), self.seed, study)
        try:
            with self.listening():
                self.watch(trials, seconds)
        finally:
            evaluator.close()

    def about(self) -> dict[str, Any]:
        """Return everything that decides what the search finds."""
        from heuristan.lab.identity import ranking_digest, version

        return {
            "start": ranking_digest(self.space.start),
            "rules": sorted(rule.name for rule in self.space.pool),
            "varied": sorted(self.space.varied),
            "attempts": self.space.attempts,
            "goal": self.goal,
            "corpus": self.material.digest,
            "seed": self.seed,
            "version": version(),
        }

    def watch(self, trials: int | None, seconds: float | None) -> None:
        """Search, and show progress."""
        search, begun = self.search, monotonic()
        with bar("ranking" if trials else "second") as show:
            while not self.is_enough(trials, seconds, begun):
                for progress in search.step():
                    if trials:
                        show(progress.number, trials, self.so_far())
                    else:
                        show(int(monotonic() - begun), int(seconds or 0), self.so_far())
                    if self.is_enough(None, seconds, begun):
                        break

    def is_enough(self, trials: int | None, seconds: float | None, begun: float) -> bool:
        is_late = seconds is not None and monotonic() - begun >= seconds
        is_done = trials is not None and len(self.search.study.tried) >= trials
        return self.is_asked_to_end or self.search.is_exhausted or is_late or is_done

    def so_far(self) -> str:
        from heuristan.lab.searching.evaluating import in_words

        best = self.search.best
        words = in_words(self.goal, best.total, len(best.values)) if best else "none yet"
        return f"best: {words}, {self.search.given_up} given up"

    @contextmanager
    def listening(self) -> Iterator[None]:
        """End the search at Ctrl-C; a second one does not wait for that."""

        def ask(*_: object) -> None:
            self.is_asked_to_end = True
            signal(SIGINT, default_int_handler)

        usual = signal(SIGINT, ask)
        try:
            yield
        finally:
            signal(SIGINT, usual)

    def write(self, output: Path) -> None:
        """Write the best ranking, and show how good it is."""
        best = self.search.best
        if best is None:
            fail("the search ended before the start itself was run on all outlines; nothing is written")
        if self.is_asked_to_end:
            note("interrupted; the best so far is run on the outlines held out (Ctrl-C again: not run)")
        outcome = self.outcome()
        write(output, outcome.text(output.stem, f"Found by search from {self.space.start.name}"))
        self.show(outcome, output)
        if self.is_asked_to_end:
            raise SystemExit(INTERRUPTED)

    def outcome(self) -> "Outcome":
        from heuristan.lab.searching.provenance import Outcome, Score

        search, tried = self.search, self.search.study.tried
        best = search.best
        assert best is not None
        ranking = self.space.ranking(best.candidate)
        return Outcome(
            self.space,
            self.goal,
            self.material,
            self.seed,
            len(tried),
            search.given_up,
            ranking,
            Score(tried[0].values, best.values),
            self.held_out(ranking),
        )

    def held_out(self, best: Any) -> "Score | None":
        """Return the values of start and best on the outlines held out; None if Ctrl-C came."""
        from heuristan.lab.searching.evaluating import as_evaluated
        from heuristan.lab.searching.provenance import Score

        outlines = self.material.held_out
        evaluator = self.evaluator_of(outlines)
        try:
            start, found = (
                evaluator.values(as_evaluated(ranking, self.goal), list(outlines))
                for ranking in (self.space.start, best)
            )
        except KeyboardInterrupt:
            return None
        finally:
            evaluator.close()
        return Score.of(start, found)

    def show(self, outcome: "Outcome", output: Path) -> None:
        """Print the outcome."""
        from heuristan.tangram.expert.ranking import differences

        material = self.material
        counts = f"{len(material.searched)} training outlines searched, {len(material.held_out)} held out"
        say(f"{counts}; {outcome.tried} rankings tried, {outcome.given_up} of them given up early")
        if self.search.is_exhausted:
            say("nothing is left to try")
        echo(f"searched: {outcome.searched.in_words(self.goal)}")
        echo(f"held out: {outcome.held_out.in_words(self.goal) if outcome.held_out else 'not run'}")
        changed = differences(outcome.best, self.space.start)
        echo(f"{self.space.start.name}: {'; '.join(changed) or 'nothing better was found'}")
        say(f"ranking in {output}; next: heuristan lab run --split test --rankings {output} ...")
