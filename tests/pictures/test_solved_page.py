"""The picture of a page: pieces where they lie, their numbers inside them, and a word for every figure."""

from shared.drawn import drawn_pieces, inside, marked, numbers, words_of

from heuristan.common.svg.page import width_of
from heuristan.common.svg.png import Embedded
from heuristan.pictures.solved_pages import MOST_LINES, PageFigure, solved_page_svg
from heuristan.tangram.solving.result import ResultPiece

PAGE = Embedded(b"\xff\xd8\xff\xd9", 600, 400)
SQUARE = ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))
UPPER, LOWER = (SQUARE[0], SQUARE[1], SQUARE[2]), (SQUARE[0], SQUARE[2], SQUARE[3])
PIECES = (
    ResultPiece("small-triangle", 2, "", UPPER),
    ResultPiece("small-triangle", 2, "", LOWER),
    ResultPiece("square", 1, "", SQUARE),
)
SOLVED = PageFigure(1, (SQUARE,), "solved", "solved", PIECES)


def stuck(number: int) -> PageFigure:
    return PageFigure(number, (SQUARE,), "stuck", f"no solution of {number}")


def test_pieces_of_a_composite_have_letters_and_numbers_lie_inside() -> None:
    (figure,) = marked(solved_page_svg("page.jpg", PAGE, [SOLVED]), "figure")
    pieces, found = drawn_pieces(figure), numbers(figure)
    assert [label for label, _ in pieces] == ["2a", "2b", "1"]
    for label, ring in pieces:
        x, y, size = (float(found[label].get(name, "")) for name in ("x", "y", "font-size"))
        wide = width_of(label, size, bold=True)
        assert all(inside((x + i * wide / 2, y - j * 0.73 * size), ring) for i in (-1, 1) for j in (0, 1))


def test_the_page_is_as_wide_as_it_is_high() -> None:
    """A pixel of the page is as large in both directions, and the middle of the first is half a pixel in."""
    picture = solved_page_svg("page.jpg", PAGE, [SOLVED])
    (image,) = marked(picture, "photograph")
    left, top, wide, high = (float(image.get(name, "")) for name in ("x", "y", "width", "height"))
    scale = wide / PAGE.width
    assert abs(high - scale * PAGE.height) < 0.01
    ring = drawn_pieces(marked(picture, "figure")[0])[2][1]
    for (x, y), (u, v) in zip(ring, SQUARE, strict=True):
        assert abs(x - left - scale * (u + 0.5)) < 0.02
        assert abs(y - top - scale * (v + 0.5)) < 0.02


def test_a_figure_alone_has_no_number() -> None:
    assert marked(solved_page_svg("page.jpg", PAGE, [SOLVED]), "figure-number") == []
    both = solved_page_svg("page.jpg", PAGE, [SOLVED, stuck(2)])
    assert [number.text for number in marked(both, "figure-number")] == ["1", "2"]


def test_what_is_not_solved_is_said() -> None:
    words = words_of(solved_page_svg("page.jpg", PAGE, [SOLVED, stuck(2)]))
    assert "1 of 2 figures solved." in words
    assert "2: stuck: no solution of 2" in words


def test_a_long_list_is_cut() -> None:
    figures = [stuck(number) for number in range(1, MOST_LINES + 6)]
    words = words_of(solved_page_svg("page.jpg", PAGE, figures))
    assert f"{MOST_LINES}: stuck" in words
    assert f"{MOST_LINES + 1}: stuck" not in words
    assert "… and 5 more" in words
    assert "Pieces are numbered" not in words


def test_a_figure_that_lies_nowhere_is_listed() -> None:
    """A figure of which only its refusal is known has no place on the page."""
    refused = PageFigure(2, (), "refused", "the page cannot be drawn")
    picture = solved_page_svg("page.jpg", PAGE, [SOLVED, refused])
    assert "2: refused: the page cannot be drawn" in words_of(picture)
    assert len(marked(picture, "unsolved")) == 0
