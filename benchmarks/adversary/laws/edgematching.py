"""Laws of edge-matching puzzles: turned, renamed, ordered and written otherwise, they have a solution, or none."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from adversary.findings import Report
from adversary.laws.comparing import OF, Answer, Result, compare, named
from adversary.running import PIPE, Case
from heuristan.edgematching.generating import FrameStyle, Recipe, puzzles
from heuristan.edgematching.notation import as_json
from heuristan.edgematching.puzzle import CELLS, SQUARE

Fields: TypeAlias = Mapping[str, Any]
"""A puzzle as a JSON object."""

SIZES: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "squares": ((2, 2), (2, 3), (3, 3), (1, 4), (3, 4)),
    "cubes": ((2, 2, 2), (1, 2, 3)),
    "hexagons": ((2, 2), (2, 3)),
}
FRAMES: tuple[FrameStyle, ...] = ("coloured", "plain", "none")
SEARCHED = ("--solver", "backtracking", "--format", "jsonl")
SOLVERS = ("auto", "lp")
"""Those that are asked besides, each one time in RARELY."""
RARELY = 20
SILENT = ("stuck", "limit", "refused")
"""Statuses that prove nothing; these solvers may end with them on any puzzle."""


def _ordered(given: Fields, dice: Random) -> Fields:
    return {**given, "pieces": dice.sample(given["pieces"], len(given["pieces"]))}


def _renamed(given: Fields, dice: Random) -> Fields:
    names = {0: 0} | dict(zip(range(1, 10), dice.sample(range(1, 1000), 9), strict=True))
    frame = given["frame"]
    if isinstance(frame, dict):
        frame = {side: [names[each] for each in colours] for side, colours in frame.items()}
    elif frame is not None:
        frame = names[frame]
    return {**given, "frame": frame, "pieces": [[names[each] for each in piece] for piece in given["pieces"]]}


def _turned(given: Fields, dice: Random) -> Fields:
    """Turn each piece, where pieces may be turned."""
    if not given["turns"]:
        return given
    turns = CELLS[given["kind"]].turns
    return {**given, "pieces": [[piece[face] for face in dice.choice(turns)] for piece in given["pieces"]]}


def _rotated(given: Fields, _: Random) -> Fields:
    """Turn the whole board of squares clockwise."""
    if given["kind"] != SQUARE.kind:
        return given
    frame = given["frame"]
    if isinstance(frame, dict):
        frame = {"N": frame["W"][::-1], "E": frame["N"], "S": frame["E"][::-1], "W": frame["S"]}
    pieces = [[west, north, east, south] for north, east, south, west in given["pieces"]]
    return {**given, "rows": given["columns"], "columns": given["rows"], "frame": frame, "pieces": pieces}


def _mirrored(given: Fields, _: Random) -> Fields:
    """Exchange left and right on a board of squares."""
    if given["kind"] != SQUARE.kind:
        return given
    frame = given["frame"]
    if isinstance(frame, dict):
        frame = {"N": frame["N"][::-1], "E": frame["W"], "S": frame["S"][::-1], "W": frame["E"]}
    return {**given, "frame": frame, "pieces": [[n, w, s, e] for n, e, s, w in given["pieces"]]}


WAYS: Mapping[str, Callable[[Fields, Random], Fields]] = {
    "as it is": lambda given, _: given,
    "pieces in another order": _ordered,
    "colours renamed": _renamed,
    "pieces turned": _turned,
    "board turned": _rotated,
    "board mirrored": _mirrored,
    "all at once": lambda given, dice: _renamed(
        _mirrored(_rotated(_turned(_ordered(given, dice), dice), dice), dice), dice
    ),
}
"""Ways to write a puzzle that change nothing of it."""


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield groups of puzzles, one of each kind, each written and given in every way."""
    for at in range(0, number, len(SIZES)):
        dice = Random(f"{seed} {at}")
        made = {str(n): _puzzle(kind, dice) for n, kind in enumerate(SIZES, 1)}
        spoilt = {name: _spoilt(given, dice) for name, given in made.items() if dice.random() < 0.5}
        # a text leaves open how it is read, and without a solution another reading is tried
        texts = {
            f"{way}{OF}{name}.txt": text
            for name, given in made.items()
            if name not in spoilt
            for way, text in _texts(given, dice)
        }
        yield _case(f"group {at // len(SIZES)}", {**made, **spoilt}, texts, dice)


