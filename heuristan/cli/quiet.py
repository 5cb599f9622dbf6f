"""``--quiet``: nothing but results and faults. Everything that is neither asks here."""

import click

from heuristan.cli.echoing import echo

_KEY = "heuristan.quiet"


def be_quiet(context: click.Context) -> None:
    """Leave out whatever is neither a result nor a fault, in a command and its groups."""
    context.meta[_KEY] = True


def is_quiet() -> bool:
    """Return whether the running command says nothing but results and faults."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_KEY))


def say(words: str) -> None:
    """Print a count, a place or advice beside the results on standard output, unless that is not wanted."""
    if not is_quiet():
        echo(words)


def remark(words: str) -> None:
    """Print on standard error what is neither a result nor a fault, unless that is not wanted."""
    if not is_quiet():
        echo(words, err=True)
