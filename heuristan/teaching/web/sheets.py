"""Worksheets of shapes that ship, made for the page."""

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.teaching.texts.translating import Translator
from heuristan.teaching.web.exports import File
from heuristan.teaching.web.messages import WorksheetRequest
from heuristan.teaching.worksheets.paging import LEG, PAPERS, SHORTEST_LEG
from heuristan.teaching.worksheets.sheet_puzzles import candidates
from heuristan.teaching.worksheets.typesetting import FontError, Worksheet, in_page_order, leg_for, require_typst


def worksheet(request: WorksheetRequest) -> File:
    """Make a worksheet of some shapes, from easy to hard.

    Raises:
        InputError: if a shape is not there or cannot be on a worksheet, or no font has the letters of the language.
        MissingExtraError: if typst is not installed.
    """
    require_typst()
    files, paper = shape_files(), PAPERS[request.paper]
    unknown = [name for name in request.shapes if name not in files]
    if unknown:
        raise InputError(f"there is no shape {unknown[0]!r}; choose shapes of the gallery")
    shapes = [read_shape(files[name]) for name in dict.fromkeys(request.shapes)]
    left_out: list[str] = []
    found = list(candidates(((each.title, each.puzzle) for each in shapes), paper, SHORTEST_LEG, left_out.append))
    if left_out:
        raise InputError(left_out[0])
    found.sort(key=lambda puzzle: puzzle.difficulty.score)
    leg = min(LEG, leg_for(found, paper))
    puzzles, title = in_page_order(found, leg, paper), Translator(request.language)("Tangram puzzles")
    sheet = Worksheet(puzzles, title, "heuristan", paper, leg, request.hints, request.solutions, request.language)
    try:
        return File("pdf", "application/pdf", sheet.pdf())
    except FontError as fault:
        raise InputError(str(fault)) from None
