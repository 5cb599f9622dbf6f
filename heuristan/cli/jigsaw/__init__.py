"""``heuristan jigsaw``: jigsaw puzzles from pictures of their pieces."""

from heuristan.cli.kit.groups import lazy_group

COMMANDS = {
    "heuristan.cli.jigsaw.generate": "Cut a picture into interlocking pieces.",
    "heuristan.cli.jigsaw.solve": "Assemble pieces from their pictures.",
    "heuristan.cli.jigsaw.verify": "Check an assembly, whatever made it, and say what is wrong.",
    "heuristan.cli.jigsaw.compare": "Set the measures and ways of assembly side by side.",
}
"""The module of each command, and its summary."""


@lazy_group(COMMANDS, epilog="Begin with:  heuristan jigsaw generate coffee --pieces 54 --output coffee/")
def jigsaw() -> None:
    """Jigsaw puzzles assembled from pictures of their pieces, after Bartle and Lu.

    Pieces are read from a folder of pictures, one each, or from a sheet with all of them; transparency or a plain
    background tells them from what they lie on. What is wanted beyond the core: pip install 'heuristan[jigsaw]'

    \b
    heuristan jigsaw generate coffee --pieces 54 --output coffee/
    heuristan jigsaw solve coffee/ --output result.json
    heuristan jigsaw verify coffee/ result.json
    """  # noqa: D301
