"""``heuristan edgematching``: edge-matching puzzles by convex relaxation, and by search.

`sources` reads puzzles. Begin with `solve`, which writes a result in every format.
"""

from heuristan.cli.commands import lazy_group


@lazy_group(
    __name__,
    {
        "generate": "Generate random puzzles that have a solution.",
        "solve": "Solve puzzles by linear programs, or by search.",
        "hint": "Say where one piece goes, and with what certainty.",
        "verify": "Verify results, whatever made them, and say what is wrong.",
    },
    epilog="Begin with:  heuristan edgematching generate -n 1 --size 6x6 --output puzzle.json",
)
def edgematching() -> None:
    """Edge-matching puzzles by convex relaxation, and by search.

    After Kovalsky, Glasner and Basri: squares and cubes on a grid by linear programs. The solvers need
    the extra 'edgematching'.

    \b
    heuristan edgematching generate -n 20 --size 8x8 --colours 7 --output puzzles.jsonl
    heuristan edgematching solve puzzles.jsonl --output results.jsonl
    heuristan edgematching verify puzzles.jsonl results.jsonl
    heuristan edgematching solve puzzles.jsonl --solver backtracking
    """  # noqa: D301
