"""``--debug``: the traceback of an unexpected error, which is one line otherwise."""

import os

import click

from heuristan.common.unexpected import DEBUG


def debug_option(*, hidden: bool) -> click.Option:
    """Return the option ``--debug``; every command takes it, and the help of heuristan shows it."""
    return click.Option(
        ["--debug"],
        is_flag=True,
        hidden=hidden,
        expose_value=False,
        callback=_set,
        help=f"Show the traceback of an unexpected error, as {DEBUG}=1 in the environment does.",
    )


def _set(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Ask for tracebacks in this process, and in those that it starts, until the command ends."""
    if not value:
        return
    before = os.environ.get(DEBUG)
    os.environ[DEBUG] = "1"

    def restore() -> None:
        if before is None:
            os.environ.pop(DEBUG, None)
        else:
            os.environ[DEBUG] = before

    context.find_root().call_on_close(restore)
