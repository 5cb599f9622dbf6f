"""`Puzzle` and `Solution`: the two values with methods that users hold."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from heuristan.common.faults import InputError, nearest
from heuristan.common.plain_yaml import shown
from heuristan.common.results import headline
from heuristan.tangram.api.given import Picture, Source, Vertices, drawing_of, figure_on, polygon_of, polygons_of
from heuristan.tangram.expert.ways import ENGINES, WAYS
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.outlines.writing.coordinates import Coordinates
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle as Core
from heuristan.tangram.solving.result import Result
from heuristan.tangram.trace.attempts import AskedAttempt

if TYPE_CHECKING:
    import shapely

    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.exact import Want

Pieces: TypeAlias = PieceSet | str | None
"""A set of pieces, or the name or file of one; None for the one that a source names, else the seven tans."""

Solver = Literal["expert", "exact", "ford"]


@dataclass(frozen=True, repr=False)
class Puzzle(Core):
    """An outline to be filled with pieces.

    Make one with a method that begins with ``from_``. Coordinates may have any unit, place and turn, and outlines may
    be as imprecise as people draw them.
    """

    @classmethod
    def of(cls, puzzle: Core) -> "Puzzle":
        """Return a puzzle of any part of heuristan as one with the methods of this class."""
        return cls(**{field.name: getattr(puzzle, field.name) for field in fields(Core)})

    @classmethod
    def from_name(cls, name: str) -> "Puzzle":
        """Return a shape that ships with heuristan, like "cat".

        Raises:
            InputError: if there is no such shape.
        """
        if name not in shape_files():
            raise InputError(f"there is no shape {shown(name)}; {nearest(name, shape_files())}")
        return cls.from_file(name)

    @classmethod
    def from_file(cls, path: Source, *, pieces: Pieces = None) -> "Puzzle":
        """Read the outline of a file, whatever its format (docs/formats/README.md).

        Args:
            path: a file of one outline; `all_from_file` reads files of many.
            pieces: the set of pieces; the one that the source names if not given.

        Raises:
            InputError: if the file cannot be read, or holds several outlines.
            PieceSetError: if there is no such set of pieces.
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
        """Read the outlines of a file or folder, one after the other as they are asked for.

        Args:
            path: a file of one outline or many, or a folder.
            pieces: the set of pieces; the one that the source names if not given.

        Yields:
            A puzzle, or for a bad outline among many a `Refusal` whose `message` says what is wrong.

        Raises:
            InputError: if the file cannot be used as a whole.
            PieceSetError: if there is no such set of pieces.
        """
        found = read_outlines(os.fspath(path), set_of(pieces))
        return (cls.of(one) if isinstance(one, Core) else one for one in found)

    @classmethod
    def from_image(cls, image: Picture, figure: int = 1, *, pieces: Pieces = None) -> "Puzzle":
        """Read a figure on a picture. This needs ``pip install 'heuristan[image]'``.

        Args:
            image: the path or the bytes of a PNG, JPEG, WebP or PDF file; or the pixels, rows of grey levels or of
                colours, whole numbers up to 255 or floats up to 1.
            figure: the number of the figure in reading order, from 1.
            pieces: the set of pieces; the one that the source names if not given.

        Raises:
            InputError: if the picture cannot be read, or has fewer figures.
            OutlineError: if the figure is not the outline of a puzzle.
            PieceSetError: if there is no such set of pieces.
        """
        return cls.of(puzzle_of(figure_on(image, figure), set_of(pieces)))

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
        """Make a puzzle from the vertices of an outline of one part. For several parts use `from_shapely`.

        Args:
            vertices: the vertices around the outline, in either direction.
            holes: the vertices of each hole.
            id: the name of the puzzle in results and pictures.
            sets: the number of sets of pieces; found from the outline if not given.
            pieces: the set of pieces; the one that the source names if not given.
            y_down: whether y grows downwards, as on a screen.

        Raises:
            OutlineError: if this is not the outline of a puzzle.
            PieceSetError: if there is no such set of pieces.
        """
        drawing = drawing_of(id, [polygon_of([vertices, *holes])], sets, y_down)
        return cls.of(puzzle_of(drawing, set_of(pieces)))

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
        """Make a puzzle from a Polygon or MultiPolygon of shapely; other arguments as for `from_vertices`.

        Raises:
            OutlineError: if this is not the outline of a puzzle.
            PieceSetError: if there is no such set of pieces.
        """
        drawing = drawing_of(id, polygons_of(geometry), sets, y_down)
        return cls.of(puzzle_of(drawing, set_of(pieces)))

    @property
    def core(self) -> "Puzzle":
        """The puzzle itself; earlier versions kept another value here."""
        return self

    def solve(
        self,
        solver: Solver = "expert",
        *,
        ranking: "Ranking | str | None" = None,
        backtracking: bool = True,
        way: "Way | None" = None,
        engine: "Engine | None" = None,
        want: "Want" = "first",
        limit: float | None = None,
    ) -> "Solution":
        """Look for a solution.

        Args:
            solver: "expert" for ranked rules, "exact" for exhaustive search, "ford" for Ford's search (2022).
            ranking: the rules in order, or the name or file of a ranking (expert); the one of 1972 if not given.
            backtracking: whether steps are undone, which makes the search complete; else the ranking runs as published
                (expert).
            way: instead of `backtracking`: "backtracking", "published", or "retry", in which a choice among matches of
                one rule is undone where an attempt sticks (expert).
            engine: "production" runs the ranking as the rules of an engine, "compiled", the default, goes over it in a
                loop, which is faster; the results are the same (expert).
            want: the "first" solution, the "count" of all, or "all" solutions (exact, ford).
            limit: time limit in seconds.

        Raises:
            RankingError: if the ranking does not exist or cannot be used.
            ValueError: if there is no such solver, or an argument means nothing to it.
        """
        _check(solver, ranking, backtracking, way, engine, want, limit)
        way = way or ("backtracking" if backtracking else "published")
        return Solution.of(self, _solve(self, solver, ranking, way, engine, want, limit))

    def to_shapely(self) -> "shapely.Polygon | shapely.MultiPolygon":
        """Return the outline as it was read, in its own coordinates; of several parts it is a MultiPolygon."""
        import shapely

        from heuristan.tangram.puzzle.regions import covered

        parts = Coordinates(self).polygons
        polygons = [shapely.Polygon(outer, holes) for outer, *holes in parts]
        whole = polygons[0] if len(polygons) == 1 else shapely.MultiPolygon(polygons)
        # a ring of ours may touch itself in points, one of shapely's may not
        return whole if whole.is_valid else covered(parts)

    def _repr_svg_(self) -> str:
        """Draw the silhouette, for notebooks."""
        from heuristan.tangram.render import contact_sheet_svg

        # turned as it was given, on the scale of all silhouettes
        polygons = Coordinates(self, leg=1.0, y_down=False).polygons
        rings = [tuple(ring) for polygon in polygons for ring in polygon]
        return contact_sheet_svg([(self.id, rings)], columns=1, title=self.id)

    def __repr__(self) -> str:
        vertices = sum(len(ring) for ring in self.rings)
        sets = f"{self.sets} sets" if self.sets > 1 else "1 set"
        drawn = f", read {self.reading.words}" if self.reading else ""
        return f"<Puzzle {self.id!r}: {vertices} vertices, {sets} of {self.pieces.name}{drawn}>"


