"""Getting the compiled search ready, once."""

import click


def make_search_ready() -> None:
    """Load the compiled search, or compile it with a note if this machine has not done so before."""
    from heuristan.tangram.exact.backends import fastest, must_compile
    from heuristan.tangram.exact.search import warm_up

    if must_compile():
        click.echo("heuristan: compiling the search, once; this takes half a minute", err=True)
    warm_up(fastest())
