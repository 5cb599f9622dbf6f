"""``heuristan sliding``: sliding tiles: the 8-puzzle, the 15-puzzle and larger.

Begin with `solve`; `sources` has the arguments and options that the commands share. The commands import
`heuristan.sliding` when they run.
"""

from heuristan.cli.commands import lazy_group


@lazy_group(
    __name__,
    {
        "generate": "Make random boards; every solvable board is equally likely.",
        "solve": "Solve boards: by a plan, or in the minimum of moves.",
        "hint": "Say which move comes next, and why.",
        "verify": "Verify moves, whatever made them, and say what is wrong.",
    },
    epilog="Begin with:  heuristan sliding solve 358102674 --solver plan",
)
def sliding() -> None:
    """Sliding tiles: the 8-puzzle, the 15-puzzle and larger, after Liu and Liu (2017).

    A board is written row by row, the blank as 0: 358102674 for 3 x 3, hexadecimal digits for 4 x 4, numbers for any
    size. Slashes separate the rows of a board that is not square (123/450). Moves are those of the blank: L, D, R and
    U. Shortest solutions of 4 x 4 are fast with numba, the extra 'sliding'.

    \b
    heuristan sliding generate -n 20 --size 4 --output boards.txt
    heuristan sliding solve boards.txt --output results.jsonl
    heuristan sliding verify boards.txt results.jsonl
    heuristan sliding solve 358102674 --solver plan --output plan.filmstrip.svg
    """  # noqa: D301
