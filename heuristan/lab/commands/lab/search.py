"""``heuristan lab search``."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import INTERRUPTED, check_place, fail, note, refuse_overwriting, write
from heuristan.cli.options import SECONDS, several
from heuristan.cli.progress import bar
from heuristan.common.interrupting import interrupts_noted
from heuristan.lab.commands.lab.corpus_options import (
    choice_options,
    corpus_of,
    goal_option,
    jobs_option,
    note_refused,
    note_unnamed,
    output_option,
)
from heuristan.tangram.commands.outline_options import RANKING

if TYPE_CHECKING:
    from heuristan.lab.searching.evaluating import Goal
    from heuristan.lab.searching.racing import Material, Outcome, Search
    from heuristan.lab.searching.space import Space

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
@goal_option("Goal of the search: more outlines solved in the first attempt, or in any attempt.")
@click.option(
    "--attempts", type=click.IntRange(1), default=10, show_default=True, help="Maximum number of entry points."
)
@several("--rules", metavar="NAME...", help="Rules of the catalogue that may be added to those of the start.")
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
@output_option("File for the best ranking (.yaml).", required=True)
def search(
    start: str,
    corpus: tuple[str, ...],
    goal: "Goal",
    attempts: int,
    rules: tuple[str, ...],
    change: tuple[str, ...],
    trials: int | None,
    time: float | None,
    jobs: int,
    seed: int,
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
    heuristan lab search --start deutsch-hayes-1972 --corpus many.geojsonl --change order repeat --output better.yaml
    heuristan lab search --start better.yaml --corpus many.geojsonl --goal any-attempt --time 600 --output best.yaml
    heuristan lab search --start pieces-first --corpus shapes --rules forced no-room --output mine.yaml
    """  # noqa: D301
    from heuristan.lab.searching.evaluating import evaluator_of
    from heuristan.lab.searching.racing import Search

    refuse_overwriting(reads=(start, *corpus), writes=(output,))
    if output.suffix.lower() not in (".yaml", ".yml"):
        fail(f"{output}: a ranking is a YAML file; end its name in .yaml")
    check_place(output)
    space = _space(start, rules, change or _varied(goal), attempts)
    material = _material(corpus, choice | {"split": "training", "seed": seed})
    with evaluator_of(material.searched, jobs) as evaluator:
        found = Search(space, goal, evaluator, len(material.searched), seed)
        is_interrupted = _watched(found, trials or (None if time else TRIALS), time)
    if is_interrupted and found.best:
        note("interrupted; the best so far is run on the outlines held out (Ctrl-C again: not run)")
    outcome = _outcome(found, material, jobs)
    write(output, outcome.text(output.stem, f"Found by search from {space.start.name}"))
    _show(outcome, output)
    if is_interrupted:
        raise SystemExit(INTERRUPTED)


def _varied(goal: str) -> tuple[str, ...]:
    # the entry points of later attempts do not matter to the first
    return VARIED if goal == "any-attempt" else tuple(word for word in VARIED if word != "entry-points")


def _space(start: str, rules: tuple[str, ...], varied: tuple[str, ...], attempts: int) -> "Space":
    from heuristan.common.faults import nearest
    from heuristan.lab.identity import of_single_rules
    from heuristan.lab.searching.space import Space
    from heuristan.tangram.expert.ranking_entries import catalogue

    for name in (name for name in rules if name not in catalogue()):
        fail(f"there is no rule '{name}' in the catalogue; {nearest(name, catalogue())}")
    space = Space.around(of_single_rules(start), [catalogue()[name] for name in rules], varied, attempts)
    note_unnamed(start)
    return space


def _material(sources: tuple[str, ...], choice: dict[str, Any]) -> "Material":
    from heuristan.lab.searching.racing import Material

    corpus = corpus_of(sources, **choice)
    material = replace(Material.of(corpus, choice["seed"]), corpora=(corpus.digest,))
    note_refused(corpus)
    if len(material.digests) < FEWEST or not material.held_out or not material.searched:
        fail(f"{len(material.digests)} training outlines of {corpus.read} are too few to learn from; give more")
    return material


def _watched(search: "Search", trials: int | None, seconds: float | None) -> bool:
    """Search until the trials or the time are over, and show progress; return whether Ctrl-C ended it."""
    from heuristan.lab.searching.evaluating import in_words

    begun = monotonic()
    with bar("ranking" if trials else "second") as show, interrupts_noted() as is_interrupted:

        def is_over() -> bool:
            return is_interrupted() or (seconds is not None and monotonic() - begun >= seconds)

        while not is_over() and not search.is_exhausted and (trials is None or len(search.tried) < trials):
            for number in search.step():
                best = search.best
                words = in_words(search.goal, best.total, len(best.values)) if best else "none yet"
                done, whole = (number, trials) if trials else (int(monotonic() - begun), int(seconds or 0))
                show(done, whole, f"best: {words}, {search.given_up} given up")
                if is_over():
                    break
        return is_interrupted()


def _outcome(search: "Search", material: "Material", jobs: int) -> "Outcome":
    """Return the best ranking, which is now run on the outlines held out."""
    from heuristan.lab.searching.evaluating import as_evaluated, evaluator_of
    from heuristan.lab.searching.racing import Outcome, Score

    best = search.best
    if best is None:
        fail("the search ended before the start itself was run on all outlines; nothing is written")
    ranking = best.ranking
    held_out: Score | None = None
    with suppress(KeyboardInterrupt), evaluator_of(material.held_out, jobs) as evaluator:
        rankings = (as_evaluated(each, search.goal) for each in (search.space.start, ranking))
        held_out = Score.of(*(evaluator.values(each, list(material.held_out)) for each in rankings))
    return Outcome(search, material, ranking, Score(search.tried[0].values, best.values), held_out)


def _show(outcome: "Outcome", output: Path) -> None:
    """Print the outcome."""
    from heuristan.tangram.expert.ranking import differences

    search, start, goal = outcome.search, outcome.search.space.start, outcome.search.goal
    counts = f"{len(outcome.material.searched)} training outlines searched, {len(outcome.material.held_out)} held out"
    say(f"{counts}; {len(search.tried)} rankings tried, {search.given_up} of them given up early")
    if search.is_exhausted:
        say("nothing is left to try")
    echo(f"searched: {outcome.searched.in_words(goal)}")
    echo(f"held out: {outcome.held_out.in_words(goal) if outcome.held_out else 'not run'}")
    echo(f"{start.name}: {'; '.join(differences(outcome.best, start)) or 'nothing better was found'}")
    say(f"ranking in {output}; next: heuristan lab run --split test --rankings {output} ...")
