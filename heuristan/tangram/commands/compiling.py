"""Getting the compiled search ready, once."""

from heuristan.cli.quiet import remark


def make_search_ready() -> None:
    """Load the compiled search, or compile it with a note if this machine has not done so before."""
    from heuristan.tangram.exact.backends import fastest, must_compile
    from heuristan.tangram.exact.search import warm_up

    if must_compile():
        remark("heuristan: compiling the search, once; this takes half a minute")
    warm_up(fastest())
