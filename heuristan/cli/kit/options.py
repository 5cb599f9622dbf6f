"""Arguments and options that several systems have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

puzzles_argument = click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...")


def file_option(name: str, help: str, *, metavar: str = "FILE") -> Callable[[F], F]:
    """Return a decorator that adds an option for a file that is read or written."""
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=help)
