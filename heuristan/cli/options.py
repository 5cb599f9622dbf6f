"""Arguments and options that several systems have, and those that every command takes.

Options with several values are written ``--solvers A B``, ``--solvers A,B`` or ``--solvers A --solvers B``.
"""

import os
from collections.abc import Callable, Collection, Iterable
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from heuristan.cli.echoing import be_quiet
from heuristan.common.faults import DEBUG, nearest

if TYPE_CHECKING:
    _Choice = click.Choice[str]
    _ParamType = click.ParamType[float | None]
else:  # without type parameters before click 8.2 and 8.4
    _Choice = click.Choice
    _ParamType = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])

MAXIMUM = 1e6
"""Eleven days; some systems take no longer timeouts."""
NO_LIMIT = "none"
"""The word that lifts a limit."""


def show_tracebacks(context: click.Context) -> None:
    """Ask for tracebacks in this process, and in those that it starts, until the command ends."""
    before = os.environ.get(DEBUG)
    os.environ[DEBUG] = "1"

    def restore() -> None:
        if before is None:
            os.environ.pop(DEBUG, None)
        else:
            os.environ[DEBUG] = before

    context.find_root().call_on_close(restore)


class Choice(_Choice):
    """One of some words; for other words the nearest is suggested."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.choices:
            self.fail(f"there is no {value!r}; {nearest(str(value), self.choices)}", param, ctx)
        return super().convert(value, param, ctx)


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
        if not 0 < found <= MAXIMUM:  # every comparison with nan is false
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


class Several(click.Option):
    """An option with several values, each of them once."""

    def __init__(
        self, *args: Any, known: Collection[str] = (), greedy: bool = False, commas: bool = True, **kwargs: Any
    ) -> None:
        """Make the option.

        Args:
            known: the words that can be chosen, if they are known; values end at the first other word.
            greedy: whether all words up to the next option are values, though the command has arguments.
            commas: whether commas separate values.
            args: arguments of `click.Option`.
            kwargs: arguments of `click.Option`.
        """
        super().__init__(*args, **kwargs | {"multiple": True})
        self.known = known
        self.greedy = greedy
        self.commas = commas

    def is_value(self, word: str, *, has_arguments: bool) -> bool:
        """Return whether a word after the first value is another value, and not an argument of the command."""
        return all(part in self.known for part in parts_of(word)) if self.known else self.greedy or not has_arguments

    def parts(self, word: str) -> list[str]:
        """Return the values in a word."""
        return parts_of(word) if self.commas else [word]

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        found = super().process_value(ctx, value)
        return tuple(dict.fromkeys(found)) if isinstance(found, tuple) else found


def several(*names: str, known: Collection[str] = (), **settings: Any) -> Callable[[F], F]:
    """Return a decorator that adds an option with several values to a `commands.Command`.

    Args:
        names: the option, and its parameter if that has another name.
        known: the words that can be chosen. Without them values go on to the next option where the command has no
            arguments of its own; else one word after the option is taken, in which commas separate values.
        settings: arguments of `Several` and of `click.option`.
    """
    if known:
        settings.setdefault("type", Choice(known))
        settings.setdefault("metavar", "NAME...")
    return click.option(*names, cls=Several, known=known, show_default=False, **settings)


def parts_of(word: str) -> list[str]:
    """Return the values that commas separate; a file that has commas in its name is one value."""
    if os.path.exists(word):
        return [word]
    return [part.strip() for part in word.split(",") if part.strip()]


def with_single_values(command: click.Command, ctx: click.Context, args: list[str]) -> list[str]:
    """Return the arguments with one value after each option that takes several."""
    options = {name: param for param in command.params if isinstance(param, Several) for name in param.opts}
    has_arguments = any(isinstance(param, click.Argument) for param in command.params)
    found: list[str] = []
    place = 0
    while place < len(args):
        word = args[place]
        if word == "--":
            return found + args[place:]
        name, equals, value = word.partition("=")
        place += 1
        if name not in options:
            found.append(word)
            continue
        values = [value] if equals else []
        while place < len(args) and not _is_option(args[place]):
            if values and (equals or not options[name].is_value(args[place], has_arguments=has_arguments)):
                break
            values.append(args[place])
            place += 1
        parts = [part for each in values for part in options[name].parts(each)]
        if not parts and ctx.resilient_parsing:
            found.append(name)  # a shell completes the value
        elif not parts:
            raise click.UsageError(f"the option {name} needs a value, or several", ctx)
        found += [each for part in parts for each in (name, part)]
    return found


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"


puzzles_argument = click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...")


def file_option(name: str, help: str) -> Callable[[F], F]:
    """Return a decorator that adds an option for a file that is read or written."""
    return click.option(name, type=click.Path(path_type=Path), metavar="FILE", help=help)


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


class NameOrFile(click.types.StringParamType):
    """The type of a word that is a known name or a file."""

    name = "NAME|FILE"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        """Make the type.

        Args:
            names: returns the names; asked only where a shell completes a word.
        """
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        found = [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *found]  # click's Bash forgets what stands before a file
