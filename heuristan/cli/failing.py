"""Ending a command when it, or a file, cannot be used."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from errno import ELOOP
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn, TextIO

from heuristan.cli.echoing import echo, readable_stream
from heuristan.common.files import STANDARD_INPUT, keep_whole_lines, opened_whole, real, with_pages, write_whole
from heuristan.common.memory import allowed
from heuristan.common.quoting import readable

NOT_ALL = 1
"""Exit status: the command ran, and not everything was solved, right or made."""
CANNOT_BE_USED = 2
"""Exit status: the command or a file could not be used."""
INTERRUPTED = 130
"""Exit status: ended by Ctrl-C."""

STANDARD_OUTPUT = Path("-")
"""The name of a file that stands for standard output."""


def note(message: str) -> None:
    """Print a note on standard error."""
    echo(f"heuristan: {message}", err=True)


def fail(message: str) -> NoReturn:
    """Print on standard error what is wrong and exit with 2."""
    note(message)
    raise SystemExit(CANNOT_BE_USED)


def need_memory(least: int) -> None:
    """Fail if this process may not use so many bytes."""
    if allowed(least) < least:
        fail(f"only {allowed(least) >> 20} MiB of memory are allowed (ulimit -v); allow {least >> 20} or more")


def refuse_overwriting(reads: Iterable[str | Path], writes: Iterable[Path | None]) -> None:
    """Refuse to write a file that is read as well, or to write one file twice.

    Args:
        reads: files, folders and patterns that are read; names of anything else are ignored.
        writes: files that are written.
    """
    from heuristan.cli.sources import files_of_pattern

    written = [path for path in writes if path not in (None, STANDARD_OUTPUT) and str(path) != os.devnull]
    if len({real(path) for path in written}) < len(written):
        fail("the same file would be written twice; choose two names")
    files: set[Path] = set()
    folders: set[Path] = set()
    for source in reads:
        file, pages = with_pages(source)
        names = [str(file if pages else source), *files_of_pattern(str(source))]
        files.update(real(name) for name in names if os.path.isfile(name))
        folders.update(real(name) for name in names if name and os.path.isdir(name))
    for path in written:
        place = real(path)
        if place in files or (place.is_file() and place.parent in folders):
            fail(f"{path}: the file is read as well and would be lost; choose another name for what is written")


def refuse_reading_twice(sources: Sequence[str], results: str, what: str) -> None:
    """End the command if both sources and results come from standard input."""
    if results == STANDARD_INPUT and STANDARD_INPUT in sources:
        fail(f"{what} and results cannot both be read from standard input; name a file for one of them")


def check_place(path: Path) -> None:
    """Check before any work that a file can be written where it should be."""
    if path == STANDARD_OUTPUT or str(path) == os.devnull:
        return
    check_link(path)
    if path.is_dir():
        fail(f"{path}: this is a folder; give the name of a file")
    if not path.parent.is_dir():
        fail(f"{path}: cannot be written (there is no such folder); choose another place")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        fail(f"{path}: cannot be written (permission denied); choose another place")


def check_link(path: Path) -> None:
    """Check that a name is not one of a circle of links."""
    try:
        path.stat()
    except OSError as fault:
        if fault.errno == ELOOP:
            fail(f"{path}: cannot be written (its links lead in a circle); choose another name")


def write(path: Path, content: str | bytes) -> None:
    """Write a file, or to standard output, or fail with the reason."""
    if path == STANDARD_OUTPUT:
        echo(content, nl=False)
        return
    with _faults_told(path):
        write_whole(path, readable(content).encode() if isinstance(content, str) else content)


@contextmanager
def writing_whole(output: Path) -> Iterator[TextIO]:
    """Open a file that gets its name at the end, even if Ctrl-C or an error ended the work."""
    ended: BaseException | None = None
    with _faults_told(output), opened_whole(output) as file, TextIOWrapper(file, encoding="utf-8") as text:
        try:
            yield readable_stream(text)
        except OSError:
            raise  # the text may be cut off
        except BaseException as fault:
            if not text.tell():
                raise
            ended = fault
    if ended is not None:
        raise ended


@contextmanager
def _faults_told(path: Path) -> Iterator[None]:
    """Fail with the reason where a file cannot be written."""
    try:
        yield
    except BrokenPipeError:
        raise  # click ends quietly when the reader of a pipe has gone
    except OSError as fault:
        fail(f"{path}: cannot be written ({fault.strerror or fault}); choose another place")


@contextmanager
def writing(output: Path | None) -> Iterator[TextIO]:
    """Open a file of lines to write to, or standard output; fail with the reason where writing fails.

    What is written of it then are whole lines.
    """
    is_standard = output in (None, STANDARD_OUTPUT)
    try:
        with (
            nullcontext(sys.stdout)
            if output is None or is_standard
            else output.open("w", encoding="utf-8", buffering=1) as stream
        ):
            yield readable_stream(stream)
    except BrokenPipeError:
        raise  # click ends quietly when the reader of a pipe has gone
    except OSError as fault:
        if output is not None and not is_standard:
            keep_whole_lines(output)
        fail(f"{output or 'standard output'}: cannot be written ({fault.strerror}); choose another place")
