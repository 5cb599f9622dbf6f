"""The command line: the only part that prints, reads arguments, or exits.

This room has what the commands of all rooms share, one idea in each file; the commands are with what they run (as in
`heuristan.tangram.commands`), and each room offers its own. Begin with `running`, which writes results, verdicts and
hints as they come (`writers` in each format; `judging` judges results again). `commands` makes commands and groups of
functions; `options` and `outputs` are for their options; `sources` reads files, folders and patterns; `progress` shows
progress; `failing` ends a command that cannot go on, and `echoing` prints.
"""

import os
import sys
from contextlib import suppress
from errno import EBADF
from functools import partial
from io import TextIOBase, TextIOWrapper
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
    _open_what_is_closed()
    _write_any_letter()
    _check_completion()
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


def _open_what_is_closed() -> None:
    """Open standard streams that were closed (>&-), or the next file would take their numbers.

    Standard input is empty then, standard error is thrown away, and what is written to standard output fails in words.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                place = os.open(os.devnull, os.O_RDWR)
                if place != number:
                    os.dup2(place, number)
                stream = os.fdopen(number, "r" if name == "stdin" else "w", closefd=False)
                setattr(sys, name, _Closed() if name == "stdout" else stream)


class _Closed(TextIOBase):
    """A stream that cannot be written to."""

    def write(self, text: str) -> int:  # noqa: ARG002
        raise OSError(EBADF, "it is closed")


def _check_completion() -> None:
    """Refuse to complete words that no shell gave: click would end in a traceback."""
    asked, words, place = map(os.environ.get, ("_HEURISTAN_COMPLETE", "COMP_WORDS", "COMP_CWORD"))
    is_number = place is not None and (asked == "fish_complete" or (place.isdecimal() and len(place) < 10))
    if asked in ("bash_complete", "zsh_complete", "fish_complete") and (words is None or not is_number):
        fail("shells ask for words to complete with COMP_WORDS and COMP_CWORD, the number of a word; give both")


def _tell_width() -> None:
    """Let words fit into the terminal: a shell does not tell the programs that it starts how wide it is."""
    if sys.stdout is not None and sys.stdout.isatty():
        os.environ.setdefault("COLUMNS", str(get_terminal_size().columns))


def _write_any_letter() -> None:
    """Let letters be written that the encoding of the terminal or of a pipe does not have: as escapes, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
