"""Running the command line in tests: see the fixture `heuristan` in conftest.py."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import click
import pytest

from heuristan.cli import app


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]


def read_by(reader: Callable[..., Any], patch: pytest.MonkeyPatch) -> None:
    """Let commands read outlines by another reader; who would keep it for good is imported before."""
    import_module("heuristan.tangram.api.making")
    patch.setattr("heuristan.tangram.outlines.reading.read_outlines", reader)


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
