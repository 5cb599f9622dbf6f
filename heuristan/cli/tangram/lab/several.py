"""Options with several values, written one after the other: ``--rankings A B --corpus X Y``."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class SeveralValues(click.Command):
    """A command without arguments of its own, whose options that may be repeated take all values up to the next."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        eaters = {name for param in self.params if getattr(param, "multiple", False) for name in param.opts}
        spelt: list[str] = []
        eater: str | None = None
        for arg in args:
            if arg.startswith("-") and arg != "-":
                self._check(ctx, eater, spelt)
                eater = arg if arg in eaters else None
                spelt.append(arg)
            elif eater is not None and spelt[-1] != eater:
                spelt += [eater, arg]
            else:
                spelt.append(arg)
        self._check(ctx, eater, spelt)
        return super().parse_args(ctx, spelt)

    @staticmethod
    def _check(ctx: click.Context, eater: str | None, spelt: list[str]) -> None:
        """An option that got nothing must not eat the next option."""
        if eater is not None and spelt[-1] == eater:
            raise click.UsageError(f"the option {eater} needs a value, or several", ctx)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "--rankings A B ... --corpus X ... [OPTIONS]")


def several(name: str, **settings: Any) -> Callable[[F], F]:
    """An option that takes several values."""
    return click.option(name, multiple=True, **settings)
