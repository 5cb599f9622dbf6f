"""``heuristan lab baselines``."""

from typing import TYPE_CHECKING, Any

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import INTERRUPTED, fail, note
from heuristan.cli.progress import bar
from heuristan.common.words import plural
from heuristan.lab.commands.lab.corpus_options import corpus_of, corpus_option, outline_options
from heuristan.lab.commands.lab.printing import print_table

if TYPE_CHECKING:
    from heuristan.lab.corpora import Corpus


@command(ok="every outline was tried")
@corpus_option
@outline_options("of the sample and of random choice")
def baselines(corpus: tuple[str, ...], **choice: Any) -> None:
    """Say how many outlines are solved at once without any idea.

    A ranking is worth what it solves beyond these: pieces taken at random; any piece at the vertex where the fewest
    fit; the exact search as far as its first step back; the paper's order below all evidence. Nothing is undone. Drawn
    outlines are left out. Ctrl-C ends the count and shows it.

    \b
    heuristan lab baselines
    heuristan lab baselines --corpus many.geojsonl --split test --where made=human --seed 7
    """  # noqa: D301
    solved, tried, is_whole = _counted(corpus_of(corpus, **choice), choice["seed"])
    if not tried and is_whole:
        fail("none of the outlines meets the conditions; ask for less")
    from heuristan.lab.reporting.findings import words
    from heuristan.lab.statistics import proportion

    if tried:
        rows = [(name, words(proportion(count, tried))) for name, count in solved.items()]
        print_table(("Baseline", "Solved at once, %"), rows, (False, True))
        say(f"of {plural(tried, 'outline')}; intervals are of 95 % (Wilson)")
    if not is_whole:
        raise SystemExit(INTERRUPTED)


def _counted(corpus: "Corpus", seed: int) -> tuple[dict[str, int], int, bool]:
    """Return how often each baseline solves, of how many outlines, and whether that is all of them."""
    from heuristan.lab.columns import is_exact
    from heuristan.lab.reporting.solved import BASELINES

    solved, tried = dict.fromkeys(BASELINES, 0), 0
    try:
        with bar("outline") as show:
            for outline in corpus:
                if not is_exact(outline.puzzle):
                    continue
                found = {name: solves(outline.puzzle, seed) for name, solves in BASELINES.items()}
                solved = {name: count + found[name] for name, count in solved.items()}
                tried += 1
                show(tried, max(tried, corpus.expected()))
    except KeyboardInterrupt:
        note("interrupted; what was counted is shown")
        return solved, tried, False
    return solved, tried, True
