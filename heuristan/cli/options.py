"""Arguments and options that several systems have, and those that every command takes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from heuristan.cli.debugging import show_tracebacks
from heuristan.cli.quiet import be_quiet
from heuristan.common.unexpected import DEBUG

F = TypeVar("F", bound=Callable[..., Any])

puzzles_argument = click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...")


def file_option(name: str, help: str, *, metavar: str = "FILE") -> Callable[[F], F]:
    """Return a decorator that adds an option for a file that is read or written."""
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=help)


def common_options(*, hidden: bool) -> list[click.Parameter]:
    """Return ``--quiet`` and ``--debug``: every command takes them, and the help of groups shows them."""
    quiet = "Write nothing but results and faults: no counts, no progress, no advice."
    debug = f"Show the traceback of an unexpected error, as {DEBUG}=1 in the environment does."
    return [
        _switch("--quiet", be_quiet, quiet, hidden=hidden),
        _switch("--debug", show_tracebacks, debug, hidden=hidden),
    ]


def _switch(name: str, act: Callable[[click.Context], None], help: str, *, hidden: bool) -> click.Option:
    """Return an option without a value that acts where it stands, so that no command has a parameter for it."""

    def act_if_given(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            act(context)

    return click.Option([name], is_flag=True, hidden=hidden, expose_value=False, callback=act_if_given, help=help)
