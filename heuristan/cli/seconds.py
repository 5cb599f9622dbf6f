"""Time limits: seconds as all options take them."""

from collections.abc import Callable
from math import nan
from typing import TYPE_CHECKING, Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    _ParamType = click.ParamType[float | None]
else:
    _ParamType = click.ParamType  # it has no type parameter before click 8.4

MAXIMUM = 1e6
"""Eleven days; some systems take no longer timeouts."""


NO_LIMIT = "none"
"""The word that lifts a limit."""


class Seconds(_ParamType):
    """A number of seconds above zero; or none, where a limit can be lifted."""

    name = "seconds"

    def __init__(self, *, is_lifted: bool = False) -> None:
        """Make the type.

        Args:
            is_lifted: whether "none" stands for no limit.
        """
        self.is_lifted = is_lifted

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | None:
        if self.is_lifted and str(value).strip().lower() == NO_LIMIT:
            return None
        try:
            found = float(value)
        except ValueError:
            found = nan
        if not 0 < found <= MAXIMUM:  # nan compares false
            lifted = ", or none" if self.is_lifted else ""
            words = f"write seconds above 0, like 2.5 (at most 1000000){lifted}"
            self.fail(f"{value!r} is not a time limit; {words}", param, ctx)
        return found


SECONDS = Seconds()


def limit_option(of: str, default: float | None = None, more: str = "", *, is_lifted: bool = False) -> Callable[[F], F]:
    """Return a decorator that adds ``--limit SECONDS``.

    Args:
        of: what is limited, like "outline" or "run".
        default: the limit if none is given; None for no limit.
        more: another sentence of help.
        is_lifted: whether "none" lifts the limit; the command gets None then.
    """
    words = f"Time limit per {of}.{' ' * bool(more)}{more}{'' if default else '  [default: none]'}"
    kind = Seconds(is_lifted=True) if is_lifted else SECONDS
    return click.option("--limit", type=kind, default=default, metavar="SECONDS", help=words)
