"""The puzzle, the ranking or the file of a request, and how a page shows them."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError, LineError, nearest
from heuristan.common.quoting import readable, shown
from heuristan.common.scratch import scratch_folder
from heuristan.pictures.images.picture_reader import read_with_sheet
from heuristan.tangram.api import Puzzle
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, Ranking, differences
from heuristan.tangram.expert.ranking_entries import RankingError, catalogue, ranking_names, shipped_file
from heuristan.tangram.expert.ranking_file import ranking_in, read_ranking
from heuristan.tangram.expert.ranking_writing import in_a_line, rule_entry
from heuristan.tangram.expert.tracing import rule_as_traced
from heuristan.tangram.explain.opening import line_of, title
from heuristan.tangram.outlines.exact_rings import sets_said
from heuristan.tangram.outlines.formats import FORMS, format_of
from heuristan.tangram.outlines.geojson import outlines_of
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import IMPOSSIBLE, read_outlines, shape_files
from heuristan.tangram.outlines.ring_lists import nested_polygons
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.outlines.snapping import snap
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.tangram.solving.result import read_once
from heuristan.teaching.web.in_legs import rings_of, stock_of, title_of
from heuristan.teaching.web.messages import Laid, PuzzleGiven, PuzzleRequest, RankingGiven

MOST_KEPT = 100
"""Maximum number of puzzles that a worker keeps."""


def puzzle_given(given: PuzzleGiven) -> Puzzle:
    """Return the puzzle of a request.

    Raises:
        InputError: if there is no such shape, or its outline is not one of a puzzle.
        OutlineError: if an outline is not one of a puzzle.
    """
    return _puzzle(given.model_dump_json())


@lru_cache(MOST_KEPT)
def _puzzle(text: str) -> Puzzle:
    given = PuzzleGiven.model_validate_json(text)
    if given.shape is not None:
        return Puzzle.from_name(given.shape)
    pieces = set_named(given.pieces)
    if given.feature is not None:
        outline = next(outlines_of({**given.feature, "type": "Feature"}, given.name))
        return Puzzle.of(outline.puzzle(pieces))
    polygons = nested_polygons(given.rings) if given.rings is not None else ()
    laid = tuple(LaidPiece(each.piece, each.vertices) for each in given.laid or ())
    drawing = Drawing(given.name, polygons, laid, given.y_down, given.sets)
    return (laid and _covered_exactly(drawing, pieces or TANGRAM)) or Puzzle.of(puzzle_of(drawing, pieces))


def _covered_exactly(drawing: Drawing, pieces: PieceSet) -> Puzzle | None:
    """Return the puzzle that pieces cover; None if they do not lie on one lattice, or are no solution of it."""
    polygons = [[piece.vertices] for piece in drawing.laid]
    try:
        puzzle = Puzzle.of(snap(drawing.id, polygons, sets_said(drawing, pieces), drawing.y_down, pieces))
    except OutlineError:
        return None
    is_right = puzzle.verify([(piece.name, piece.vertices) for piece in drawing.laid]).verdict == "right"
    return puzzle if is_right else None


def set_named(name: str | None) -> PieceSet | None:
    """Return a set of pieces that ships; None if no name is given.

    Raises:
        OutlineError: if there is none of that name.
    """
    if name is None:
        return None
    names = piece_set_names()
    if name not in names:  # `read_piece_set` would look for a file
        raise OutlineError(f"there is no set of pieces {shown(name)}; {nearest(name, names)}")
    return read_piece_set(name)


def in_own_coordinates(puzzle: Puzzle, laid: tuple[Laid, ...]) -> list[tuple[str | None, list[tuple[float, float]]]]:
    """Return pieces of a request, which are in legs, as the puzzle's own coordinates have them."""
    position = puzzle.position
    return [(each.piece, [position.own(spot) for spot in each.vertices]) for each in laid]


