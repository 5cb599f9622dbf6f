"""The two values."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from heuristan.common.faults import InputError
from heuristan.common.plain_yaml import nearest, shown
from heuristan.tangram.api.given import Picture, Source, Vertices, drawing_of, figure_on, polygon_of, polygons_of
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.outlines.writing.coordinates import Coordinates
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle as Core
from heuristan.tangram.puzzle.puzzle import Reading

if TYPE_CHECKING:
    import shapely

    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.solving.result import Result, ResultPiece
    from heuristan.tangram.trace.events import Status, Trace

Pieces: TypeAlias = PieceSet | str | None
"""A set of pieces or the name or file of one; None for the one that a source names, else the seven tans."""

Solver = Literal["expert", "exact", "ford"]


@dataclass(frozen=True, repr=False)
class Puzzle:
    """An outline to be laid with pieces.

    The constructors that read coordinates take any unit, place and turn, and outlines as people draw them.
    """

    core: Core
    """The puzzle itself, as `heuristan.solve` and everything else below takes it."""

    @classmethod
    def from_name(cls, name: str) -> "Puzzle":
        """A shape that ships with heuristan, like "cat".

        Raises:
            InputError: there is no such shape.
        """
        if name not in shape_files():
            raise InputError(f"there is no shape {shown(name)}; {nearest(name, shape_files())}")
        return cls.from_file(name)

    @classmethod
    def from_file(cls, path: Source, *, pieces: Pieces = None) -> "Puzzle":
        """The outline of a file, whatever its format (docs/formats/README.md).

        Args:
            path: a file of one outline; `all_from_file` reads files of many.
            pieces: the set that it is laid with.

        Raises:
            InputError: the file cannot be read, or holds several outlines.
            PieceSetError: there is no such set of pieces.
        """
        found = list(islice(cls.all_from_file(path, pieces=pieces), 2))
        if len(found) != 1:
            holds = "several outlines; read them with Puzzle.all_from_file" if found else "no outline"
            raise InputError(f"{os.fspath(path)}: the file holds {holds}")
        (only,) = found
        if isinstance(only, Refusal):
            raise InputError(only.message)
        return only

    @classmethod
    def all_from_file(cls, path: Source, *, pieces: Pieces = None) -> "Iterator[Puzzle | Refusal]":
        """The outlines of a file or folder, one after the other while they are asked for.

        Args:
            path: a file of one outline or many, or a folder of shapes.
            pieces: the set that they are laid with.

        Yields:
            a puzzle, or for a bad outline among many a `Refusal`, whose `message` says what is wrong.

        Raises:
            InputError: the file cannot be used as a whole.
            PieceSetError: there is no such set of pieces.
        """
        found = read_outlines(os.fspath(path), _set_of(pieces))
        return (cls(one) if isinstance(one, Core) else one for one in found)

    @classmethod
    def from_image(cls, image: Picture, figure: int = 1, *, pieces: Pieces = None) -> "Puzzle":
        """A figure on a picture. It needs ``pip install 'heuristan[image]'``.

        Args:
            image: the path or the bytes of a PNG, JPEG, WebP or PDF file; or the pixels, rows of grey levels or of
                colours, whole numbers up to 255 or floats up to 1.
            figure: its number in reading order, from 1.
            pieces: the set that it is laid with.

        Raises:
            InputError: the picture cannot be read, or has fewer figures.
            OutlineError: the figure is no outline of a puzzle.
            PieceSetError: there is no such set of pieces.
        """
        return cls(puzzle_of(figure_on(image, figure), _set_of(pieces)))

    @classmethod
    def from_vertices(
        cls,
        vertices: Vertices,
        holes: Iterable[Vertices] = (),
        *,
        id: str = "outline",
        sets: int | None = None,
        pieces: Pieces = None,
        y_down: bool = False,
    ) -> "Puzzle":
        """An outline of one part by its vertices. For several parts take `from_shapely`.

        Args:
            vertices: around the outline, either way.
            holes: the vertices of each hole.
            id: its name in results and pictures.
            sets: how many sets of pieces; found from the outline if not given.
            pieces: the set that it is laid with.
            y_down: whether y grows downwards, as on a screen.

        Raises:
            OutlineError: it is no outline of a puzzle.
            PieceSetError: there is no such set of pieces.
        """
        drawing = drawing_of(id, [polygon_of([vertices, *holes])], sets, y_down)
        return cls(puzzle_of(drawing, _set_of(pieces)))

    @classmethod
    def from_shapely(
        cls,
        geometry: "shapely.Geometry",
        *,
        id: str = "outline",
        sets: int | None = None,
        pieces: Pieces = None,
        y_down: bool = False,
    ) -> "Puzzle":
        """The outline that a Polygon or MultiPolygon of shapely is; other arguments as for `from_vertices`.

        Raises:
            OutlineError: it is no outline of a puzzle.
            PieceSetError: there is no such set of pieces.
        """
        drawing = drawing_of(id, polygons_of(geometry), sets, y_down)
        return cls(puzzle_of(drawing, _set_of(pieces)))

    @property
    def id(self) -> str:
        """The puzzle's name."""
        return self.core.id

    @property
    def sets(self) -> int:
        """How many sets of pieces cover it."""
        return self.core.sets

    @property
    def reading(self) -> Reading | None:
        """How a drawing was read; None where the outline was exact."""
        return self.core.reading

    def solve(
        self,
        solver: Solver = "expert",
        *,
        ranking: "Ranking | str | None" = None,
        backtracking: bool = True,
        limit: float | None = None,
    ) -> "Solution":
        """Look for a solution.

        Args:
            solver: ranked rules, exhaustive search, or Ford's search (2022).
            ranking: for the expert system, the rules in order, or the name or file of a ranking; that of 1972 if not
                given.
            backtracking: for the expert system, with undoing, and complete; or as published, without.
            limit: the most seconds it may take.

        Raises:
            RankingError: the ranking does not exist or cannot be used.
            ValueError: there is no such solver, or it has no use for a ranking.
        """
        if solver not in get_args(Solver):
            raise ValueError(f"there is no solver {shown(solver)}; {nearest(solver, get_args(Solver))}")
        if solver != "expert" and (ranking is not None or not backtracking):
            raise ValueError(f"ranking and backtracking have no meaning for the solver '{solver}'; leave them out")
        return Solution(self, _solve(self.core, solver, ranking, backtracking, limit))

    def to_shapely(self) -> "shapely.Polygon | shapely.MultiPolygon":
        """The outline as it was read, in its own coordinates: a Polygon if it is of one part, else a MultiPolygon."""
        import shapely

        from heuristan.tangram.puzzle.regions import covered

        parts = Coordinates(self.core).polygons
        polygons = [shapely.Polygon(outer, holes) for outer, *holes in parts]
        whole = polygons[0] if len(polygons) == 1 else shapely.MultiPolygon(polygons)
        # a ring of ours may touch itself in points, one of shapely's may not
        return whole if whole.is_valid else covered(parts)

    def _repr_svg_(self) -> str:
        """The silhouette, for notebooks."""
        from heuristan.tangram.render import contact_sheet_svg

        # turned as it was given, on the scale of all silhouettes
        polygons = Coordinates(self.core, leg=1.0, y_down=False).polygons
        rings = [tuple(ring) for polygon in polygons for ring in polygon]
        return contact_sheet_svg([(self.id, rings)], columns=1, title=self.id)

    def __repr__(self) -> str:
        return f"<Puzzle {self.id!r}>"