def _puzzle(kind: str, dice: Random) -> Fields:
    """Return a puzzle that has a solution."""
    recipe = Recipe(dice.choice(SIZES[kind]), dice.randint(2, 6), dice.choice(FRAMES), dice.random() < 0.5, CELLS[kind])
    fields = as_json(next(puzzles(recipe, dice.randrange(10**6))).puzzle)
    return {**fields, "pieces": [[*piece] for piece in fields["pieces"]]}


def _spoilt(given: Fields, dice: Random) -> Fields:
    """Exchange two edges, so that the solution may be lost."""
    pieces = [[*piece] for piece in given["pieces"]]
    (one, other), face = dice.sample(pieces, 2), dice.randrange(len(pieces[0]))
    one[face], other[face] = other[face], one[face]
    return {**given, "pieces": pieces}


def _case(tried: str, made: Mapping[str, Fields], texts: Mapping[str, str], dice: Random) -> Case:
    def called(way: str, name: str, given: Fields) -> Fields:
        return {**given, "id": f"{way}{OF}{name}"}

    written = [called(way, name, change(given, dice)) for name, given in made.items() for way, change in WAYS.items()]
    many = [called("in a list, in another order", name, made[name]) for name in [*made][::-1]]
    unnamed = {name: {key: each for key, each in given.items() if key != "id"} for name, given in made.items()}
    files = {
        "ways.jsonl": "".join(json.dumps(each) + "\n" for each in written),
        "list.json": json.dumps(many),
        **{f"folder/in a folder{OF}{name}.json": json.dumps(given, indent=1) for name, given in unnamed.items()},
        **{f"alone in a file{OF}{name}.json": json.dumps(given) for name, given in unnamed.items()},
        **texts,
    }
    alone = [f"alone in a file{OF}{name}.json" for name in made]
    solvers = [solver for solver in SOLVERS if not dice.randrange(RARELY)]
    lines = (
        ("solve", "ways.jsonl", *SEARCHED),
        (PIPE, "edgematching", "verify", "ways.jsonl", "-", "--format", "jsonl"),
        ("solve", "list.json", "folder", *alone, *texts, *SEARCHED),
        *(("solve", *alone, "--solver", solver, "--limit", "2", "--format", "jsonl") for solver in solvers),
    )
    said = [words if words[0] == PIPE else ("edgematching", *words) for words in lines]
    number = len(written) + len(many) + 2 * len(made) + len(texts) + len(solvers) * len(alone)
    return Case(tried, said, {name: text.encode() for name, text in files.items()}, number)


def _texts(given: Fields, dice: Random) -> Iterator[tuple[str, str]]:
    """Yield a puzzle in other formats, if they can say what it is."""
    has_border = given["turns"] and given["frame"] == 0
    if given["kind"] != SQUARE.kind or not (has_border or (not given["turns"] and given["frame"] is None)):
        return
    size, pieces = (given["rows"], given["columns"]), given["pieces"]
    yield "rows", _rows([size, *pieces])
    numbered = [(number, *piece) for number, piece in enumerate(pieces, 1)]
    yield "rows with numbers", _rows([size, *dice.sample(numbered, len(numbered))])
    if [0, 0, 0, 0] not in pieces:  # an address says so of a place that is empty
        letters = "".join(chr(ord("a") + colour) for piece in pieces for colour in piece)
        yield "address", f"https://example.org/#board_w={size[1]}&board_h={size[0]}&board_edges={letters}"


def _rows(rows: Sequence[Sequence[int]]) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def read(result: Result) -> Answer:
    """Return the answer of a result: whether there is a solution."""
    id = re.sub(rf"({OF}\d+)-1$", r"\1", str(result["id"]))  # files without an id
    is_silent = result["solver"] != SEARCHED[1] and result["status"] in SILENT
    return Answer(*named(id), result["status"], is_silent=is_silent)


def try_laws(report: Report, number: int, seed: int) -> None:
    """Try a number of puzzles."""
    compare(report, cases(number, seed), read)
