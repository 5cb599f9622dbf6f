"""The compiled search, made ready once."""

import click


def make_search_ready() -> None:
    """Load the compiled search; or compile it, if that has not been done on this machine, and say so."""
    from heuristan.tangram.exact.backends import fastest, must_compile
    from heuristan.tangram.exact.search import warm_up

    if must_compile():
        click.echo("heuristan: compiling the search, once; this takes half a minute", err=True)
    warm_up(fastest())
