"""Texts on their way out: whatever strings from files they quote, nothing in them steers a terminal.

All that commands write as text goes through here, to standard output, standard error and files. With ``--quiet``
nothing is written but results and faults: everything that is neither asks here.
"""

from io import TextIOBase
from typing import TextIO, cast

import click

from heuristan.common.quoting import readable


def echo(text: str | bytes = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text, or bytes as they are.

    Args:
        text: the text.
        err: whether it goes to standard error.
        nl: whether a line break follows.
    """
    click.echo(readable(text) if isinstance(text, str) else text, err=err, nl=nl)  # noqa: TID251 - the one place


class _Readable(TextIOBase):
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(readable(text))

    def flush(self) -> None:
        if not self._stream.closed:  # Python flushes this stream once more when it frees it
            self._stream.flush()


def readable_stream(stream: TextIO) -> TextIO:
    """Return a stream to write to, which makes texts readable and hands them on."""
    return cast("TextIO", _Readable(stream))


_KEY = "heuristan.quiet"


def be_quiet(context: click.Context) -> None:
    """Leave out whatever is neither a result nor a fault, in a command and its groups."""
    context.meta[_KEY] = True


def is_quiet() -> bool:
    """Return whether the running command says nothing but results and faults."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_KEY))


def say(words: str) -> None:
    """Print a count, a place or advice beside the results on standard output, unless that is not wanted."""
    if not is_quiet():
        echo(words)


def remark(words: str) -> None:
    """Print on standard error what is neither a result nor a fault, unless that is not wanted."""
    if not is_quiet():
        echo(words, err=True)
