"""The command line: the only part that prints, reads arguments, or exits.

`kit` holds the parts that all commands share; the commands of each system have a package of their own. Begin with
`heuristan.tangram.commands.solve`.
"""

import sys
from io import TextIOWrapper

import click

from heuristan.cli.echoing import echo
from heuristan.cli.failing import CANNOT_BE_USED, fail, need_memory
from heuristan.cli.groups import lazy_group
from heuristan.cli.interrupts import note_interrupts
from heuristan.common.memory import LEAST, ran_out
from heuristan.common.unexpected import describe_unexpected, is_debugging
from heuristan.version import __version__


@lazy_group(
    {
        "heuristan.tangram.commands.solve": "Solve outlines: explain, draw or write the result.",
        "heuristan.teaching.commands.hint": "Say where one piece goes, or which one to take back.",
        "heuristan.tangram.commands.verify": "Verify results, whatever made them, and say what is wrong.",
        "heuristan.lab.commands.compare": "Compare the solvers side by side: status, effort, seconds, memory.",
        "heuristan.teaching.commands.step": "Choose the matches yourself, step by step.",
        "heuristan.teaching.commands.serve": "Open a page to step, ask, play and compare in.",
        "heuristan.tangram.commands.convert": "Read outlines in any format and write them in another.",
        "heuristan.lab.commands.generate": "Make outlines at random, from a seed.",
        "heuristan.lab.commands.census": "Count every snug shape that the pieces make.",
        "heuristan.teaching.commands.worksheet": "Make a PDF to print: puzzles to scale, pieces to cut out, solutions.",
        "heuristan.lab.commands.lab": "Try rankings on thousands of outlines, report, find better ones.",
        "heuristan.tangram.commands.show": "Draw and explain a recorded trace, without solving again.",
        "heuristan.tangram.commands.rankings": "List the rankings, and how each differs from the default.",
        "heuristan.tangram.commands.shapes": "List the shapes that ship with heuristan.",
        "heuristan.edgematching.commands": "Edge-matching puzzles by convex relaxation, and by search.",
        "heuristan.sliding.commands": "Sliding tiles: the 8-puzzle, the 15-puzzle and larger, planned and solved optimally.",
        "heuristan.jigsaw.commands": "Jigsaw puzzles from pictures of their pieces.",
    },
    epilog="Begin with:  heuristan solve convex-square --output square.png",
)
@click.version_option(__version__, prog_name="heuristan")
def app() -> None:
    """Tangram puzzles solved by ranked rules, after Deutsch and Hayes (1972), and by exhaustive search.

    An outline is taken apart piece by piece: the most reliable rule that finds a match extracts it. Every step is
    explained and can be drawn. The exact solver (solve --solver exact) finds all solutions, or proves that there is
    none. Three more systems have commands of their own: edgematching, sliding and jigsaw.
    """


def main() -> None:
    """Run the command line."""
    note_interrupts()
    _write_any_letter()
    need_memory(LEAST)
    try:
        app()
    except OSError as fault:  # a full disk under standard output, say; most files have messages of their own
        if is_debugging():
            raise
        if ran_out(fault):
            fail(describe_unexpected(fault))
        where = f"{fault.filename}: it cannot be used" if fault.filename else "the output cannot be written"
        echo(f"heuristan: {where} ({fault.strerror or fault})", err=True)
        raise SystemExit(CANNOT_BE_USED) from None


def _write_any_letter() -> None:
    """Let letters be written that the encoding of the terminal or of a pipe does not have: as escapes, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
