"""Commands, and groups of them whose modules are imported when they are named, so that ``--help`` stays quick."""

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

import click
from click.core import ParameterSource

from heuristan.cli.failing import INTERRUPTED, fail, note
from heuristan.cli.options import common_options, with_single_values
from heuristan.common.faults import InputError, MissingExtraError, describe_unexpected, is_debugging, nearest
from heuristan.common.interrupting import interrupts_told
from heuristan.common.quoting import readable

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


def command(ok: str, otherwise: str = "") -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a command of a function, with its exit statuses below the help.

    Args:
        ok: the meaning of exit status 0, like "all solved".
        otherwise: the meaning of exit status 1, if the command has it, like "some not".
    """
    answers = f"0 {ok}, 1 {otherwise}, " if otherwise else f"0 {ok}, "
    return click.command(cls=Command, epilog=f"Exit status: {answers}{USUAL}")


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


SETTINGS: Mapping[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True}
"""Settings of click for every group; its commands show the defaults of their options too."""

Tables: TypeAlias = Callable[[], Iterable[Mapping[str, str]]]


class LazyGroup(click.Group):
    """A group that knows its commands by name, and imports one when it is named."""

    def __init__(self, *args: Any, tables: Tables, **kwargs: Any) -> None:
        """Make the group.

        Args:
            tables: returns tables, one after the other; a table has the summary of a command for its module.
            args: arguments of `click.Group`.
            kwargs: arguments of `click.Group`.
        """
        super().__init__(*args, **kwargs)
        self.params += common_options(hidden=False)
        self._tables = tables

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [_name_of(home) for table in self._tables() for home in table]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        home = self._home_of(name)
        command: click.Command | None = getattr(import_module(home.partition(":")[0]), name) if home else None
        return command

    def _home_of(self, name: str) -> str | None:
        """Return the module of a command; no table is made after the one that has it."""
        return next((home for table in self._tables() for home in table if _name_of(home) == name), None)

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
            raise  # click and `main` report these in one line
        except Exception as fault:
            if is_debugging():
                raise
            fail(describe_unexpected(fault))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(
                [(_name_of(home), summary) for table in self._tables() for home, summary in table.items()]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and self._home_of(name) is None:
            advice = f"write: {ctx.command_path} --help" if name == "help" else nearest(name, self.list_commands(ctx))
            raise click.UsageError(f"there is no command '{name}'; {advice}", ctx)
        return super().resolve_command(ctx, args)


def lazy_group(package: str, summaries: Mapping[str, str], epilog: str) -> Callable[[Callable[..., Any]], click.Group]:
    """Return a decorator that makes a group of a function, as `click.group` does.

    Args:
        package: the package of the modules of its commands.
        summaries: for each module, the summary of its command, which has the same name.
        epilog: the last lines of the help.
    """
    homes = {f"{package}.{name}": summary for name, summary in summaries.items()}
    return group_of_tables(lambda: (homes,), epilog)


def group_of_tables(tables: Tables, epilog: str) -> Callable[[Callable[..., Any]], click.Group]:
    """Return such a decorator for a group of several tables, which are made one after the other as far as needed.

    The key of a group that is a package has its name after a colon: "heuristan.sliding.commands:sliding".
    """
    return click.group(cls=LazyGroup, tables=tables, context_settings=dict(SETTINGS), epilog=epilog)


def _name_of(home: str) -> str:
    return home.rpartition(":" if ":" in home else ".")[2]
