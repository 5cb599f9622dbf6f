"""A solved puzzle in the four turns of its box, as in figure 6.1: a piece lies in the copy where it is not turned."""

import svg

from heuristan.common.svg.page import page
from heuristan.common.svg.text import GREY, label
from heuristan.edgematching.puzzle import Arrangement, Puzzle
from heuristan.edgematching.render.board import Grid, frame_parts, piece_numbers, pieces_parts
from heuristan.edgematching.render.note import note_below
from heuristan.edgematching.rotating import TURNS, rotated, rotated_arrangement

MARGIN, BOARD, HEAD, FAINT = 34.0, 250.0, 34.0, 0.2


def augmented_svg(puzzle: Puzzle, arrangement: Arrangement) -> str:
    """Return a picture of the four copies of a solved puzzle; pieces that are turned in a copy are faint there."""
    parts: list[svg.Element] = []
    side = BOARD / max(puzzle.board.sizes)
    step = BOARD + 2 * MARGIN + 12
    for copy in range(TURNS):
        box = rotated(puzzle, copy)
        left, top = MARGIN + step * (copy % 2), HEAD + MARGIN + (step + 16) * (copy // 2)
        grid = Grid(left, top, side)
        laid = dict(zip(box.board.places, rotated_arrangement(puzzle, arrangement, copy), strict=True))
        words = "the box" if copy == 0 else f"turned {90 * copy} degrees"
        parts.append(label(left, top - MARGIN + 2, words, size=12, fill=GREY, kind="caption"))
        parts.append(svg.G(opacity=None if copy == 0 else 0.5, elements=frame_parts(grid, box)))
        faint = {place: puzzle.faces_of(each) for place, each in laid.items() if each.turn}
        solid = {place: puzzle.faces_of(each) for place, each in laid.items() if not each.turn}
        parts += pieces_parts(grid, box, faint, numbers=False, opacity=FAINT)
        parts += pieces_parts(grid, box, solid)
        parts += piece_numbers(grid, {place: str(laid[place].piece + 1) for place in solid})
    description = "; ".join(f"piece {each.piece + 1}: {90 * each.turn} degrees" for each in arrangement)
    title = f"{puzzle.id}: augmented"
    height = HEAD + 2 * (step + 16)
    note, more = note_below(puzzle, MARGIN, height, 2 * step)
    return page(2 * step, height + more, title, description, [*parts, *note], "edge-matching-augmented")
