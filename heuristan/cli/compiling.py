"""The compiled search, made ready once."""

import click


def make_search_ready() -> None:
    """Compile the exact search if that has not been done on this machine, and say that it takes a while."""
    from heuristan.exact.search import warm_up
    from heuristan.exact.twins import fastest, must_compile

    if must_compile():
        click.echo("heuristan: compiling the search, once; this takes some ten seconds", err=True)
        warm_up(fastest())
