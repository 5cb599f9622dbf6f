"""How the command line ends when a file or a command cannot be used."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NoReturn, TextIO

import click

CANNOT_BE_USED = 2
"""Exit status: the command or a file could not be used."""
INTERRUPTED = 130
"""Exit status: ended by Ctrl-C."""


def fail(message: str) -> NoReturn:
    """Say what is wrong on standard error and exit with 2."""
    click.echo(f"heuristan: {message}", err=True)
    raise SystemExit(CANNOT_BE_USED)


@contextmanager
def plain_failures() -> Iterator[None]:
    """Turn the faults of outline files, sets of pieces and rankings into messages without a traceback."""
    from heuristan.common.faults import InputError
    from heuristan.tangram.expert.ranking_file import RankingError
    from heuristan.tangram.outlines.piece_sets import PieceSetError

    try:
        yield
    except (InputError, PieceSetError, RankingError) as fault:
        fail(str(fault))


def refuse_overwriting(reads: Iterable[str | Path], writes: Iterable[Path | None]) -> None:
    """Refuse to write a file that is read as well, or twice."""
    written = [path.resolve() for path in writes if path is not None]
    read = {Path(source).resolve() for source in reads if os.path.isfile(source)}
    if len(set(written)) < len(written):
        fail("the same file is to be written twice; choose two names")
    for path in written:
        if path in read:
            fail(f"{path}: the file is read as well and would be lost; choose another name for what is written")


def write(path: Path, content: str | bytes) -> None:
    """Write a file, or say why not."""
    try:
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            path.write_bytes(content)
    except OSError as fault:
        fail(f"{path}: cannot be written ({fault.strerror or fault}); choose another place")


@contextmanager
def writing(output: Path | None) -> Iterator[TextIO]:
    """A file to write to, or standard output; what goes wrong with it is said without a traceback."""
    try:
        with nullcontext(sys.stdout) if output is None else output.open("w", encoding="utf-8") as stream:
            yield stream
    except BrokenPipeError:
        raise  # click ends quietly when nobody reads on
    except OSError as fault:
        fail(f"{output or 'standard output'}: cannot be written ({fault.strerror}); choose another place")
