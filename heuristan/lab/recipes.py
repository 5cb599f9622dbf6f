"""Corpora that anybody can make: where each comes from, under which licence, and how it is made."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from heuristan.common.rooms import provided
from heuristan.common.scratch import scratch_folder
from heuristan.lab.debian_packages import GTANS, PECES, DebianPackage, content_of, files_in
from heuristan.lab.digests import shape_digest
from heuristan.lab.exact_figures import exact_puzzle
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

FIGURES = {
    PECES: ("t14.fig", "t7.fig"),
    GTANS: ("alpha.figures", "default.figures", "misc.figures", "similar.figures"),
}
"""The files of figures of the seven tans in each package, in the order in which they are read."""

GENERATED = "-Auto"
"""Part of the names of the figures that Peces made itself."""

UNIFORM = 2_000
"""Number of tangrams that are drawn from the census."""


@dataclass(frozen=True)
class CorpusRecipe:
    """The contents of a corpus, and how to make it."""

    words: str
    licence: str
    packages: tuple[DebianPackage, ...] = ()
    made: str | None = None
    """Who made the figures of the packages that are taken: human or auto."""
    has_shapes: bool = False
    """Whether the corpus contains the shapes that ship."""
    has_census: bool = False
    """Whether the corpus contains tangrams drawn evenly from the census."""

    def lines(self, drawn: Callable[[], Iterable[str]], packages: Path | None) -> Iterator[str]:
        """Yield the features of the corpus; of copies that were turned or mirrored the first.

        Args:
            drawn: returns the features that are drawn from the census.
            packages: a folder with the packages; they are fetched if it is not given.

        Raises:
            InputError: if a package cannot be had.
        """
        seen: set[str] = set()
        for puzzle, made, source in self._laid(packages):
            shape = shape_digest(puzzle)
            if made == self.made and shape not in seen:
                yield _feature(puzzle, made, source)
            seen.add(shape)
        if self.has_shapes:
            shipped = (one for name in shape_names() for one in read_outlines(name))
            yield from (_feature(one, "human", "heuristan") for one in shipped if isinstance(one, Puzzle))
        if self.has_census:
            yield from drawn()

    def _laid(self, folder: Path | None) -> Iterator[tuple[Puzzle, str, str]]:
        """Yield the exact figures of the packages, with who made them, and the source."""
        for package in self.packages:
            read = provided("figures_of_games", "a corpus of figures")
            files = {PurePosixPath(name).name: data for name, data in files_in(content_of(package, folder))}
            with scratch_folder() as place:
                for name in FIGURES[package]:
                    (place / name).write_bytes(files[name])
                    for figure in read(place / name):
                        puzzle = None if isinstance(figure, Refusal) else exact_puzzle(figure)
                        if puzzle is not None:
                            made = "auto" if GENERATED in puzzle.id else "human"
                            yield puzzle, made, f"{package.name} {package.version}"


def _feature(puzzle: Puzzle, made: str, source: str) -> str:
    feature = json.loads(geojson(puzzle))
    feature["properties"] |= {"made": made, "source": source}
    return json.dumps(feature, ensure_ascii=False)


OURS = "heuristan's own"
_GAMES = (PECES, GTANS)
_LICENCES = [f"{package.name} {package.version}: {package.licence}" for package in _GAMES]

RECIPES = {
    "people": CorpusRecipe("figures that people laid in gTans and Peces", "; ".join(_LICENCES), _GAMES, "human"),
    "peces": CorpusRecipe("figures that Peces made itself", _LICENCES[0], (PECES,), "auto"),
    "census": CorpusRecipe(f"{UNIFORM:,} drawn evenly from all simple snug tangrams", OURS, has_census=True),
    "own": CorpusRecipe(
        f"the shapes that ship, and {UNIFORM:,} of the census: it needs no network",
        OURS,
        has_shapes=True,
        has_census=True,
    ),
}
"""Every corpus, by its name."""
