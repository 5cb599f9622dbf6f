"""`Puzzle` and `Solution`: the two values with methods that users hold, and what the methods return.

The functions at the end read and solve whatever a user holds.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from heuristan.common.faults import InputError, require
from heuristan.common.files import write_whole
from heuristan.common.quoting import as_markup
from heuristan.common.results import headline
from heuristan.common.rooms import provided
from heuristan.tangram.api.making import Maker, Pieces, Source, Vertices, path_of, polygon_of
from heuristan.tangram.outlines.writing.texts import Coordinates
from heuristan.tangram.puzzle.drawing import LaidPiece, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle as Core
from heuristan.tangram.solving.options import SolverName
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.result import Result, ResultPiece
from heuristan.tangram.solving.shortcuts import Rankings, check_arguments, check_limit, options_of
from heuristan.tangram.trace.events import MatchTaken, PiecePlaced, PuzzleRead, Trace, kept_events
from heuristan.tangram.trace.kept_path import AskedAttempt

if TYPE_CHECKING:
    import shapely
    from anywidget import AnyWidget

    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way
    from heuristan.tangram.solving.options import Want
    from heuristan.tangram.trace.events import SolutionsCounted
    from heuristan.tangram.verification.claims import Claim
    from heuristan.tangram.verification.judging import Verdict

Piece: TypeAlias = "str | ResultPiece | tuple[str | None, shapely.Polygon | Vertices]"
"""A piece where it lies: as `ResultPiece`, as its name (or None) with its polygon or vertices, or as one line of text
like "square 0,0 1,0 1,1 0,1"."""

Claimed: TypeAlias = "Result | Source | Mapping[str, Any] | Iterable[Piece]"
"""A result: a `Solution`, a file, the value of a JSON object, or pieces where they lie."""


Reveal: TypeAlias = Literal["vertex", "piece", "place"]
"""How much a hint reveals: where to look; also which piece goes there; also how it lies."""


@dataclass(frozen=True, repr=False)
class Hint:
    """A hint; it prints as its words, and a notebook draws it."""

    advice: Any
    """The advice as a value: a dataclass of `heuristan.teaching.hinting`."""
    words: str
    fields: Mapping[str, Any]
    """The same as data, as ``heuristan hint --format json`` writes it."""
    draw: Callable[[], str] = field(compare=False)
    """Returns its picture in SVG."""

    @property
    def kind(self) -> str:
        """One of "hint", "solved" (nothing is left to place), "take-back", "unsolvable" and "unknown"."""
        return str(self.fields["advice"])

    def as_json(self) -> dict[str, Any]:
        return dict(self.fields)

    def _repr_svg_(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"<Hint: {self.words.splitlines()[0]}>"

    def __str__(self) -> str:
        return self.words


class Picture(str):
    """A picture in SVG, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture in SVG, {len(self):,} characters>"


class Step(NamedTuple):
    """A step of a run that was kept: a match that was extracted, or a piece that a search placed."""

    number: int
    name: str
    """The piece or composite."""
    kind: str
    """piece or composite"""
    rule: str
    """The rule that took it; empty in a search."""
    grades: str
    """The grades of its sides, best first; empty in a search."""
    others: int
    """Number of other matches of the rule, or of other ways to fill the same place in a search."""
    vertices: tuple[tuple[float, float], ...]
    """In the outline's own coordinates."""


def _claim(puzzle: Core, result: Claimed) -> "Claim":
    from heuristan.tangram.verification.claims import Claim, ResultError, claim_from

    if isinstance(result, Result):
        solutions = result.searched.all if result.searched else ()
        return Claim(result.id, result.status, _pieces(result.pieces), 1, tuple(map(_pieces, solutions)))
    if isinstance(result, str | os.PathLike):
        return claim_in_file(puzzle, os.fspath(result))
    if not isinstance(result, Mapping):
        if not isinstance(result, Iterable):
            raise InputError(f"{result!r} is not a result; give a Solution, a file, a JSON value or pieces")
        return Claim(None, "solved", _pieces(result), 1)
    try:
        return claim_from(json.loads(json.dumps(dict(result))))  # tuples are lists in JSON
    except (ResultError, TypeError) as fault:
        raise InputError(f"the result cannot be read: {fault}") from None


def claim_in_file(puzzle: Core, path: str) -> "Claim":
    """Return the only result of a file, or the only one with the id of a puzzle.

    Raises:
        InputError: if there is no such result, or it cannot be read.
    """
    from heuristan.tangram.verification.claims import Unreadable, read_results

    found = read_results(path_of(path, "result.json"))
    own = found if len(found) == 1 else [each for each in found if each.id == puzzle.id]
    if len(own) != 1:
        raise InputError(
            f"{path}: {len(own) or 'none'} of its {len(found)} results are of {puzzle.id}; give a file of one"
        )
    if isinstance(own[0], Unreadable):
        raise InputError(own[0].message)
    return own[0]


