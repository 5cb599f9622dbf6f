"""Corpora that anybody can make: where each comes from, under which licence, and how it is made.

Packages of Debian are fetched by their pinned versions, if a command asks for it; no byte of one is read before its
digest is checked. Their figures are put exactly on the lattice as their authors laid them, piece by piece, where that
is what was meant: each piece gets its exact shape at one of the eight directions of all, and is joined to those that it
touches. That is quicker than reading the drawing, and closer: the pieces show what the outline alone leaves open.
"""

import io
import json
import tarfile
from cmath import phase, pi, rect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from math import dist
from pathlib import Path, PurePosixPath
from statistics import fmean
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_bytes
from heuristan.common.rooms import provided
from heuristan.common.scratch import scratch_folder
from heuristan.lab.digests import shape_digest
from heuristan.tangram.boundary import Ring
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.outlines.tolerant.exact_lengths import Part
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.pieces.sets import TANGRAM, in_legs, orientations
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle

WAIT = 60
"""Time limit for an answer, in seconds."""


class DebianPackage(NamedTuple):
    """A package of one version."""

    name: str
    version: str
    pool: str
    """Its place in the pool of a mirror."""
    size: int
    """In bytes."""
    sha1: str
    """Its name in Debian's archive of all versions."""
    sha256: str
    licence: str

    @property
    def file(self) -> str:
        return PurePosixPath(self.pool).name

    @property
    def places(self) -> tuple[str, str]:
        """Where it is: at a mirror while the version is current, and in the archive for good."""
        return (
            f"https://deb.debian.org/debian/pool/main/{self.pool}",
            f"https://snapshot.debian.org/file/{self.sha1}",
        )


GTANS = DebianPackage(
    "gtans",
    "1.99.0-2.1",
    "g/gtans/gtans_1.99.0-2.1_amd64.deb",
    159_144,
    "b679f7e87649a9aedc351b649fee25a3a0bac843",
    "24c55e9e7e17b5971a3ad0493f4dee77b8842ac0170058d342bfcca1bf207a11",
    "GPL-2+, 1999-2003 Philippe Banwarth",
)
PECES = DebianPackage(
    "glpeces-data",
    "5.2-3",
    "g/glpeces/glpeces-data_5.2-3_all.deb",
    2_324_416,
    "baf283fc90e80fe5513090921e82404fca68f8c3",
    "045c8ed7dfac8c215dd342253a5900d9274ca5febe0dc51d40fb56b1b3e3f6af",
    "GPL-2+, 2010-2016 Innocent De Marchi",
)


def content_of(package: DebianPackage, folder: Path | None = None) -> bytes:
    """Return a package whose digest is right: from a folder, or else fetched.

    Raises:
        InputError: if it cannot be had.
    """
    if folder is not None:
        return _checked(package, read_bytes(folder / package.file, package.size + 1), str(folder / package.file))
    faults = []
    for place in package.places:
        try:
            return _checked(package, _fetched(place, package.size), place)
        except (OSError, ValueError) as fault:  # of the network, and of what came
            faults.append(str(fault))
    raise InputError(
        f"{package.file} cannot be fetched ({'; '.join(faults)}); put it into a folder ('apt-get download "
        f"{package.name}={package.version}') and add --packages FOLDER; "
        "the corpus 'own' needs no network"
    )


def _fetched(place: str, size: int) -> bytes:
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(place, timeout=WAIT) as answer:
            found: bytes = answer.read(size + 1)
            return found
    except HTTPException as fault:
        raise OSError(f"{place}: {fault!r}") from None


def _checked(package: DebianPackage, data: bytes, source: str) -> bytes:
    if sha256(data).hexdigest() != package.sha256:
        raise InputError(
            f"{source}: this is not {package.name} {package.version} (sha256 {package.sha256}); give that version"
        )
    return data


HEADER = 60
"""Number of bytes before each file of an archive."""


