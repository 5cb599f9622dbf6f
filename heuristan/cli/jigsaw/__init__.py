"""``heuristan jigsaw``: jigsaw puzzles from pictures of their pieces."""

from typing import ClassVar

import click

from heuristan.cli import LazyGroup


class JigsawGroup(LazyGroup):
    """The commands of the system, imported when they are named."""

    home = "heuristan.cli.jigsaw"
    commands_and_summaries: ClassVar[dict[str, str]] = {
        "generate": "Cut a picture into interlocking pieces.",
        "solve": "Assemble pieces from their pictures.",
        "verify": "Check an assembly, whatever made it, and say what is wrong.",
        "compare": "Set the measures and ways of assembly side by side.",
    }


@click.group(
    cls=JigsawGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Begin with:  heuristan jigsaw generate coffee --pieces 54 --output coffee/",
)
def jigsaw() -> None:
    """Jigsaw puzzles assembled from pictures of their pieces, after Bartle and Lu.

    Pieces are read from a folder of pictures, one each, or from a sheet with all of them; transparency or a plain
    background tells them from what they lie on. What is wanted beyond the core: pip install 'heuristan[jigsaw]'

    \b
    heuristan jigsaw generate coffee --pieces 54 --output coffee/
    heuristan jigsaw solve coffee/ --output result.json
    heuristan jigsaw verify coffee/ result.json
    """  # noqa: D301
