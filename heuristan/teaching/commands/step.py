"""``heuristan step``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, check_place, fail, refuse_overwriting
from heuristan.cli.options import file_option
from heuristan.tangram.commands.outline_options import (
    OUTLINE,
    RANKING,
    figure_option,
    functions_option,
    set_option,
)
from heuristan.teaching.commands.teaching_options import the_one

if TYPE_CHECKING:
    from heuristan.teaching.stepping import Session


@command(ok="the puzzle is solved in the end", otherwise="it is not")
@click.argument("outline", type=OUTLINE)
@click.option("--ranking", type=RANKING, help="Name or file of the ranking whose rules offer matches.")
@functions_option
@figure_option
@set_option
@file_option("--trace", "File for the trace of the session, for 'show'; it is written after every step.")
@file_option(
    "--picture", "File (.svg or .png) for what was taken and what is left; it is written again after every step."
)
def step(
    outline: str,
    ranking: str | None,
    figure: int | None,
    pieces: str | None,
    trace: Path | None,
    picture: Path | None,
) -> None:
    """Choose the matches yourself, step by step.

    OUTLINE is what 'heuristan solve' takes. At every step each rule says which matches it offers; take one by its
    number, name the rule to apply, take steps back, or ask the ranking to go on. Ask what is known and why: 'facts',
    'agenda', 'why', 'why not 5 square at 3', 'how', 'what if 7 first'. Or drive the engine as in the shell of CLIPS:
    'watch rules', 'run 10', 'assert', 'defrule'. 'help' lists the commands. They are read from standard input, so that
    a lesson can be a file: heuristan step lamp < lesson.txt

    \b
    heuristan step lamp                                        # on a terminal
    heuristan step lamp --picture now.svg --trace mine.jsonl   # ... with a picture beside it
    heuristan show mine.jsonl --output mine.svg                # what was done, as any other run
    """  # noqa: D301
    if picture is not None and picture.suffix.lower() not in (".svg", ".png"):
        fail(f"{picture}: the picture is written as SVG or PNG; end its name in .svg or .png")
    if outline == "-":
        fail("the commands are read from standard input, so the outline cannot be; give a file or the name of a shape")
    reads = (outline, ranking or "", pieces or "")
    refuse_overwriting(reads=reads, writes=(trace, picture))
    for path in filter(None, (trace, picture)):
        check_place(path)
    session = _begun(outline, ranking, figure, pieces)
    from heuristan.teaching.commands.step_dialogue import Dialogue

    dialogue = Dialogue(session, reads, trace, picture)
    try:
        dialogue.hold()
    except KeyboardInterrupt:
        kept = f"; what was done is in {trace}" if trace else ""
        echo(f"\nheuristan: interrupted{kept}", err=True)
        raise SystemExit(INTERRUPTED) from None
    raise SystemExit(0 if dialogue.session.status == "solved" else NOT_ALL)


def _begun(outline: str, ranking: str | None, figure: int | None, pieces: str | None) -> "Session":
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.puzzle.puzzle import OutlineError
    from heuristan.teaching.stepping import Session

    rules = read_ranking(ranking or DEFAULT)
    try:
        return Session.begun(the_one(outline, pieces, figure, "a session is on"), rules)
    except OutlineError as fault:
        fail(str(fault))
