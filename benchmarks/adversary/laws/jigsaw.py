"""Laws of jigsaws: pictures ordered, renamed, turned, on one sheet or in a folder give the same assembly."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np

from adversary.findings import Report
from adversary.laws.comparing import OF, Answer, Result, compare, named
from adversary.running import PIPE, Case

Picture: TypeAlias = np.ndarray[Any, Any]

GRIDS = ("2x2", "2x3", "3x3", "3x4")
DARK = 200
"""Colours of a picture are below this, as the background is white."""
MARGIN = 12
"""Pixels between pieces on a sheet."""


class Given(NamedTuple):
    """Pictures of pieces as they are given: the last word of a name is the number of its piece."""

    pictures: Mapping[str, Picture]
    order: Sequence[str]
    """Names of the pictures, as puzzle.json lists them. Empty without that file."""
    orientation: str


def _ordered(given: Given, dice: Random) -> Given:
    return given._replace(order=dice.sample(given.order, len(given.order)))


def _renamed(given: Given, dice: Random) -> Given:
    letters = dice.sample("abcdefghijklmnop", len(given.pictures))
    names = {name: f"{letter}-{name}" for name, letter in zip(given.pictures, letters, strict=True)}
    pictures = {names[name]: picture for name, picture in given.pictures.items()}
    return given._replace(pictures=pictures, order=[*map(names.__getitem__, given.order)])


def _turned(given: Given, dice: Random) -> Given:
    """Turn each picture, unless it says how a piece stands."""
    if given.orientation == "known":
        return given
    return given._replace(pictures={name: np.rot90(each, dice.randrange(4)) for name, each in given.pictures.items()})


def _unlisted(given: Given, _: Random) -> Given:
    return given if given.orientation == "known" else given._replace(order=())


def _framed(given: Given, _: Random) -> Given:
    """Put more background around each piece."""
    return given._replace(pictures={name: _enlarged(each, MARGIN) for name, each in given.pictures.items()})


def _enlarged(picture: Picture, margin: int) -> Picture:
    colour = [0, 0, 0, 0] if picture.shape[2] == 4 else [255, 255, 255]
    return cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=colour)


WAYS: Mapping[str, Callable[[Given, Random], Given]] = {
    "as it is": lambda given, _: given,
    "in another order": _ordered,
    "renamed": _renamed,
    "turned": _turned,
    "without a list": _unlisted,
    "with more background": _framed,
    "all at once": lambda given, dice: _framed(_turned(_renamed(_ordered(given, dice), dice), dice), dice),
}
"""Ways to give pictures that change nothing of the puzzle."""


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield puzzles, each given in every way."""
    for at in range(number):
        dice = Random(f"{seed} {at}")
        with TemporaryDirectory() as folder:
            given = _made(Path(folder), dice)
        yield _case(f"jigsaw {at}", given, dice)


def _made(folder: Path, dice: Random) -> Given:
    spots = np.random.default_rng(dice.randrange(10**6)).integers(0, DARK, (9, 12, 3), dtype=np.uint8)
    cv2.imwrite(str(folder / "whole.png"), cv2.resize(spots, (640, 480), interpolation=cv2.INTER_LINEAR))
    words = ["--grid", dice.choice(GRIDS), "--seed", str(dice.randrange(10**6)), "--output", "made"]
    words += dice.choice(([], ["--upright"]))
    command = [sys.executable, "-m", "heuristan", "jigsaw", "generate", "whole.png", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    listed = json.loads((folder / "made/puzzle.json").read_bytes())
    pictures = {name: _read(folder / "made" / name) for name in listed["pieces"]}
    return Given(pictures, listed["pieces"], listed["orientation"])


def _read(path: Path) -> Picture:
    picture: Picture | None = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    return picture


def _case(tried: str, given: Given, dice: Random) -> Case:
    ways = {f"{way}{OF}1": change(given, dice) for way, change in WAYS.items()}
    files = {f"ways/{name}/{file}": data for name, each in ways.items() for file, data in _files(each)}
    solving = ("--format", "jsonl")
    sheets = [] if given.orientation == "known" else [f"on a sheet{OF}1.png"]
    lines = (
        ("jigsaw", "solve", *sorted(map("ways/{}".format, ways)), *solving),
        (PIPE, "jigsaw", "verify", "ways/*", "-", *solving),
        ("jigsaw", "solve", f"ways/as it is{OF}1/puzzle.json", *sheets, *solving),
    )
    files |= {sheet: _png(_sheet([given.pictures[name] for name in given.order])) for sheet in sheets}
    return Case(tried, lines, files, len(ways) + len(sheets) + 1)


def _files(given: Given) -> Iterator[tuple[str, bytes]]:
    yield from ((name, _png(picture)) for name, picture in given.pictures.items())
    if given.order:
        yield "puzzle.json", json.dumps({"orientation": given.orientation, "pieces": [*given.order]}).encode()


def _png(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1])


def _sheet(pictures: Sequence[Picture]) -> Picture:
    """Return one picture with all of them in a row, as high as the highest."""
    highest = max(each.shape[0] for each in pictures)
    colour = [0, 0, 0, 0] if pictures[0].shape[2] == 4 else [255, 255, 255]
    rows = [
        cv2.copyMakeBorder(each, 0, highest - each.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=colour)
        for each in pictures
    ]
    return np.hstack([_enlarged(each, MARGIN) for each in rows])


def read(result: Result) -> Answer:
    """Return the answer of a result: which piece lies where, however the whole is turned."""
    rows, columns = result["rows"], result["columns"]
    numbers = np.zeros((rows, columns), dtype=int)
    for piece in result["pieces"]:
        numbers[piece["row"], piece["column"]] = int(piece["piece"].rpartition("-")[2])
    lying = min(np.rot90(numbers, turns).tolist() for turns in range(4))
    return Answer(*named(result["id"]), result["status"], lying)


def try_laws(report: Report, number: int, seed: int) -> None:
    """Try a number of jigsaws."""
    compare(report, cases(number, seed), read)
