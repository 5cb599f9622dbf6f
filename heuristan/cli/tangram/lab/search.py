"""``heuristan lab search``."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from signal import SIGINT, default_int_handler, signal
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, refuse_overwriting, write
from heuristan.cli.tangram.lab.failing import lab_failures
from heuristan.cli.tangram.lab.run import corpus_of
from heuristan.cli.tangram.lab.several import SeveralValues, several
from heuristan.cli.tangram.lab.timing import timed

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import RankedRule
    from heuristan.tangram.lab.searching.goals import Goal
    from heuristan.tangram.lab.searching.judging import Judge
    from heuristan.tangram.lab.searching.material import Material
    from heuristan.tangram.lab.searching.outcome import Outcome, Score
    from heuristan.tangram.lab.searching.search import Search
    from heuristan.tangram.lab.searching.space import Space

GOALS = ("first-attempt", "any-attempt", "undone")
VARIED = ("order", "rules", "prefer", "repeat", "entry-points", "composites", "extension-lines")

TRIALS = 200
"""Rankings that are tried where neither a number nor a time is given."""

FEWEST = 6
"""Outlines below which nothing can be learnt, and a third of them may be none."""


class _Usage(SeveralValues):
    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "--start RANKING --corpus X ... --output FILE.yaml [OPTIONS]")


@click.command(
    cls=_Usage,
    epilog="Exit status: 0 the ranking is written, 2 the command or a file could not be used, 130 interrupted (the "
    "best so far is written).",
)
@click.option("--start", required=True, metavar="NAME|FILE", help="The ranking to start from.")
@several(
    "--corpus",
    required=True,
    metavar="SOURCE ...",
    help="The outlines: files in any format that 'solve' reads, folders of them, or 'shapes'. Those of the training "
    "split alone are looked at.",
)
@click.option("--sets", type=click.IntRange(1, 100), help="Outlines of so many sets of pieces alone.")
@several("--family", metavar="NAME ...", help="Outlines of these families alone: convex, simple-10-, simple-11+, ...")
@several("--where", metavar="CONDITION ...", help="Outlines that meet conditions, as for 'lab run'.")
@click.option("--most", type=click.IntRange(FEWEST), help="So many outlines at most, drawn from all.")
@click.option(
    "--goal",
    type=click.Choice(GOALS),
    default="first-attempt",
    show_default=True,
    help="What a better ranking has more of: outlines solved in the first attempt, or in any; or fewer undone steps "
    "with backtracking.",
)
@click.option("--attempts", type=click.IntRange(1), default=10, show_default=True, help="Entry points at most.")
@several("--rules", metavar="NAME ...", help="Rules of the catalogue that may be added to those of the start.")
@click.option("--only-order", is_flag=True, help="Vary the order of the rules and their repeats, nothing else.")
@several(
    "--vary", metavar="WHAT ...", help=f"What may vary: {', '.join(VARIED)}.  [default: all that has a say in the goal]"
)
@click.option("--trials", type=click.IntRange(1), help=f"Rankings to try in all.  [default: {TRIALS}, or --time]")
@click.option("--time", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="How long to search.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to work with.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is drawn.")
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="STUDY",
    help="File (an Optuna journal) for what was tried: the same command goes on from there.",
)
@click.option("--title", help="Title of the ranking.  [default: where it was found]")
@click.option(
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the best ranking (.yaml).",
)
def search(
    start: str,
    corpus: tuple[str, ...],
    goal: "Goal",
    attempts: int,
    rules: tuple[str, ...],
    only_order: bool,
    vary: tuple[str, ...],
    trials: int | None,
    time: float | None,
    jobs: int,
    seed: int,
    results: Path | None,
    title: str | None,
    output: Path,
    **choice: Any,
) -> None:
    """Find a better ranking, on the training outlines alone.

    Rankings near the best so far are tried on more and more outlines, and given up as soon as they are hopeless. A
    third of the training outlines is held out: the best is run on them once, in the end, and both figures are told.
    Test outlines are never touched: 'lab run --split test' judges what was found.

    The best ranking is written with its provenance inside; 'solve --ranking FILE' takes it. Ctrl-C ends the search and
    writes the best so far.

    \b
    heuristan lab search --start deutsch-hayes-1972 --corpus many.geojsonl --only-order --output better.yaml
    heuristan lab search --start better.yaml --corpus many.geojsonl --goal any-attempt --time 600 --output best.yaml
    heuristan lab search --start pieces-first --corpus shapes --rules forced no-room --results study --output mine.yaml
    """  # noqa: D301
    refuse_overwriting(reads=(start, *corpus), writes=tuple(path for path in (output, results) if path))
    if output.suffix.lower() not in (".yaml", ".yml"):
        fail(f"{output}: a ranking is a YAML file; end its name in .yaml")
    if not output.parent.is_dir():  # an hour later would be late
        fail(f"{output}: there is no such folder; make it first, or choose another place")
    if time is not None and isnan(time):
        raise click.BadParameter("nan is no number of seconds", param_hint="--time")
    with lab_failures():
        space = _space(start, rules, _varied(only_order, vary, rules, goal), attempts)
        material = _material(corpus, choice | {"split": "training", "seed": seed})
        session = _Session(space, goal, material, seed, jobs)
        session.over(results, trials or (None if time else TRIALS), time)
        session.write(output, title)


def _varied(only_order: bool, vary: tuple[str, ...], rules: tuple[str, ...], goal: str) -> tuple[str, ...]:
    from heuristan.common.plain_yaml import nearest
    from heuristan.tangram.lab.searching.space import ONLY_ORDER

    if only_order and (vary or rules):
        fail("--only-order leaves everything else as it is; leave out --vary and --rules, or --only-order")
    for word in vary:
        if word not in VARIED:
            fail(f"'{word}' is nothing that can vary; {nearest(word, VARIED)}")
    # where attempts begin after the first has no say in the first, nor in a search with undoing
    usual = VARIED if goal == "any-attempt" else tuple(word for word in VARIED if word != "entry-points")
    return ONLY_ORDER if only_order else vary or usual


def _space(start: str, rules: tuple[str, ...], varied: tuple[str, ...], attempts: int) -> "Space":
    from heuristan.common.plain_yaml import nearest
    from heuristan.tangram.expert.ranking_file import catalogue, read_ranking
    from heuristan.tangram.lab.searching.space import Space

    more: list[RankedRule] = []
    for name in rules:
        if name not in catalogue():
            fail(f"there is no rule '{name}' in the catalogue; {nearest(name, catalogue())}")
        more.append(catalogue()[name])
    return Space.around(read_ranking(start), more, varied, attempts)


def _material(sources: tuple[str, ...], choice: dict[str, Any]) -> "Material":
    from heuristan.tangram.lab.searching.material import Material

    corpus = corpus_of(sources, choice)
    material = Material.of(corpus, choice["seed"])
    if corpus.refused:
        click.echo(f"heuristan: {len(corpus.refused)} refused, first: {corpus.refused[0].message}", err=True)
    if len(material.digests) < FEWEST or not material.held_out or not material.searched:
        fail(f"{len(material.digests)} training outlines of {corpus.read} are too few to learn from; give more")
    return material


class _Session:
    """One search, from opening the record to writing the ranking."""

    def __init__(self, space: "Space", goal: "Goal", material: "Material", seed: int, jobs: int) -> None:
        self.space = space
        self.goal = goal
        self.material = material
        self.seed = seed
        self.jobs = jobs
        self.is_asked_to_end = False
        self.search: Search

    def over(self, results: Path | None, trials: int | None, seconds: float | None) -> None:
        """Search until it is enough."""
        from heuristan.tangram.lab.searching.judging import judge_of
        from heuristan.tangram.lab.searching.search import Search
        from heuristan.tangram.lab.searching.study import Study, StudyError

        try:
            study = Study(self.space, results, self.about())
        except StudyError as fault:
            fail(str(fault))
        judge = judge_of(self.material.searched, self.goal, self.jobs)
        self.search = Search(self.space, self.goal, judge, len(self.material.searched), self.seed, study)
        try:
            with self.listening():
                self.watch(trials, seconds)
        finally:
            judge.close()

    def about(self) -> dict[str, Any]:
        """All that has a say in what the search comes to."""
        from heuristan.tangram.lab.rankings import ranking_digest
        from heuristan.tangram.lab.versions import version

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
        """Search, with a line of progress."""
        search, begun = self.search, monotonic()
        with timed("rankings" if trials else "seconds") as tick:
            while not self.is_enough(trials, seconds, begun):
                for progress in search.step():
                    if trials:
                        tick(progress.number, trials, self.so_far())
                    else:
                        tick(int(monotonic() - begun), int(seconds or 0), self.so_far())
                    if self.is_enough(None, seconds, begun):
                        break

    def is_enough(self, trials: int | None, seconds: float | None, begun: float) -> bool:
        is_late = seconds is not None and monotonic() - begun >= seconds
        is_done = trials is not None and len(self.search.study.tried) >= trials
        return self.is_asked_to_end or self.search.is_exhausted or is_late or is_done

    def so_far(self) -> str:
        from heuristan.tangram.lab.searching.goals import in_words

        best = self.search.best
        words = in_words(self.goal, best.total, len(best.values)) if best else "none yet"
        return f"best: {words}, {self.search.given_up} given up"

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Ctrl-C asks for an end; a second one does not wait for it."""

        def ask(*_: object) -> None:
            self.is_asked_to_end = True
            signal(SIGINT, default_int_handler)

        usual = signal(SIGINT, ask)
        try:
            yield
        finally:
            signal(SIGINT, usual)

    def write(self, output: Path, title: str | None) -> None:
        """Write the best ranking, and tell how good it is."""
        best = self.search.best
        if best is None:
            fail("the search ended before the start itself was run on all outlines; nothing is written")
        if self.is_asked_to_end:
            click.echo("heuristan: interrupted; the best so far is run on the outlines held out (or Ctrl-C)", err=True)
        outcome = self.outcome()
        title = title or f"Found by search from {self.space.start.name}"
        write(output, outcome.text(output.stem, title))
        self.tell(outcome, output)
        if self.is_asked_to_end:
            raise SystemExit(INTERRUPTED)

    def outcome(self) -> "Outcome":
        from heuristan.tangram.lab.searching.outcome import Outcome, Score

        search, tried = self.search, self.search.study.tried
        best = search.best
        assert best is not None
        ranking = search.ranking(best.candidate)
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
        """What the start and the best are worth on the outlines held out; None where nobody waits for it."""
        from heuristan.tangram.lab.searching.goals import as_judged
        from heuristan.tangram.lab.searching.judging import judge_of
        from heuristan.tangram.lab.searching.outcome import Score

        outlines = self.material.held_out
        judge: Judge = judge_of(outlines, self.goal, self.jobs)
        try:
            start, found = (
                judge.values(as_judged(ranking, self.goal), list(outlines)) for ranking in (self.space.start, best)
            )
        except KeyboardInterrupt:
            return None
        finally:
            judge.close()
        return Score.of(start, found)

    def tell(self, outcome: "Outcome", output: Path) -> None:
        """What was found."""
        from heuristan.tangram.expert.ranking import differences

        material = self.material
        counts = f"{len(material.searched)} training outlines searched, {len(material.held_out)} held out"
        click.echo(f"{counts}; {outcome.tried} rankings tried, {outcome.given_up} of them given up early")
        if self.search.is_exhausted:
            click.echo("nothing is left to try")
        click.echo(f"searched: {outcome.searched.in_words(self.goal)}")
        told = outcome.held_out.in_words(self.goal) if outcome.held_out else "not run"
        click.echo(f"held out: {told}")
        changed = differences(outcome.best, self.space.start)
        click.echo(f"{self.space.start.name}: {'; '.join(changed) or 'nothing better was found'}")
        click.echo(f"ranking in {output}; next: heuristan lab run --split test --rankings {output} ...")
