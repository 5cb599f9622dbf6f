"""Words of which a shell completes known names with its Tab key, and files."""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem


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
        return [*found, CompletionItem(incomplete, type="file")]