def _pieces(pieces: Iterable[Piece]) -> tuple[LaidPiece, ...]:
    return tuple(map(laid, pieces))


def laid(piece: Piece) -> LaidPiece:
    """Return a piece as the judge reads it.

    Raises:
        ValueError: if it is not one.
    """
    if isinstance(piece, ResultPiece):
        return LaidPiece(piece.piece, piece.vertices)
    if isinstance(piece, str):
        from heuristan.tangram.verification.claims import laid_piece

        return laid_piece(piece)
    try:
        if not isinstance(piece, Iterable):
            raise TypeError("it is not a pair")
        name, shape = piece
        ring = getattr(getattr(shape, "exterior", None), "coords", shape)
        (vertices,) = polygon_of([ring])
    except (TypeError, ValueError) as fault:
        raise ValueError(
            f"{piece!r} is not a piece ({fault}); give a name with a polygon or vertices, or text like 'square 0,0 ...'"
        ) from None
    return LaidPiece(name, tuple(vertices))


@dataclass(frozen=True, repr=False)
class Player:
    """A page that plays a run step by step; a notebook shows it."""

    title: str
    page: str
    """The page, in one piece: it needs no server and no network."""

    def save(self, path: str | Path) -> None:
        """Write the page to a file.

        Args:
            path: the file, best with a name that ends in ``.html``.

        Raises:
            OSError: if the file cannot be written.
        """
        write_whole(Path(path), self.page.encode())

    def widget(self) -> "AnyWidget":
        """Return the player as a widget, whose moment Python reads, sets and observes.

        Raises:
            MissingExtraError: if anywidget is not installed; the extra ``notebook`` installs it.
        """
        require("anywidget", "anywidget", "notebook")
        widget: AnyWidget = provided("PlayerWidget", "a widget")(self.title, self.page)
        return widget

    def _repr_html_(self) -> str:
        """Show the page in a frame of its own, which has nothing of the notebook's."""
        frame = 'sandbox="allow-scripts allow-modals" style="width: 100%; height: 48rem; border: 0"'
        return f'<iframe title="{as_markup(self.title)}" {frame} srcdoc="{as_markup(self.page)}"></iframe>'

    def __repr__(self) -> str:
        return f"<Player of {self.title!r}>"