@dataclass(frozen=True, repr=False, kw_only=True)
class Solution(Result):
    """The result of a puzzle: a solution, or the reason why there is none."""

    puzzle: Puzzle

    @classmethod
    def of(cls, puzzle: Puzzle, result: Result) -> "Solution":
        """Return a result of any part of heuristan as one with the methods of this class."""
        return cls(puzzle=puzzle, **{field.name: getattr(result, field.name) for field in fields(Result)})

    @property
    def result(self) -> "Solution":
        """The solution itself; earlier versions kept another value here."""
        return self

    def to_shapely(self) -> "list[tuple[str, shapely.Polygon]]":
        """Return the name and the polygon of each piece, in the outline's own coordinates; none if not solved."""
        import shapely

        return [(piece.piece, shapely.Polygon(piece.vertices)) for piece in self.pieces]

    def explain(self, attempt: AskedAttempt = None) -> str:
        """Return the whole explanation of the run in words, as ``heuristan solve --explain`` prints it.

        Args:
            attempt: the number of the attempt to explain, or "all"; the one that solved the puzzle, else the one that
                came furthest, if not given.

        Raises:
            InputError: if the run does not have the attempt.
        """
        from heuristan.tangram.explain import explain

        return explain(self.trace, attempt)

    def save(self, path: Source, attempt: AskedAttempt = None) -> None:
        """Write the picture that notebooks show to a file that ends in ``.svg`` or ``.png``.

        Args:
            path: the file.
            attempt: the number of the attempt to draw, or "all", as for `explain`.

        Raises:
            InputError: if the run does not have the attempt.
            OSError: if the file cannot be written.
            ValueError: if its name ends in neither.
        """
        target = Path(path)
        if target.suffix.lower() == ".svg":
            target.write_text(self._picture(attempt), encoding="utf-8")
        elif target.suffix.lower() == ".png":
            from heuristan.tangram.render import to_png

            target.write_bytes(to_png(self._picture(attempt)))
        else:
            raise ValueError(f"{target}: a solution is saved as a picture; end the name in .svg or .png")

    def _repr_svg_(self) -> str:
        """Draw the solution as ``heuristan show`` does, for notebooks."""
        return self._picture()

    def _picture(self, attempt: AskedAttempt = None) -> str:
        from heuristan.tangram.render import DrawingError, attempts_svg, solution_svg

        try:
            return attempts_svg(self.trace) if attempt == "all" else solution_svg(self.trace, attempt=attempt)
        except DrawingError:  # the run ended before anything happened
            return self.puzzle._repr_svg_()

    def __repr__(self) -> str:
        return f"<Solution of {self.id!r}: {headline(self.status, self.message)}>"


