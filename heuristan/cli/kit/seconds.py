"""Time limits: seconds as all options take them."""

from collections.abc import Callable
from math import nan
from typing import TYPE_CHECKING, Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    _ParamType = click.ParamType[float]
else:
    _ParamType = click.ParamType  # it has no type parameter before click 8.4

MAXIMUM = 1e6
"""Eleven days; some systems take no longer timeouts."""


class Seconds(_ParamType):
    """A number of seconds above zero."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            found = float(value)
        except ValueError:
            found = nan
        if not 0 < found <= MAXIMUM:  # nan compares false
            self.fail(f"{value!r} is not a time limit; write seconds above 0, like 2.5 (at most 1000000)", param, ctx)
        return found


SECONDS = Seconds()


def limit_option(of: str, default: float | None = None, more: str = "") -> Callable[[F], F]:
    """Return a decorator that adds ``--limit SECONDS``.

    Args:
        of: what is limited, like "outline" or "run".
        default: the limit if none is given; None for no limit.
        more: another sentence of help.
    """
    words = f"Time limit per {of}.{' ' * bool(more)}{more}{'' if default else '  [default: none]'}"
    return click.option("--limit", type=SECONDS, default=default, metavar="SECONDS", help=words)
