"""The option ``--watch``: what the production engine does while it solves an outline."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from heuristan.cli.echoing import echo
from heuristan.cli.failing import fail
from heuristan.cli.outputs import Outputs


def check_watch(watch: str | None, options: Mapping[str, Any], outputs: Outputs, *, many: bool) -> None:
    """Fail where nothing could be watched, or where it would stand among other output."""
    if watch is None:
        return
    if (options["engine"] or "production") != "production" or (many and options["engine"] is None):
        fail("--watch prints what the production engine does: give one outline, or add --engine production")
    if any(output.path is None and output.form != "text" for output in outputs):
        fail("--watch prints on standard output; write the result to a file with --output FILE")


@contextmanager
def watched(watch: str | None) -> Iterator[None]:
    """Print what happens in the production engine meanwhile, as CLIPS prints it."""
    if watch is None:
        yield
        return
    from heuristan.tangram.expert.production.system import watching
    from heuristan.tangram.expert.production.watching import WATCHED, Watching

    kinds = WATCHED if watch == "all" else (watch,)
    token = watching.set(lambda system: Watching(system.name_of, kinds, echo))
    try:
        yield
    finally:
        watching.reset(token)
