"""Options with several values: ``--solvers A B``, ``--solvers A,B`` or ``--solvers A --solvers B``."""

import os
from collections.abc import Callable, Collection
from typing import Any, TypeVar

import click

from heuristan.cli.choices import Choice

F = TypeVar("F", bound=Callable[..., Any])


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
    """Return a decorator that adds an option with several values to a `kit.commands.Command`.

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
        if not parts:
            raise click.UsageError(f"the option {name} needs a value, or several", ctx)
        found += [each for part in parts for each in (name, part)]
    return found


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"
