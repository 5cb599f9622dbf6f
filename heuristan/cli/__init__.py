"""The command line: the only part that prints, reads arguments, or exits.

This room has what the commands of all rooms share, one idea in each file; the commands are with what they run (as in
`heuristan.tangram.commands`), and each room offers its own. Begin with `running`, which writes results, verdicts and
hints as they come (`writers` in each format; `judging` judges results again). `commands` makes commands and groups of
functions; `options` and `outputs` are for their options; `sources` reads files, folders and patterns; `progress` shows
progress; `failing` ends a command that cannot go on, and `echoing` prints.
"""

import os
import sys
from functools import partial
from io import TextIOWrapper
from shutil import get_terminal_size

import click

from heuristan.cli.commands import group_of_tables
from heuristan.cli.echoing import echo
from heuristan.cli.failing import CANNOT_BE_USED, fail, need_memory
from heuristan.common.faults import describe_unexpected, is_debugging
from heuristan.common.interrupting import note_interrupts
from heuristan.common.memory import LEAST, ran_out
from heuristan.common.rooms import offered
from heuristan.version import __version__


@group_of_tables(partial(offered, "COMMANDS"), epilog="Begin with:  heuristan solve convex-square --output square.png")
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
    _tell_width()
    need_memory(LEAST)
    try:
        app()
    except OSError as fault:  # a full disk under standard output, for example; most files have messages of their own
        if is_debugging():
            raise
        if ran_out(fault):
            fail(describe_unexpected(fault))
        where = f"{fault.filename}: it cannot be used" if fault.filename else "the output cannot be written"
        echo(f"heuristan: {where} ({fault.strerror or fault})", err=True)
        raise SystemExit(CANNOT_BE_USED) from None


def _tell_width() -> None:
    """Let words fit into the terminal: a shell does not tell the programs that it starts how wide it is."""
    if sys.stdout is not None and sys.stdout.isatty():
        os.environ.setdefault("COLUMNS", str(get_terminal_size().columns))


def _write_any_letter() -> None:
    """Let letters be written that the encoding of the terminal or of a pipe does not have: as escapes, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
