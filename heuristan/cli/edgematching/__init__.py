"""``heuristan edgematching``: edge-matching puzzles by convex relaxation, and by search."""

from typing import ClassVar

import click

from heuristan.cli import LazyGroup


class EdgeMatchingGroup(LazyGroup):
    """The commands of the system, imported when they are named."""

    home = "heuristan.cli.edgematching"
    commands_and_summaries: ClassVar[dict[str, str]] = {
        "generate": "Make puzzles at random that can be solved.",
        "solve": "Solve puzzles by linear or semidefinite programs, or by search.",
        "verify": "Check results, whatever made them, and say what is wrong.",
        "compare": "Set the methods side by side on the same puzzles.",
    }


@click.group(
    cls=EdgeMatchingGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Begin with:  heuristan edgematching generate -n 1 --size 6x6 --output puzzle.json",
)
def edgematching() -> None:
    """Edge-matching puzzles by convex relaxation, and by search.

    After Kovalsky, Glasner and Basri: squares and cubes on a grid by linear programs, polygons and the tangram's
    outlines by semidefinite programs. What is wanted beyond the core: pip install 'heuristan[edgematching]'

    \b
    heuristan edgematching generate -n 20 --size 8x8 --colours 7 --output puzzles.jsonl
    heuristan edgematching solve puzzles.jsonl --output results.jsonl
    heuristan edgematching verify puzzles.jsonl results.jsonl
    heuristan edgematching solve cat --output cat.svg
    """  # noqa: D301
