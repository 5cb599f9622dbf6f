"""``--quiet``: nothing but results and faults. Every command takes it, and everything that is neither asks here."""

from typing import Any

import click

_KEY = "heuristan.quiet"


def quiet_option(*, hidden: bool) -> click.Option:
    """Return the option ``--quiet``; every command takes it, and the help of heuristan shows it."""
    return click.Option(
        ["--quiet"],
        is_flag=True,
        hidden=hidden,
        expose_value=False,
        callback=_set,
        help="Write nothing but results and faults: no counts, no progress, no advice.",
    )


def _set(context: click.Context, _: click.Parameter, value: Any) -> None:
    if value:
        context.meta[_KEY] = True  # it is shared by a command and its groups


def is_quiet() -> bool:
    """Return whether the running command says nothing but results and faults."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_KEY))


def say(words: str) -> None:
    """Print a count, a place or advice beside the results on standard output, unless that is not wanted."""
    if not is_quiet():
        click.echo(words)


def remark(words: str) -> None:
    """Print on standard error what is neither a result nor a fault, unless that is not wanted."""
    if not is_quiet():
        click.echo(words, err=True)
