"""Commands: their exit statuses in the help, options with several values."""

import sys
from collections.abc import Callable, Collection
from typing import Any

import click
from click.core import ParameterSource

from heuristan.cli.failing import fail
from heuristan.cli.options import common_options
from heuristan.cli.several import with_single_values

USUAL = "2 the command or a file could not be used, 130 interrupted."


class Command(click.Command):
    """A command that takes several values of an option."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += common_options(hidden=True)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, with_single_values(self, ctx, args))
        self._check_integers(ctx)
        return rest

    def _check_integers(self, ctx: click.Context) -> None:
        """Refuse numbers that nothing can count to, whatever option they are for."""
        for param in self.params:
            value = ctx.params.get(param.name or "")
            if isinstance(value, int) and abs(value) > sys.maxsize:
                raise click.BadParameter(f"the number is too large; at most {sys.maxsize} is read.", ctx, param)


def command(ok: str, otherwise: str = "", *, name: str | None = None) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a command of a function, with its exit statuses below the help.

    Args:
        ok: the meaning of exit status 0, like "all solved".
        otherwise: the meaning of exit status 1, if the command has it, like "some not".
        name: the command's name, if it is not the function's.
    """
    answers = f"0 {ok}, 1 {otherwise}, " if otherwise else f"0 {ok}, "
    return click.command(name, cls=Command, epilog=f"Exit status: {answers}{USUAL}")


def is_given(name: str) -> bool:
    """Return whether an option of the running command, by its parameter, is given."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def refuse_given(names: Collection[str], reason: str) -> None:
    """Fail if an option of the running command is given that would do nothing.

    Args:
        names: the parameters of the options.
        reason: the message after the name of the option, like "is for polygons".
    """
    for parameter in click.get_current_context().command.params:
        if parameter.name in names and is_given(parameter.name or ""):
            fail(f"{parameter.opts[-1]} {reason}; leave it out")