def describe(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a page shows it, lays it, and puts it into a link."""
    read = read_once(puzzle)
    return {
        "id": puzzle.id,
        "title": title_of(puzzle.id),
        "rings": rings_of(puzzle),
        "turn": puzzle.frame.angle,
        "sets": puzzle.sets,
        "set": puzzle.pieces.name,
        "reading": read.words if read is not None else None,
        "drawn": puzzle.reading is not None,
        "pieces": stock_of(puzzle.pieces, puzzle.stock),
        "feature": json.loads(FORMS["geojson"].text(puzzle)),
    }


def shown_puzzle(request: PuzzleRequest) -> dict[str, Any]:
    """Return the puzzle of a request as a page shows it."""
    return describe(puzzle_given(request.puzzle))


MOST_READ = 40
"""Maximum number of outlines of a file that are read."""
HEAD = 4096
_ODD = re.compile(r"[^A-Za-z0-9]+")
LONGEST_NAME = 40


def read(name: str, data: bytes, pieces: str | None = None) -> dict[str, Any]:
    """Read the outlines of a file.

    Args:
        name: the file's own name: the title, and the format where only the ending tells it.
        data: its bytes.
        pieces: the name of the set of pieces; the one that the file names if not given.

    Returns:
        The puzzles, as `describe` says them; what was refused; and for pictures what was recognised on them, as PNG.

    Raises:
        InputError: if the file cannot be read.
        OutlineError: if there is no such set of pieces.
    """
    chosen = set_named(pieces)
    with scratch_folder() as folder:
        path = folder / _safe(name)
        path.write_bytes(data)
        try:
            is_picture = _is_picture(data)
            sheet, outlines = read_with_sheet(path, chosen) if is_picture else (None, read_outlines(path, chosen))
            found = list(islice(outlines, MOST_READ + 1))
        except (InputError, OutlineError) as fault:
            raise InputError(_told(fault, path)) from None
        return {
            "puzzles": [describe(Puzzle.of(one)) for one in found[:MOST_READ] if not isinstance(one, Refusal)],
            "refused": [
                {"id": one.id, "message": one.message.replace(str(path), path.name)}
                for one in found[:MOST_READ]
                if isinstance(one, Refusal)
            ],
            "more": len(found) > MOST_READ,
            "sheet": f"data:image/png;base64,{b64encode(sheet).decode()}" if sheet else None,
        }


def _told(fault: Exception, path: Path) -> str:
    """Return a message that names the file as the page does."""
    return str(fault).replace(str(path), path.name)


def _is_picture(data: bytes) -> bool:
    kind = format_of(data[:HEAD])
    return kind is not None and kind.is_picture


def _safe(name: str) -> str:
    """Return a name that is good for a file of any system, whatever is asked for."""
    stem, _, ending = name.rpartition(".") if "." in name else (name, "", "")
    plain = _ODD.sub("-", stem).strip("-")[:LONGEST_NAME] or "outline"
    after = _ODD.sub("", ending)[:8].lower()
    return f"{plain}.{after}" if after else plain


STEM = "yours"
"""The name of a ranking whose text has none."""


def ranking_given(given: RankingGiven) -> Ranking:
    """Return the ranking of a request.

    Raises:
        RankingError: if there is none of that name.
        LineError: if its text cannot be used.
    """
    if given.text is not None:
        return ranking_in(given.text, STEM)
    assert given.name is not None
    if shipped_file(given.name) is None:  # `read_ranking` would look for a file
        raise RankingError(f"there is no ranking {shown(given.name)}; {nearest(given.name, ranking_names())}")
    return read_ranking(given.name)


def text_of(given: RankingGiven) -> str:
    """Return the text of a ranking, as it ships or as it was given.

    Raises:
        RankingError: if there is none of that name.
        LineError: if its text cannot be used.
    """
    ranking_given(given)
    file = shipped_file(given.name) if given.name is not None else None
    return file.read_text(encoding="utf-8") if file is not None else given.text or ""


@cache
def gallery() -> dict[str, Any]:
    """Return the shapes in the order of their names."""
    found = []
    for name, path in sorted(shape_files().items()):
        shape = read_shape(path)
        found.append(
            {
                "shape": name,
                "title": shape.title,
                "source": shape.source,
                "difficulty": shape.difficulty,
                "set": shape.puzzle.pieces.name,
                "sets": shape.puzzle.sets,
                "possible": path.parent.name != IMPOSSIBLE,
                "rings": rings_of(shape.puzzle),
            }
        )
    return {"shapes": found}


@cache
def all_rankings() -> dict[str, Any]:
    """Return every ranking that ships, the catalogue of rules, and the words that entries of rules may have."""
    return {
        "rankings": [checked(RankingGiven(name=name)) for name in ranking_names()],
        "catalogue": [_rule(place, rule) for place, rule in enumerate(catalogue().values())],
        "evidence": {name: each.words for name, each in EVIDENCE.items()},
        "preferences": list(PREFERENCES),
    }


def checked(given: RankingGiven) -> dict[str, Any]:
    """Return a ranking with its rules in words; or what is wrong with it, and in which line."""
    try:
        ranking = ranking_given(given)
    except LineError as fault:
        return {"ok": False, "line": fault.line, "message": readable(fault.message)}
    except RankingError as fault:
        return {"ok": False, "line": None, "message": readable(str(fault))}
    return {
        "ok": True,
        "name": ranking.name,
        "title": ranking.title,
        "note": ranking.note,
        "text": text_of(given),
        "rules": [_rule(place, rule) for place, rule in enumerate(ranking.rules)],
        "differences": differences(ranking, read_ranking(ranking_names()[0])),
    }


def _rule(place: int, rule: RankedRule) -> Mapping[str, Any]:
    """Return a rule in words, and as the entry of a ranking: as a value, and as the text of a line."""
    traced, entry = rule_as_traced(rule), rule_entry(rule)
    return {
        "rule": rule.name,
        "title": title(traced),
        "text": line_of(place + 1, traced),
        "refutes": rule.rules_out,
        "note": rule.note,
        "of": f"{rule.kind}s",
        "three-sided": rule.three_sided,
        "four-sided": rule.four_sided,
        "evidence": rule.evidence,
        "prefer": list(rule.prefer),
        "entry": entry,
        "line": in_a_line(entry),
    }
