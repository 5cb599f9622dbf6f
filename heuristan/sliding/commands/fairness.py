"""``heuristan sliding fairness``."""

import json

from heuristan.cli.commands import command
from heuristan.cli.failing import writing
from heuristan.cli.outputs import Outputs, output_options

FORMS = ("text", "json")
TILES, SOLVABLE = 8, 181_440
"""Number of tiles and of solvable boards of 3 x 3."""


@command(ok="counted")
@output_options(FORMS, "figures")
def fairness(outputs: Outputs) -> None:
    """Count how often the paper's initialization makes each board of 3 x 3.

    All random choices of the printed algorithm are counted, 7 for each of the 8 tiles. A fair algorithm makes each of
    the 181,440 solvable boards equally often, as 'heuristan sliding generate' does.

    \b
    heuristan sliding fairness
    heuristan sliding fairness --format json
    """  # noqa: D301
    from heuristan.sliding.paper.fairness import chances

    found = chances(TILES)
    never = SOLVABLE - found.boards
    lines = [
        f"{found.choices:,} choices make {found.boards:,} of {SOLVABLE:,} solvable boards; {never:,} are never made.",
        f"The commonest board is made by {found.commonest} choices, the rarest by {found.rarest}.",
        "Choices that put the blank into each cell, row by row:",
        *("  ".join(f"{count:>9,}" for count in found.blank[row : row + 3]) for row in range(0, TILES + 1, 3)),
    ]
    for each in outputs:
        with writing(each.path) as stream:
            if each.form == "json":
                stream.write(json.dumps({**found._asdict(), "solvable": SOLVABLE}) + "\n")
            else:
                stream.write("\n".join(lines) + "\n")
