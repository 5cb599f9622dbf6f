"""Makes the atlas: the tables, and the outlines that its pictures show.

    python docs/making/atlas_page.py TANGRAMS.parquet SURVEY
    python docs/making/atlas_page.py FOLDER

asks a census and the folder of its surveys, or the folder in which the runs in eight positions are (docs/results.md has
the commands that make them), and keeps what the page shows in `docs/examples`: `atlas.json` for the tables,
`atlas.geojsonl` for the pictures. The page is made from these two, so that needs neither census nor runs.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from marked import DOCS, EXAMPLES, recorded

from heuristan.lab.census.census_runs import GROUPS, Surveys, puzzle_of
from heuristan.lab.identity import ranking_digest
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.contact_sheet import contact_sheet_svg

RATES = EXAMPLES / "atlas.json"
OUTLINES = EXAMPLES / "atlas.geojsonl"
LAST = EXAMPLES / "census-last.geojsonl"
"""Made by docs/experiments/census_last.py."""
RANKINGS = {"deutsch-hayes-1972": "paper", "heuristan": "heuristan", "most-room": "most-room"}
"""The rankings that are told in full, and their short names in those of outlines."""
COLUMNS = 6
FIRST, ANY, ENDS = "first attempt, %", "any, %", "in all, in some, %"
OF_RANKINGS = "ranking", "shapes", FIRST, ANY, f"eight positions: {FIRST}", ENDS, f"eight positions: {ANY}", ENDS
OF_SOLVERS = "solved by", "shapes", "%", "eight positions: %", "in one, %", ENDS
OF_EACH = (cell for name in RANKINGS for cell in (f"`{name}`: {FIRST}", ANY))
OF_GROUPS = "eight positions: mean; in all, in some", "shapes", *OF_EACH
"""The columns of the tables."""


@dataclass(frozen=True)
class Gallery:
    """A picture of some shapes of the census."""

    name: str
    title: str
    where: str
    order: str
    most: int = 2 * COLUMNS


def _alone(ranking: int) -> str:
    """Return the condition that one ranking solves a shape and the others do not."""
    return " AND ".join(f"{'' if each == ranking else 'NOT '}s{each}" for each in range(len(RANKINGS)))


def _all(condition: str, word: str = " AND ") -> str:
    return word.join(condition.format(each) for each in range(len(RANKINGS)))


GALLERIES = (
    Gallery("none", "No ranking solves these", _all("NOT s{}"), "vertices, solutions DESC"),
    Gallery("late", "Solved by every ranking, after the most extractions", _all("s{}"), f"{_all('x{}', ' + ')} DESC"),
    Gallery(
        "easy",
        "Solved at once by every ranking, in the fewest extractions",
        _all("e{} = 1"),
        f"{_all('x{}', ' + ')}, vertices",
    ),
    *(
        Gallery(f"only-{short}", f"Only {name} solves these", _alone(i), "vertices", COLUMNS)
        for i, (name, short) in enumerate(RANKINGS.items())
    ),
    Gallery("unique", "One solution, with the fewest vertices", '"unique"', "vertices"),
    Gallery("unique-mirror", "One solution, and a mirror", '"unique" AND mirrors > 0', "vertices"),
    Gallery("many", "The most solutions", "TRUE", "solutions DESC", COLUMNS),
)


def keep(census: Path, folder: Path) -> None:
    """Ask a census and its surveys, and keep what the page shows."""
    found = {name: folder / f"{name}-{ranking_digest(read_ranking(name))}.parquet" for name in RANKINGS}
    surveys = Surveys(census, found)
    everyone = {name: _largest(folder, name) for name in ranking_names()}
    tables = {by: [rate._asdict() for rate in surveys.rates(by)] for by in (None, *GROUPS)}
    counted = {
        "rates": {by or "all": rates for by, rates in tables.items()},
        "only": surveys.only(),
        "rankings": [Surveys(census, {name: path}).rates()[0]._asdict() for name, path in everyone.items()],
        "galleries": {each.name: surveys.number(each.where) for each in GALLERIES},
    }
    _add(counted)
    OUTLINES.write_text("".join(f"{line}\n" for line in _features(surveys)), encoding="utf-8")


def keep_placed(folder: Path) -> None:
    """Keep the tables of the runs in eight positions."""
    sys.path.append(str(DOCS / "experiments"))
    import from_nothing

    _add({"placed": from_nothing.atlas(folder)})


def _add(found: Mapping[str, Any]) -> None:
    RATES.write_text(json.dumps(kept() | found, indent=1) + "\n", encoding="utf-8")


def _largest(folder: Path, name: str) -> Path:
    """Return the survey of a ranking: the whole one, or else that of the most shapes."""
    whole = folder / f"{name}-{ranking_digest(read_ranking(name))}.parquet"
    parts = folder.glob(f"{whole.stem}-first-*.parquet")
    return whole if whole.exists() else max(parts, key=lambda path: int(path.stem.rpartition("-")[2]))


def _features(surveys: Surveys) -> Iterator[str]:
    for gallery in GALLERIES:
        for number, shape in enumerate(surveys.shapes(gallery.where, gallery.order, gallery.most), 1):
            feature = json.loads(geojson(puzzle_of(shape["outline"], f"{gallery.name}-{number}")))
            feature["properties"] |= {
                "digest": shape["digest"],
                "vertices": shape["vertices"],
                "solutions": shape["distinct"],
                "attempts": {name: shape[f"e{i}"] for i, name in enumerate(RANKINGS)},
                "extractions": {name: shape[f"x{i}"] for i, name in enumerate(RANKINGS)},
            }
            yield json.dumps(feature)


@cache
def kept() -> Any:
    return recorded(RATES.name)


def rates(by: str) -> Iterator[tuple[str, ...]]:
    """Yield what each ranking solves of each group of shapes: of all, then of those run in eight positions."""
    rates, placed = kept()["rates"][by], kept()["placed"].get(by, {})
    for group in dict.fromkeys(rate["group"] for rate in rates):
        found = [rate for rate in rates if rate["group"] == group]
        shares = (_in_words(rate[key], rate["shapes"]) for rate in found for key in ("at_once", "solved"))
        yield _words(by, group), f"{found[0]['shapes']:,}", *shares
        if group in placed:
            yield "eight positions", *placed[group]


def _words(by: str, group: str) -> str:
    """Return what the shapes of a group are."""
    if by == "symmetry":
        return {"none": "no symmetry", "turns": "turns, no mirror", "mirrors": "mirrors"}[group]
    return group if by == "all" else f"{group} {by}" if group != "1" else "1 solution"


def everyone() -> Iterator[tuple[str, ...]]:
    """Yield what each shipped ranking solves, the best first, and behind it what it does in eight positions."""
    rankings, placed = kept()["rankings"], dict(kept()["placed"]["ranking"])
    for rate in sorted(rankings, key=lambda rate: -rate["at_once"] / rate["shapes"]):
        name = f"`{rate['ranking']}`"
        shares = (_in_words(rate[key], rate["shapes"]) for key in ("at_once", "solved"))
        yield name, f"{rate['shapes']:,}", *shares, *placed.pop(name)
    yield from ((names, "-", "-", "-", *cells) for names, cells in placed.items())


def _in_words(count: int, of: int) -> str:
    """Return a share in per cent."""
    percent = f"{100 * count / of:.2f}"
    return "over 99.99" if percent == "100.00" and count < of else percent


def alone() -> Iterator[tuple[str, ...]]:
    """Yield how many shapes every ranking solves, one alone, and none; and the shares in eight positions."""
    only, of = kept()["only"], kept()["rates"]["all"][0]["shapes"]
    for words, cells in kept()["placed"]["solved by"].items():
        shapes = only[{"every ranking": "all"}.get(words) or words.replace("`", "").removesuffix(" alone")]
        yield words, f"{shapes:,}", _in_words(shapes, of), *cells


def sheet(names: Sequence[str]) -> str:
    """Draw some galleries, one below the other."""
    outlines = {puzzle.id: puzzle for puzzle in read_outlines(OUTLINES)}
    shown = [(id, puzzle) for id, puzzle in outlines.items() if id.rpartition("-")[0] in names]
    return _drawn(shown, "; ".join(gallery.title for gallery in GALLERIES if gallery.name in names))


def last() -> str:
    """Draw those with the fewest vertices of the shapes that need `no-way-through`, with what begins their digests."""
    puzzles = sorted(read_outlines(LAST), key=lambda puzzle: sum(map(len, puzzle.rings)))[: 2 * COLUMNS]
    return _drawn([(puzzle.id[:6], puzzle) for puzzle in puzzles], "Solved by no-way-through alone")


def _drawn(shown: Iterable[tuple[str, Puzzle]], title: str) -> str:
    rings = [(id, [tuple(map(puzzle.in_legs, ring)) for ring in puzzle.rings]) for id, puzzle in shown]
    return contact_sheet_svg(rings, columns=COLUMNS, title=title)


SHEETS: Mapping[str, Iterable[str]] = {
    "atlas-none.svg": ["none"],
    "atlas-late.svg": ["late"],
    "atlas-easy.svg": ["easy"],
    "atlas-only.svg": [f"only-{short}" for short in RANKINGS.values()],
    "atlas-unique.svg": ["unique", "unique-mirror"],
    "atlas-many.svg": ["many"],
}
PICTURES: Mapping[str, Callable[[], str]] = {
    "census-last.svg": last,
    **{name: partial(sheet, tuple(names)) for name, names in SHEETS.items()},
}

if __name__ == "__main__":
    (keep if len(sys.argv) > 2 else keep_placed)(*map(Path, sys.argv[1:]))
