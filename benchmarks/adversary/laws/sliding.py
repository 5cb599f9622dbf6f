"""Laws of sliding tiles: turned, renamed, exchanged, written and given otherwise, boards need as many moves."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple, TypeAlias

from adversary.findings import Report
from adversary.laws.comparing import OF, Answer, Result, compare, named
from adversary.running import PIPE, Case

Rows: TypeAlias = tuple[tuple[int, ...], ...]

SMALL = ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2))
LARGE = ((4, 4), (3, 5), (5, 4))
"""Sizes of boards that are planned, and not solved in the minimum of moves."""
GROUP = 4
"""Boards in a group; one of them is large."""
SEARCHES = ("conflicts",)
"""Estimates by which boards of any size are searched."""
SHORTEST = ("--solver", "optimal", "--format", "jsonl")


class Posed(NamedTuple):
    """A board and its goal."""

    start: Rows
    goal: Rows

    def moved(self, change: Callable[[Rows], Rows]) -> "Posed":
        return Posed(change(self.start), change(self.goal))


def _renamed(posed: Posed, dice: Random) -> Posed:
    tiles = sorted(tile for row in posed.start for tile in row if tile)
    names = {0: 0} | dict(zip(tiles, dice.sample(tiles, len(tiles)), strict=True))
    return posed.moved(lambda rows: tuple(tuple(names[tile] for tile in row) for row in rows))


WAYS: Mapping[str, Callable[[Posed, Random], Posed]] = {
    "as it is": lambda posed, _: posed,
    "mirrored": lambda posed, _: posed.moved(lambda rows: tuple(row[::-1] for row in rows)),
    "upside down": lambda posed, _: posed.moved(lambda rows: rows[::-1]),
    "transposed": lambda posed, _: posed.moved(lambda rows: tuple(zip(*rows, strict=True))),
    "turned": lambda posed, _: posed.moved(lambda rows: tuple(zip(*rows[::-1], strict=True))),
    "tiles renamed": _renamed,
    "goal and start exchanged": lambda posed, _: Posed(posed.goal, posed.start),
}
"""Ways to write a puzzle that change nothing of the number of moves."""

TEXTS: Mapping[str, Callable[[Rows], str]] = {
    "with spaces": lambda rows: " / ".join(" ".join(map(str, row)) for row in rows),
    "with commas": lambda rows: "/".join(",".join(map(str, row)) for row in rows),
    "with tabs": lambda rows: "/".join("\t".join(map(str, row)) for row in rows),
}


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield groups of boards, each written and given in every way."""
    for at in range(0, number, GROUP):
        dice = Random(f"{seed} {at}")
        small = {str(n): _posed(*dice.choice(SMALL), dice) for n in range(1, GROUP)}
        yield _case(f"group {at // GROUP}", small, _posed(*dice.choice(LARGE), dice), dice)


def _posed(rows: int, columns: int, dice: Random) -> Posed:
    """Return a board with a goal, which is the usual one half of the time; half of the boards have no solution."""
    tiles = range(rows * columns)

    def cut(found: list[int]) -> Rows:
        return tuple(tuple(found[row * columns : (row + 1) * columns]) for row in range(rows))

    goal = [*tiles[1:], 0] if dice.random() < 0.5 else dice.sample(tiles, len(tiles))
    return Posed(cut(dice.sample(tiles, len(tiles))), cut(goal))


def _case(tried: str, small: Mapping[str, Posed], large: Posed, dice: Random) -> Case:
    ways = [(f"{way}{OF}{name}", change(posed, dice)) for name, posed in small.items() for way, change in WAYS.items()]
    texts = [(f"{way}{OF}{name}", posed, text) for name, posed in small.items() for way, text in TEXTS.items()]
    planned = [(f"planned, {way}{OF}large", change(large, dice)) for way, change in WAYS.items()]
    files = {
        "ways.txt": _file(ways),
        "turned round.txt": _file([(f"in another order{OF}{name}", small[name]) for name in [*small][::-1]]),
        "texts.txt": "".join(_line(*each) for each in texts),
        "large.txt": _file(planned),
        **{f"folder/{name}.txt": _file([(f"in a folder{OF}{name}", posed)]) for name, posed in small.items()},
        **{f"{each}.txt": _file([(f"{each}{OF}{name}", posed) for name, posed in small.items()]) for each in SEARCHES},
    }
    first, typed = next(iter(small.values())), TEXTS["with spaces"]
    generated = ("generate", "--number", "2", "--seed", str(dice.randrange(10**6)))
    lines = (
        ("solve", "ways.txt", *SHORTEST),
        (PIPE, "verify", "ways.txt", "-", "--format", "jsonl"),
        ("solve", "turned round.txt", "texts.txt", "folder", *SHORTEST),
        *(
            ("solve", f"{each}.txt", "--solver", "optimal", "--estimate", each, "--format", "jsonl")
            for each in SEARCHES
        ),
        ("solve", typed(first.start), "--goal", typed(first.goal), *SHORTEST),
        (*generated, "--output", "generated.txt"),
        ("solve", "generated.txt", *SHORTEST),
        generated,
        (PIPE, "solve", "-", *SHORTEST),
        ("solve", "large.txt", "--solver", "plan", "--format", "jsonl"),
        (PIPE, "verify", "large.txt", "-", "--format", "jsonl"),
    )
    said = [(PIPE, "sliding", *words[1:]) if words[0] == PIPE else ("sliding", *words) for words in lines]
    number = len(ways) + len(texts) + len(planned) + (2 + len(SEARCHES)) * len(small) + 5
    return Case(tried, said, {name: text.encode() for name, text in files.items()}, number)


def _file(posed: list[tuple[str, Posed]]) -> str:
    return "".join(_line(*each) for each in posed)


def _line(id: str, posed: Posed, text: Callable[[Rows], str] = TEXTS["with spaces"]) -> str:
    return f"goal: {text(posed.goal)}\n{id}: {text(posed.start)}\n"


def read(result: Result) -> Answer:
    """Return the answer of a result: the minimum number of moves, or whether a plan was found."""
    id = f"typed{OF}1" if result["id"] == "board-1" else str(result["id"])
    return Answer(*named(id), result["status"], result.get("length") if result.get("optimal") else None)


def try_laws(report: Report, number: int, seed: int) -> None:
    """Try a number of boards."""
    compare(report, cases(number, seed), read)
