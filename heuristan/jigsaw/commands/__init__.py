"""``heuristan jigsaw``: jigsaw puzzles from pictures of their pieces. Begin with `solve`; `options` is shared."""

from heuristan.cli.commands import lazy_group


@lazy_group(
    __name__,
    {
        "generate": "Cut a picture into interlocking pieces.",
        "solve": "Assemble pieces from their pictures.",
        "hint": "Say which two sides belong together: the surest joint that is left.",
        "verify": "Verify assemblies, whatever made them, and say what is wrong.",
    },
    epilog="Begin with:  heuristan jigsaw generate coffee --pieces 54 --output coffee/",
)
def jigsaw() -> None:
    """Jigsaw puzzles assembled from pictures of their pieces, after Bartle and Lu.

    Pieces are read from a folder with a picture of each, or from a sheet with all of them, cut out with transparency
    or on a plain background. The libraries beyond the core are the extra 'jigsaw'.

    \b
    heuristan jigsaw generate coffee --pieces 54 --output coffee/
    heuristan jigsaw solve coffee/ --output result.json
    heuristan jigsaw verify coffee/ result.json
    """  # noqa: D301