@dataclass(frozen=True, repr=False, init=False)
class Puzzle(Maker):
    """An outline to be filled with pieces.

    Make one with a method that begins with ``from_``. Coordinates may have any unit, place and turn, and outlines may
    be as imprecise as people draw them.
    """

    def solve(
        self,
        solver: SolverName = "auto",
        *,
        ranking: "Rankings | None" = None,
        backtracking: bool = True,
        way: "Way | None" = None,
        engine: "Engine | None" = None,
        want: "Want" = "first",
        limit: float | None = None,
    ) -> "Solution":
        """Look for a solution.

        Args:
            solver: "expert" for ranked rules, "exact" for exhaustive search, "ford" for Ford's search (2022); "auto"
                for ranked rules, and exhaustive search where these find no solution (with backtracking).
            ranking: the rules in order, or the name or file of a ranking (expert); the one of 1972 if not given. A
                list of several takes turns at restarts, with backtracking=False or way="retry".
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
        check_arguments(solver, ranking, backtracking, way, engine, want, limit)
        way = way or ("backtracking" if backtracking else "published")
        options = options_of(solver, ranking, way, engine, want, limit)
        return Solution.of(self, solve_puzzle(self, options))

    def count(self, *, limit: float | None = None) -> "SolutionsCounted":
        """Count all solutions by exhaustive search.

        Args:
            limit: time limit in seconds; without one it may take long for several sets of pieces.

        Returns:
            The number of `tilings`, how many are `distinct` up to the symmetries of the outline, and whether the count
            is `complete`.
        """
        searched = self.solve("exact", want="count", limit=limit).searched
        assert searched is not None
        assert searched.count is not None
        return searched.count

    def hint(
        self,
        placed: Iterable[Piece] = (),
        *,
        reveal: Reveal = "place",
        ranking: "Ranking | str | None" = None,
        limit: float | None = 10.0,
    ) -> Hint:
        """Say where one piece goes, the most certain one first, or which of the placed pieces to take back.

        Args:
            placed: the pieces that lie already: pairs of a name and a polygon or vertices, or lines of text like
                "square 0,0 1,0 1,1 0,1".
            reveal: "vertex" (only where to look), "piece" (also which goes there) or "place" (also how it lies).
            ranking: the rules that decide where no vertex does, or the name or file of a ranking.
            limit: time limit in seconds of the search for certainty.

        Raises:
            TypeError: if the placed pieces are not a list.
            ValueError: if the pieces cannot lie so.
            RankingError: if the ranking does not exist or cannot be used.
        """
        check_limit(limit)
        hint: Hint = provided("hint_for", "a hint")(self, placed, reveal, ranking, limit)
        return hint

    def verify(self, result: Claimed) -> "Verdict":
        """Judge whether a result is right, whoever made it.

        Args:
            result: a `Solution`, a file that ``heuristan verify`` reads, the value of a JSON object, or pieces: pairs
                of a name (or None) and a polygon or vertices, in the outline's own coordinates.

        Returns:
            The verdict: its `verdict` is "right", "wrong" or "unchecked", its `faults` say what is wrong and where.

        Raises:
            InputError: if the result cannot be read.
        """
        from heuristan.tangram.api.judged import ShownVerdict
        from heuristan.tangram.verification.judging import judge

        return ShownVerdict.of(judge(self, _claim(self, result)))

    def to_shapely(self) -> "shapely.Polygon | shapely.MultiPolygon":
        """Return the outline as it was read, in its own coordinates; of several parts it is a MultiPolygon."""
        import shapely

        from heuristan.tangram.puzzle.regions import covered

        parts = Coordinates(self).polygons
        polygons = [shapely.Polygon(outer, holes) for outer, *holes in parts]
        whole = polygons[0] if len(polygons) == 1 else shapely.MultiPolygon(polygons)
        # our rings may touch themselves in points, shapely's may not
        return whole if whole.is_valid else covered(parts)

    def _repr_svg_(self) -> str:
        """Draw the silhouette, for notebooks."""
        from heuristan.tangram.render.contact_sheet import contact_sheet_svg

        # it keeps its turn, and has the scale of all silhouettes
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

    def __bool__(self) -> bool:
        """Return whether it is solved."""
        return self.status == "solved"

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

    def brief(self, attempt: AskedAttempt = None) -> str:
        """Return the run on one screen, a line for each step, as ``heuristan solve`` prints it.

        Args:
            attempt: as for `explain`.

        Raises:
            InputError: if the run does not have the attempt.
        """
        from heuristan.tangram.explain import in_brief

        return in_brief(self.trace, attempt)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led to the end, in order: what was undone or given up is left out. A table takes them as rows.

        Of a run without a solution they are those of the attempt that came furthest.
        """
        return tuple(_steps_of(self.trace))

    def film_strip(self, attempt: AskedAttempt = None) -> Picture:
        """Return every step as a picture beside the others, in SVG.

        Args:
            attempt: the number of the attempt to draw, or "all", as for `explain`.

        Raises:
            InputError: if the run does not have the attempt.
        """
        from heuristan.tangram.render.filmstrip import filmstrip_svg

        return Picture(filmstrip_svg(self.trace, attempt=attempt))

    def play(self, ranking: "Ranking | str | None" = None) -> Player:
        """Return a page that plays the run step by step; a notebook shows it, and it can be saved as a file.

        Args:
            ranking: the ranking of the run, or its name or file, which the engine is asked about; only a ranking of
                your own need be given.

        Raises:
            RankingError: if the ranking does not exist or cannot be used.
        """
        from heuristan.tangram.expert.ranking_file import read_ranking

        player_page = provided("player_page", "a page that plays a run")
        chosen = read_ranking(ranking) if isinstance(ranking, str) else ranking
        return Player(self.id, player_page(self.trace, chosen))

    def save(self, path: Source, attempt: AskedAttempt = None) -> None:
        """Write the picture that notebooks show, or the film strip, to a file.

        Args:
            path: the file, which ends in ``.svg`` or ``.png``; in ``.filmstrip.svg`` or ``.filmstrip.png`` for the film
                strip.
            attempt: the number of the attempt to draw, or "all", as for `explain`.

        Raises:
            InputError: if the run does not have the attempt, or the path is empty.
            OSError: if the file cannot be written.
            ValueError: if its name ends in neither.
        """
        target = Path(path_of(path, "cat.svg"))
        ending = target.suffix.lower()
        if ending not in (".svg", ".png"):
            raise ValueError(f"{target}: a solution is saved as a picture; end the name in .svg or .png")
        if not target.parent.is_dir():
            raise FileNotFoundError(f"{target}: there is no folder {target.parent}; make it first")
        is_strip = target.stem.lower().endswith(".filmstrip")
        svg = self.film_strip(attempt) if is_strip else self._picture(attempt)
        if ending == ".svg":
            write_whole(target, svg.encode())
        else:
            from heuristan.common.svg.png import to_png

            write_whole(target, to_png(svg))

    def _repr_svg_(self) -> str:
        """Draw the solution as ``heuristan show`` does, for notebooks."""
        return self._picture()

    def _picture(self, attempt: AskedAttempt = None) -> str:
        from heuristan.tangram.render.solution import attempts_svg, solution_svg
        from heuristan.tangram.render.story import DrawingError

        try:
            return attempts_svg(self.trace) if attempt == "all" else solution_svg(self.trace, attempt=attempt)
        except DrawingError:  # the run ended before anything happened
            return self.puzzle._repr_svg_()

    def __repr__(self) -> str:
        return f"<Solution of {self.id!r}: {headline(self.status, self.message)}>"