@dataclass(frozen=True, repr=False)
class Solution:
    """What became of a puzzle: a solution, or why there is none."""

    puzzle: Puzzle
    result: "Result"
    """What the pipeline says, with how long it took and how many extractions."""

    @property
    def status(self) -> "Status":
        """'solved', 'stuck' (the rules ran dry), 'unsolvable' (proved), or 'limit' (out of time)."""
        return self.result.status

    @property
    def message(self) -> str:
        """What happened, in a line of words."""
        return self.result.message

    @property
    def pieces(self) -> "tuple[ResultPiece, ...]":
        """Each piece with its step, its rule and its vertices in the outline's own coordinates; none if not solved."""
        return self.result.pieces

    @property
    def trace(self) -> "Trace":
        """Everything that happened, for `heuristan.tangram.render` and `heuristan.tangram.explain`."""
        return self.result.trace

    def as_json(self) -> dict[str, Any]:
        """The result as ``heuristan solve --format json`` writes it (docs/format-results.md)."""
        return self.result.as_json()

    def to_shapely(self) -> "list[tuple[str, shapely.Polygon]]":
        """The name and the polygon of each piece, in the outline's own coordinates; no pieces if it is not solved."""
        import shapely

        return [(piece.piece, shapely.Polygon(piece.vertices)) for piece in self.pieces]

    def save(self, path: Source) -> None:
        """Write the picture that notebooks show to a file that ends in ``.svg`` or ``.png``.

        Raises:
            OSError: the file cannot be written.
            ValueError: its name ends in neither.
        """
        target = Path(path)
        if target.suffix.lower() == ".svg":
            target.write_text(self._repr_svg_(), encoding="utf-8")
        elif target.suffix.lower() == ".png":
            from heuristan.tangram.render import to_png

            target.write_bytes(to_png(self._repr_svg_()))
        else:
            raise ValueError(f"{target}: a solution is saved as a picture; end the name in .svg or .png")

    def _repr_svg_(self) -> str:
        """The picture of the solution, for notebooks: as ``heuristan show`` draws it."""
        from heuristan.tangram.render import DrawingError, solution_svg

        try:
            return solution_svg(self.trace)
        except DrawingError:  # it ended before anything could be told
            return self.puzzle._repr_svg_()

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.id!r}: {self.status}>"


def _set_of(pieces: Pieces) -> PieceSet | None:
    return read_piece_set(pieces) if isinstance(pieces, str) else pieces


def _solve(
    puzzle: Core, solver: Solver, ranking: "Ranking | str | None", backtracking: bool, limit: float | None
) -> "Result":
    # the expert system takes long to import, and searches have no use for it
    if solver == "expert":
        from heuristan.tangram.expert.ranking import DEFAULT
        from heuristan.tangram.solving.expert import solve

        return solve(puzzle, ranking or DEFAULT, backtracking=backtracking, limit=limit)
    from heuristan.tangram.solving.exact import solve_as_ford, solve_exactly

    return (solve_exactly if solver == "exact" else solve_as_ford)(puzzle, limit=limit)
