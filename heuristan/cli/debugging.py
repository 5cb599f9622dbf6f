"""``--debug``: the traceback of an unexpected error, which is one line otherwise."""

import os

import click

from heuristan.common.unexpected import DEBUG


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