def set_of(pieces: Pieces) -> PieceSet | None:
    """Return a set of pieces, read if it is given by its name or file."""
    return read_piece_set(pieces) if isinstance(pieces, str) else pieces


def _check(
    solver: str, ranking: object, backtracking: bool, way: object, engine: object, want: str, limit: object
) -> None:
    """Refuse a solver that does not exist, and arguments that mean nothing to it."""
    if solver not in get_args(Solver):
        raise ValueError(f"there is no solver {shown(solver)}; {nearest(solver, get_args(Solver))}")
    if solver != "expert" and (ranking is not None or not backtracking or way is not None or engine is not None):
        raise ValueError(
            f"ranking, backtracking, way and engine have no meaning for the solver '{solver}'; leave them out"
        )
    if engine is not None and engine not in ENGINES:
        raise ValueError(f"there is no engine {shown(engine)}; {nearest(str(engine), ENGINES)}")
    if way is not None and way not in WAYS:
        raise ValueError(f"there is no way {shown(way)}; {nearest(str(way), WAYS)}")
    if not backtracking and way not in (None, "published"):
        raise ValueError(f"backtracking=False is the way 'published', and way is '{way}'; give one of them")
    if want not in ("first", "count", "all"):
        raise ValueError(f"want is {shown(want)}; it must be 'first', 'count' or 'all'")
    if solver == "expert" and want != "first":
        raise ValueError("the solver 'expert' looks for one solution; take solver='exact' for all of them")
    if limit is not None and not (isinstance(limit, int | float) and limit > 0):
        raise ValueError(f"limit is {limit!r}; give seconds above 0, or leave it out")


def _solve(
    puzzle: Core,
    solver: Solver,
    ranking: "Ranking | str | None",
    way: "Way",
    engine: "Engine | None",
    want: "Want",
    limit: float | None,
) -> Result:
    # the expert system takes long to import, and searches have no use for it
    if solver == "expert":
        from heuristan.tangram.expert.ranking import DEFAULT
        from heuristan.tangram.solving.expert import solve

        return solve(puzzle, ranking or DEFAULT, way=way, engine=engine or "compiled", limit=limit)
    from heuristan.tangram.solving.exact import solve_as_ford, solve_exactly

    return (solve_exactly if solver == "exact" else solve_as_ford)(puzzle, want=want, limit=limit)
