"""The compiled search, made ready once."""

import click


def make_search_ready() -> None:
    """Load the compiled search; or compile it, if that has not been done on this machine, and say so."""
    from heuristan.exact.search import warm_up
    from heuristan.exact.twins import fastest, must_compile

    if must_compile():
        click.echo("heuristan: compiling the search, once; this takes half a minute", err=True)
    warm_up(fastest())
