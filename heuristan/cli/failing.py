"""How the command line ends when a file or a command cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

CANNOT_BE_USED = 2
"""Exit status: the command or a file could not be used."""


def fail(message: str) -> NoReturn:
    """Say what is wrong on standard error and exit with 2."""
    click.echo(f"heuristan: {message}", err=True)
    raise SystemExit(CANNOT_BE_USED)


@contextmanager
def plain_failures() -> Iterator[None]:
    """Turn the faults of outline files and rankings into messages without a traceback."""
    from heuristan.expert.ranking_file import RankingError
    from heuristan.outlines.reading import OutlineFileError

    try:
        yield
    except (OutlineFileError, RankingError) as fault:
        fail(str(fault))


def write(path: Path, content: str | bytes) -> None:
    """Write a file, or say why not."""
    try:
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            path.write_bytes(content)
    except OSError as fault:
        fail(f"{path}: cannot be written ({fault.strerror or fault}); choose another place with --output")