def files_in(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files that a package installs."""
    at = len(b"!<arch>\n")
    while at + HEADER <= len(package):
        name, size = package[at : at + 16].strip(), int(package[at + 48 : at + 58])
        if name.startswith(b"data.tar"):
            with tarfile.open(fileobj=io.BytesIO(package[at + HEADER : at + HEADER + size])) as archive:
                for member in archive:
                    if member.isfile():
                        with suppress(KeyError):
                            file = archive.extractfile(member)
                            yield member.name, file.read() if file else b""
            return
        at += HEADER + size + size % 2


NEAR = 0.03
"""Maximum distance, in legs, of a vertex as it was laid from where it lies exactly: two pixels of the games."""

EIGHTH = pi / 4


def exact_puzzle(figure: Drawing) -> Puzzle | None:
    """Return the exact outline of a figure that was laid; None if its pieces are slid, stand apart or overlap."""
    if not figure.laid or not figure.leg:
        return None
    laid = [_in_legs(piece, figure) for piece in figure.laid]
    angle = phase(laid[0][1] - laid[0][0])
    level = rect(1, round(angle / EIGHTH) * EIGHTH - angle)
    parts = [_part(piece.name or "", [z * level for z in ring]) for piece, ring in zip(figure.laid, laid, strict=True)]
    joined = _joined([part for part in parts if part is not None])
    if len(joined) < len(parts) or _farthest(joined) > NEAR:
        return None
    try:
        rings = [ring for part in joined for ring in part.rings]
        puzzle = make_puzzle(figure.id, rings, sets=figure.sets, pieces=TANGRAM)
        return puzzle if puzzle.boundary.vertices else None
    except OutlineError:
        return None


def _in_legs(piece: LaidPiece, figure: Drawing) -> list[complex]:
    leg, up = figure.leg or 1.0, -1 if figure.y_down else 1
    return [complex(x / leg, up * y / leg) for x, y in piece.vertices]


@cache
def _orientations(name: str) -> tuple[tuple[Ring, tuple[complex, ...]], ...]:
    """Return the ways in which a piece lies on the lattice, each with its vertices in legs about their mean."""
    rings = (ring for shape in TANGRAM.shapes if shape.name == name for ring in orientations(shape))
    return tuple((ring, tuple(_about_mean([complex(*in_legs(p)) for p in ring]))) for ring in rings)


def _about_mean(ring: Sequence[complex]) -> list[complex]:
    mean = sum(ring) / len(ring)
    return [z - mean for z in ring]


def _part(name: str, laid: Sequence[complex]) -> Part | None:
    """Return a piece on the lattice; None if it lies in none of the eight directions."""
    about, mean = _about_mean(laid), sum(laid) / len(laid)
    for ring, vertices in _orientations(name):
        order = [min(about, key=lambda z: abs(z - vertex)) for vertex in vertices]
        if all(abs(z - vertex) < NEAR for z, vertex in zip(order, vertices, strict=True)):
            return Part((ring,), tuple((z.real, z.imag) for z in (z + mean for z in order)))
    return None


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that touch each other, from the first on, moved to where they touch."""
    joined, waiting = [*parts[:1]], [*parts[1:]]
    while waiting:
        found = next(((part, laid) for part in waiting if (laid := part.beside(joined)) is not None), None)
        if found is None:
            break
        waiting.remove(found[0])
        joined.append(found[1])
    return joined


def _farthest(joined: Sequence[Part]) -> float:
    """Return the maximum distance of a vertex from where it was laid, if all lie where they do in the mean."""
    moves = [(x - u, y - v) for part in joined for p, (x, y) in part.vertices for u, v in [in_legs(p)]]
    middle = fmean(x for x, _ in moves), fmean(y for _, y in moves)
    return max(dist(move, middle) for move in moves)


FIGURES = {
    PECES: ("t14.fig", "t7.fig"),
    GTANS: ("alpha.figures", "default.figures", "misc.figures", "similar.figures"),
}
"""The files of figures of the seven tans in each package, in the order in which they are read."""

GENERATED = "-Auto"
"""Part of the names of the figures that Peces made itself."""

UNIFORM = 2_000
"""Number of tangrams that are drawn from the census."""


class CorpusRecipe(NamedTuple):
    """The contents of a corpus, and how to make it."""

    words: str
    licence: str
    digest: str
    """The digest of the outlines that docs/results.md is about."""
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
    "people": CorpusRecipe(
        "figures that people laid in gTans and Peces", "; ".join(_LICENCES), "d07c3b46e685c2f2", _GAMES, "human"
    ),
    "peces": CorpusRecipe("figures that Peces made itself", _LICENCES[0], "b1802110dc26d0e8", (PECES,), "auto"),
    "census": CorpusRecipe(
        f"{UNIFORM:,} drawn evenly from all simple snug tangrams", OURS, "e9f5280b891069d5", has_census=True
    ),
    "own": CorpusRecipe(
        f"the shapes that ship, and {UNIFORM:,} of the census: it needs no network",
        OURS,
        "a35e772a94eec790",
        has_shapes=True,
        has_census=True,
    ),
}
"""Every corpus, by its name."""
