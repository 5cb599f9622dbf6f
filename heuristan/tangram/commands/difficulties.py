"""``--difficulty``: how hard puzzles should be."""

import click


def levels(_: click.Context, __: click.Parameter, text: str | None) -> range | None:
    """Parse a difficulty: easy, 3, easy..hard, 1..4."""
    if text is None:
        return None
    from heuristan.tangram.solving.difficulty import levels_in

    try:
        return levels_in(text)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None
