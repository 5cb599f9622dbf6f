"""Groups of commands whose modules are imported when they are named, so that ``--help`` stays quick."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import click

from heuristan.cli.failing import INTERRUPTED, fail, note
from heuristan.cli.interrupts import interrupts_told
from heuristan.cli.options import common_options
from heuristan.common.faults import InputError, MissingExtraError, nearest
from heuristan.common.unexpected import describe_unexpected, is_debugging
from heuristan.common.words import readable

SETTINGS: Mapping[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True}
"""Settings of click for every group; its commands show the defaults of their options too."""


class LazyGroup(click.Group):
    """A group that knows its commands by name, and imports one when it is named."""

    def __init__(self, *args: Any, homes: Mapping[str, str], **kwargs: Any) -> None:
        """Make the group.

        Args:
            homes: for each module, the summary of its command, which has the name of the module.
            args: arguments of `click.Group`.
            kwargs: arguments of `click.Group`.
        """
        super().__init__(*args, **kwargs)
        self.params += common_options(hidden=False)
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
        """Run a command; end it with a line, and no traceback, whatever goes wrong."""
        try:
            with interrupts_told():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            note("interrupted")
            raise SystemExit(INTERRUPTED) from None
        except (InputError, MissingExtraError) as fault:
            fail(str(fault))
        except click.UsageError as fault:
            words = fault.format_message()
            if readable(words) == words:
                raise
            raise click.UsageError(readable(words), fault.ctx) from None
        except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):
            raise  # click and `main` end with a line for these
        except Exception as fault:
            if is_debugging():
                raise
            fail(describe_unexpected(fault))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.homes and not name.startswith("-"):
            advice = f"write: {ctx.command_path} --help" if name == "help" else nearest(name, self.homes)
            raise click.UsageError(f"there is no command '{name}'; {advice}", ctx)
        return super().resolve_command(ctx, args)


def lazy_group(homes: Mapping[str, str], epilog: str) -> Callable[[Callable[..., Any]], click.Group]:
    """Return a decorator that makes a group of a function, as `click.group` does.

    Args:
        homes: for each module, the summary of its command, which has the name of the module.
        epilog: the last lines of the help.
    """
    return click.group(cls=LazyGroup, homes=homes, context_settings=dict(SETTINGS), epilog=epilog)
