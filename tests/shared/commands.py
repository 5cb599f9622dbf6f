"""Running the command line in tests: see the fixture `heuristan` in conftest.py."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import click

from heuristan.cli import app


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]


def every_command() -> dict[str, click.Command]:
    """The commands by name, those of groups as "lab run"."""
    return dict(_commands(app, click.Context(app, **app.context_settings), ""))


def _commands(group: click.Group, context: click.Context, before: str) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        if isinstance(command, click.Group):
            yield from _commands(
                command, click.Context(command, parent=context, **command.context_settings), f"{name} "
            )
        else:
            yield before + name, command
