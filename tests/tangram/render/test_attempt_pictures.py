"""Any attempt can be drawn, and all of them on one page: partial solutions, extractions in order, where each stuck."""

from xml.etree import ElementTree

import pytest
from shared.attempts import published
from shared.drawn import drawn_pieces, marked, numbers, words_of

from heuristan import solve
from heuristan.common.svg.png import to_png
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import attempts_svg, solution_svg
from heuristan.tangram.trace.events import Trace
from heuristan.tangram.trace.kept_path import AttemptError, alike, attempts

STUCK = published(2, 2, 0, 3, 2)
SOLVED = published(2, 1, solved=True)

both = pytest.mark.parametrize("run", [STUCK, SOLVED], ids=["stuck", "solved"])


@both
def test_the_page_has_the_partial_solution_of_every_attempt(run: Trace) -> None:
    rows = marked(attempts_svg(run), "attempt")
    for row, group in zip(rows, alike(run), strict=True):
        attempt = group[0]
        wanted = [str(match.step) for match in attempt.taken]
        assert [label for label, _ in drawn_pieces(row)] == wanted
        assert [*numbers(row)] == wanted
        words = " ".join("".join(text.itertext()) for text in row.iter("{http://www.w3.org/2000/svg}text"))
        assert f"of {len(attempts(run))}, from E{attempt.entry_point}" in words
        assert ("Solved in" in words) == attempt.solved
        if attempt.stuck:
            assert attempt.stuck.reason in words


@both
def test_attempts_do_not_overlap_and_lie_on_the_page(run: Trace) -> None:
    picture = attempts_svg(run)
    _, _, wide, high = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
    below = 0.0
    for row in marked(picture, "attempt"):
        pieces = [spot for _, ring in drawn_pieces(row) for spot in ring]
        texts = [(float(t.get("x", "")), float(t.get("y", ""))) for t in row.iter("{http://www.w3.org/2000/svg}text")]
        spots = [*pieces, *texts]
        assert all(0 < x < wide and below < y < high for x, y in spots)
        below = max(y for _, y in spots)


@both
def test_one_attempt_is_drawn_as_the_solution_is(run: Trace) -> None:
    for attempt in attempts(run):
        picture = solution_svg(run, attempt=attempt.number)
        assert [label for label, _ in drawn_pieces(marked(picture, "solution")[0])] == [
            str(match.step) for match in attempt.taken
        ]
        assert f"{attempt.number} of {len(attempts(run))}, from E{attempt.entry_point}" in words_of(picture)


@both
def test_the_film_strip_of_one_has_its_frames(run: Trace) -> None:
    for attempt in attempts(run):
        picture = filmstrip_svg(run, attempt=attempt.number)
        assert len(marked(picture, "frame")) == len(attempt.taken) + 2
        (last,) = marked(picture, "last")
        assert ("The solution" in "".join(last.itertext())) == attempt.solved


@both
def test_the_film_strip_of_all_has_a_strip_for_each(run: Trace) -> None:
    picture = filmstrip_svg(run, attempt="all")
    groups = alike(run)
    assert len(marked(picture, "first")) == 1
    assert len(marked(picture, "step")) == sum(len(group[0].taken) for group in groups)
    lasts = marked(picture, "last")
    assert [len(drawn_pieces(last)) for last in lasts] == [len(group[0].taken) for group in groups]
    tops = [float(frame.findall(".//")[0].get("y", "")) for frame in lasts]
    assert tops == sorted(set(tops))


@pytest.mark.slow
@both
def test_twice_is_the_same_and_a_png_can_be_made(run: Trace) -> None:
    assert attempts_svg(run) == attempts_svg(run)
    assert to_png(attempts_svg(run)).startswith(b"\x89PNG")


def test_with_backtracking_the_picture_says_that_there_is_one_attempt() -> None:
    run = solve("digit-9").trace
    assert "The one attempt of a run with backtracking" in words_of(solution_svg(run, attempt=1))
    assert len(marked(attempts_svg(run), "attempt")) == 1


def test_a_search_has_no_attempts_to_draw() -> None:
    run = solve("lamp", "exact").trace
    for draw in (
        lambda: solution_svg(run, attempt=1),
        lambda: filmstrip_svg(run, attempt="all"),
        lambda: attempts_svg(run),
    ):
        with pytest.raises(AttemptError, match="a search makes none"):
            draw()
