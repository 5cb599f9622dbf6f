"""Groups of commands whose modules are imported when they are named, so that ``--help`` stays quick."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from heuristan.cli.kit.failing import INTERRUPTED

SETTINGS: Mapping[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
"""What every group sets for click."""


class LazyGroup(click.Group):
    """A group that knows its commands by name, and imports one when it is named."""

    def __init__(self, *args: Any, homes: Mapping[str, str], **kwargs: Any) -> None:
        """Args:
        homes: for each module, the summary of its command, which has the name of the module.
        args: what `click.Group` takes.
        kwargs: what `click.Group` takes.
        """
        super().__init__(*args, **kwargs)
        self.homes = {home.rpartition(".")[2]: home for home in homes}
        self.summaries = {home.rpartition(".")[2]: summary for home, summary in homes.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.homes)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in self.homes:
            return None
        command: click.Command = getattr(import_module(self.homes[name]), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Ctrl-C that a command does not handle has an exit status of its own, since 1 is an answer."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("heuristan: interrupted", err=True)
            raise SystemExit(INTERRUPTED) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.homes and not name.startswith("-"):
            close = get_close_matches(name, self.homes, n=1, cutoff=0.4)
            guess = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(self.homes)}"
            raise click.UsageError(f"there is no command '{name}'; {guess}", ctx)
        return super().resolve_command(ctx, args)


def lazy_group(homes: Mapping[str, str], epilog: str) -> Callable[[Callable[..., Any]], click.Group]:
    """Make a group of a function, as `click.group` does.

    Args:
        homes: for each module, the summary of its command, which has the name of the module.
        epilog: what stands below the help.
    """
    return click.group(cls=LazyGroup, homes=homes, context_settings=dict(SETTINGS), epilog=epilog)
