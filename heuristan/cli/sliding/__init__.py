"""``heuristan sliding``: sliding tiles: the 8-puzzle, the 15-puzzle and larger."""

from heuristan.cli.kit.groups import lazy_group

COMMANDS = {
    "heuristan.cli.sliding.generate": "Make boards at random, each that can be solved as likely as any other.",
    "heuristan.cli.sliding.solve": "Solve boards: by plan, by the fewest moves, or as the paper is printed.",
    "heuristan.cli.sliding.verify": "Check moves, whatever made them, and say what is wrong.",
    "heuristan.cli.sliding.compare": "Set planner, optimal search and the printed strategies side by side.",
    "heuristan.cli.sliding.tree": "The breadth-first tree of a small board: how far its states are from the goal.",
}
"""The module of each command, and its summary."""


@lazy_group(COMMANDS, epilog="Begin with:  heuristan sliding solve 358102674 --method plan")
def sliding() -> None:
    """Sliding tiles: the 8-puzzle, the 15-puzzle and larger, after Liu and Liu (2017).

    A board is written row by row, the blank as 0: 358102674 for 3 x 3, hexadecimal digits for 4 x 4, numbers for any
    size, and rows set apart by slashes where they are not as many as the columns (123/450). Moves are those of the
    blank: L, D, R and U. Shortest solutions of 4 x 4 want numba: pip install 'heuristan[sliding]'

    \b
    heuristan sliding generate -n 20 --size 4 --output boards.txt
    heuristan sliding solve boards.txt --output results.jsonl
    heuristan sliding verify boards.txt results.jsonl
    heuristan sliding solve 358102674 --method plan --output stages.svg
    heuristan sliding compare boards.txt
    """  # noqa: D301