def _steps_of(trace: Trace) -> Iterator[Step]:
    frame = next((event.frame for event in trace if isinstance(event, PuzzleRead)), None)
    for event in kept_events(trace):
        if frame is None or not isinstance(event, MatchTaken | PiecePlaced):
            continue
        vertices = tuple(map(frame.own, event.vertices))
        if isinstance(event, MatchTaken):
            taken = event.kind, event.rule, event.grades, len(event.preferred_to)
            yield Step(event.step, event.name, *taken, vertices)
        else:
            yield Step(event.step, event.name, "piece", "", "", max(event.fits - 1, 0), vertices)


Given: TypeAlias = "Core | Source | shapely.Geometry"
"""A puzzle, the name of a shape, the path of a file with one outline, or a polygon of shapely."""


def read_outlines(source: Source, pieces: Pieces = None) -> Iterator[Puzzle | Refusal]:
    """Read all outlines of a source, one after the other as they are asked for.

    Args:
        source: the name of a shape, a file in any format, or a folder of such files.
        pieces: the set of pieces, or its name or file; the one that each outline names if not given.

    Yields:
        A puzzle, or for a bad outline among many a `Refusal` whose `message` says what is wrong.

    Raises:
        InputError: if the source cannot be used as a whole.
        PieceSetError: if there is no such set of pieces.
    """
    return Puzzle.all_from_file(source, pieces=pieces)


def solve(
    puzzle: Given,
    solver: SolverName = "auto",
    *,
    ranking: "Rankings | None" = None,
    backtracking: bool = True,
    way: "Way | None" = None,
    engine: "Engine | None" = None,
    want: "Want" = "first",
    limit: float | None = None,
) -> Solution:
    """Solve a puzzle.

    Args:
        puzzle: a puzzle, the name of a shape, the path of a file with one outline, or a polygon of shapely.
        solver: "expert" for ranked rules, "exact" for exhaustive search, "ford" for Ford's search (2022); "auto"
            for ranked rules, and exhaustive search where these find no solution (with backtracking).
        ranking: the rules in order, or the name or file of a ranking (expert); the one of 1972 if not given. A
            list of several takes turns at restarts, with backtracking=False or way="retry".
        backtracking: whether steps are undone; else the ranking runs as published (expert).
        way: instead of `backtracking`: "backtracking", "published", or "retry" for the way between them (expert).
        engine: "production" or "compiled", the default, which is faster; the results are the same (expert).
        want: the "first" solution, the "count" of all, or "all" solutions (exact, ford).
        limit: time limit in seconds.

    Raises:
        InputError: if the file cannot be read, or there is no such shape.
        OutlineError: if the polygon is not the outline of a puzzle.
        RankingError: if the ranking does not exist or cannot be used.
        ValueError: if there is no such solver, or an argument means nothing to it.
    """
    return puzzle_from(puzzle).solve(
        solver, ranking=ranking, backtracking=backtracking, way=way, engine=engine, want=want, limit=limit
    )


def solve_exactly(puzzle: Given, *, want: "Want" = "first", limit: float | None = None) -> Solution:
    """Solve a puzzle by exhaustive search: `solve` with the solver "exact"."""
    return solve(puzzle, "exact", want=want, limit=limit)


def puzzle_from(given: Given) -> Puzzle:
    """Return the puzzle of whatever a user holds.

    Raises:
        InputError: if the file cannot be read, or there is no such shape.
        OutlineError: if the polygon is not the outline of a puzzle.
        TypeError: if the value is of another kind.
    """
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, Core):
        return Puzzle.of(given)
    if isinstance(given, str | os.PathLike):
        return Puzzle.from_file(given)
    if hasattr(given, "geom_type"):
        return Puzzle.from_shapely(given)
    kind: Any = type(given).__name__
    raise TypeError(
        f"a value of the type {kind} is not a puzzle; give a Puzzle, the name of a shape, a file, or a polygon of "
        "shapely (Puzzle.from_vertices takes pairs of numbers)"
    )
