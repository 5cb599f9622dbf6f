"""Pictures of traces: everything is drawn, nothing overlaps what must be read, and twice is the same to the byte."""

import re
from dataclasses import replace
from math import cos, sin
from xml.etree import ElementTree

import pytest
import shared.render_traces as samples
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.drawn import PICTURES, SVG, Draw, drawn_pieces, inside, marked, numbers, ring_of, size_of_png, words_of

from heuristan.common.faults import InputError
from heuristan.common.plane import signed_area
from heuristan.common.svg.page import width_of
from heuristan.common.svg.png import to_png
from heuristan.tangram.render.captions import spoken
from heuristan.tangram.render.contact_sheet import contact_sheet_svg
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.render.story import DrawingError
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import AttemptStarted, AttemptStuck, Ended, Event, MatchTaken, PuzzleRead
from heuristan.tangram.trace.lines import dumps, loads

OUTLINES = {
    "square": samples.SQUARE,
    "ring": samples.RING,
    "two parts": samples.TWO_PARTS,
    "two sets": samples.TWO_SETS,
}

both = pytest.mark.parametrize("draw", PICTURES)


@pytest.fixture(params=OUTLINES)
def solved(request: pytest.FixtureRequest) -> tuple[Event, ...]:
    return samples.trace_of(samples.puzzle_of(OUTLINES[request.param], request.param))


def square_trace(**options: object) -> tuple[Event, ...]:
    return samples.trace_of(samples.puzzle_of(samples.SQUARE, "square"), **options)  # type: ignore[arg-type]


def with_id(events: tuple[Event, ...], id: str) -> tuple[Event, ...]:
    return tuple(replace(event, id=id) if isinstance(event, PuzzleRead) else event for event in events)


def test_every_piece_is_drawn_with_its_number_wholly_inside(solved: tuple[Event, ...]) -> None:
    (solution,) = marked(solution_svg(solved), "solution")
    pieces, found = drawn_pieces(solution), numbers(solution)
    assert [label for label, _ in pieces] == [str(e.step) for e in solved if isinstance(e, MatchTaken)]
    assert [*found] == [label for label, _ in pieces]
    for label, ring in pieces:
        number = found[label]
        x, y, size = (float(number.get(name, "")) for name in ("x", "y", "font-size"))
        wide = width_of(label, size, bold=True)
        corners = [(x + i * wide / 2, y - j * 0.73 * size) for i in (-1, 1) for j in (0, 1)]
        assert all(inside(corner, ring) for corner in corners)
        assert size >= 10


def test_the_pieces_drawn_have_the_area_of_the_outline(solved: tuple[Event, ...]) -> None:
    (solution,) = marked(solution_svg(solved), "solution")
    areas = sorted(abs(signed_area(ring)) for _, ring in drawn_pieces(solution))
    sets = len(areas) // 7
    # a small triangle is a sixteenth of a set
    assert sum(areas) == pytest.approx(16 * sets * areas[0], rel=0.01)


def test_the_film_strip_has_a_frame_for_each_extraction_and_two_more(solved: tuple[Event, ...]) -> None:
    picture = filmstrip_svg(solved)
    steps = sum(isinstance(event, MatchTaken) for event in solved)
    assert len(marked(picture, "frame")) == steps + 2
    (last,) = marked(picture, "last")
    assert len(drawn_pieces(last)) == steps


def test_frames_do_not_overlap_and_lie_on_the_page(solved: tuple[Event, ...]) -> None:
    for columns in (None, 1, 3):
        picture = filmstrip_svg(solved, columns=columns)
        _, _, wide, high = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
        boxes = [
            tuple(float(border.get(name, "")) for name in ("x", "y", "width", "height"))
            for border in marked(picture, "frame-border")
        ]
        assert all(x >= 0 and y >= 0 and x + w <= wide and y + h <= high for x, y, w, h in boxes)
        for i, (x, y, w, h) in enumerate(boxes):
            assert all(x + w <= u or u + s <= x or y + h <= v or v + t <= y for u, v, s, t in boxes[:i])


@pytest.mark.slow
def test_captions_keep_to_their_frames(solved: tuple[Event, ...]) -> None:
    for frame in marked(filmstrip_svg(solved), "frame"):
        (border,) = [e for e in frame if e.get("class") == "frame-border"]
        right = float(border.get("x", "")) + float(border.get("width", ""))
        bottom = float(border.get("y", "")) + float(border.get("height", ""))
        for caption in (e for e in frame if e.get("class") == "caption"):
            bold = caption.get("font-weight") == "bold"
            width = width_of(caption.text or "", float(caption.get("font-size", "")), bold=bold)
            assert float(caption.get("x", "")) + width < right
            assert float(caption.get("y", "")) < bottom


@both
def test_every_rule_that_took_something_is_named(draw: Draw, solved: tuple[Event, ...]) -> None:
    # long names are broken into lines
    found = words_of(draw(solved)).replace(" ", "")
    assert {event.rule for event in solved if isinstance(event, MatchTaken) if event.rule not in found} == set()


def test_titles_of_rules_stand_for_their_names() -> None:
    first, *others = samples.RANKED
    titled = (replace(first, title="Direct match, pieces"), *others)
    events = [replace(e, rules=titled) if isinstance(e, PuzzleRead) else e for e in square_trace()]
    for picture in (solution_svg(events), filmstrip_svg(events)):
        assert "Direct match, pieces" in words_of(picture)
        assert samples.RULES[0] not in words_of(picture)


@both
def test_an_entry_point_is_named_only_where_there_are_several(draw: Draw) -> None:
    for way, named in (("as published", True), ("with backtracking", False)):
        events = tuple(replace(e, way=way) if isinstance(e, PuzzleRead) else e for e in square_trace())
        assert ("E1" in words_of(draw(events)).split() or "E1." in words_of(draw(events)).split()) is named


@pytest.mark.slow
@both
def test_twice_is_the_same_to_the_byte(draw: Draw, solved: tuple[Event, ...]) -> None:
    assert draw(solved) == draw(solved)
    assert draw(loads(dumps(solved))) == draw(solved)


@pytest.mark.slow
@both
@settings(max_examples=10, deadline=None)
@given(id=st.text(st.characters(codec=None), max_size=60))
def test_any_name_gives_well_formed_xml(draw: Draw, id: str) -> None:
    ElementTree.fromstring(draw(with_id(square_trace(), id)).encode())


@pytest.mark.slow
@both
@pytest.mark.parametrize(
    "id", ['<script>alert("x")</script>', "a & b", "]]>", "\x00\x0b\ud800\uffff", "", "W" * 500, "七巧板", "<!--"]
)
def test_hostile_names_are_only_words(draw: Draw, id: str) -> None:
    picture = draw(with_id(square_trace(), id))
    tree = ElementTree.fromstring(picture.encode())
    assert not [*tree.iter(f"{SVG}script")]
    assert to_png(picture, scale=1).startswith(b"\x89PNG")


@both
def test_pictures_stand_alone_and_can_be_read_aloud(draw: Draw) -> None:
    picture = draw(square_trace())
    tree = ElementTree.fromstring(picture)
    assert tree.get("role") == "img"
    assert [child.tag for child in tree][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert tree.findtext(f"{SVG}title") == "square"
    assert "large triangle, by" in (tree.findtext(f"{SVG}desc") or "")
    assert not re.search(r"href|url\(|\bid=|@import", picture)
    assert marked(picture, "background")


def test_the_solution_is_turned_as_the_outline_was() -> None:
    angle = 0.4
    upright, turned = (drawn_pieces(marked(solution_svg(square_trace(angle=a)), "solution")[0]) for a in (0.0, angle))
    (x0, y0), (x1, y1) = upright[0][1][:2]
    (u0, v0), (u1, v1) = turned[0][1][:2]
    # counter-clockwise in a picture whose y runs down
    expected = (cos(angle) * (x1 - x0) + sin(angle) * (y1 - y0), cos(angle) * (y1 - y0) - sin(angle) * (x1 - x0))
    scale = ((u1 - u0) ** 2 + (v1 - v0) ** 2) ** 0.5 / ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    assert (u1 - u0, v1 - v0) == pytest.approx((scale * expected[0], scale * expected[1]), abs=0.05)


def test_the_picture_is_the_same_whether_the_readers_y_ran_up_or_down() -> None:
    assert solution_svg(square_trace(y_down=True)) == solution_svg(square_trace())


def test_the_pieces_of_a_composite_share_its_number() -> None:
    events = square_trace(composite=True)
    picture = solution_svg(events)
    (solution,) = marked(picture, "solution")
    assert [label for label, _ in drawn_pieces(solution)] == ["1", "2", "3", "4", "5", "6a", "6b"]
    assert len(marked(picture, "composite-edge")) == 1
    legend = words_of(picture)
    assert "composite of two (composite)" in legend
    assert "6a" in legend


def test_composites_are_named_with_their_lengths_and_pieces_without() -> None:
    assert spoken("isosceles-trapezium-r2x2r2") == "isosceles trapezium √2\xa0\xd7\xa02√2"
    assert spoken("square-2") == "square 2"
    assert spoken("large-triangle") == "large triangle"


def test_a_composite_that_was_never_dealt_out_is_drawn_whole() -> None:
    events = tuple(e for e in square_trace(composite=True) if type(e).__name__ != "CompositeReleased")
    (solution,) = marked(solution_svg(events), "solution")
    assert [label for label, _ in drawn_pieces(solution)][-1] == "6"


def test_of_a_stuck_run_what_is_left_is_hatched_and_the_words_say_so() -> None:
    events = square_trace(stop_after=4)
    for draw in PICTURES:
        picture = draw(events)
        assert "Stuck: no rule takes anything more" in words_of(picture)
        assert marked(picture, "left")
        assert marked(picture, "hatch")
    assert len(drawn_pieces(marked(solution_svg(events), "solution")[0])) == 4
    assert "E3, attempt 2" in words_of(filmstrip_svg(events))


@both
def test_of_several_attempts_the_one_drawn_says_why_it_stuck(draw: Draw) -> None:
    *events, ended = square_trace(stop_after=3)
    others = (AttemptStarted(3, 4, samples.RULES[0]), AttemptStuck(3, "nothing at all", 0, ()))
    picture = draw((*events, AttemptStuck(2, "no corner is covered", 3, ()), *others, ended))
    assert "Stuck in all 2 attempts; the one that came furthest: no corner is covered" in words_of(picture)
    assert "nothing at all" not in words_of(picture)


@pytest.mark.slow
@both
def test_a_run_of_the_expert_is_drawn(draw: Draw) -> None:
    result = solve(samples.puzzle_of(samples.RING, "ring"))
    picture = draw(loads(dumps(result.trace)))
    (whole,) = marked(picture, "solution") or marked(picture, "last")
    assert len(drawn_pieces(whole)) == 7
    assert to_png(picture, scale=1).startswith(b"\x89PNG")


@both
def test_a_run_that_took_nothing_shows_its_outline(draw: Draw) -> None:
    puzzle = square_trace()[0]
    picture = draw((puzzle, Ended("unsolvable", None, 0, 0, "a search of everything found no solution")))
    assert "Unsolvable: a search of everything found no solution" in words_of(picture)
    assert marked(picture, "left")


@both
def test_a_trace_that_breaks_off_is_drawn_as_far_as_it_goes(draw: Draw) -> None:
    assert "The trace ends before the run does." in words_of(draw(square_trace()[:6]))


@both
def test_a_trace_without_an_outline_is_refused(draw: Draw) -> None:
    with pytest.raises(DrawingError, match="no outline"):
        draw((Ended("refused", None, 0, 0, "the outline is open"),))


def test_a_film_strip_without_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one column"):
        filmstrip_svg(square_trace(), columns=0)


def test_grades_differ_in_the_style_of_the_line() -> None:
    picture = filmstrip_svg(square_trace())
    (edge,) = {e.get("stroke-dasharray") for e in marked(picture, "side-edge")}
    (line,) = {e.get("stroke-dasharray") for e in marked(picture, "side-extension-line")}
    (dotted,) = {e.get("stroke-dasharray") for e in marked(picture, "extension-line")}
    assert edge is None
    assert line != dotted
    assert all("Q" in e.get("d", "") for e in marked(picture, "side-open"))
    assert marked(picture, "node")
    assert marked(picture, "removed-cross")


def test_the_key_explains_what_is_there_and_nothing_else() -> None:
    assert "extension line removed" in words_of(filmstrip_svg(square_trace()))
    assert "left over" not in words_of(filmstrip_svg(square_trace()))
    assert "left over" in words_of(filmstrip_svg(square_trace(stop_after=2)))


@pytest.mark.slow
@both
def test_a_png_has_the_size_that_is_asked_for(draw: Draw) -> None:
    picture = draw(square_trace())
    _, _, wide, high = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
    assert size_of_png(to_png(picture, scale=1)) == pytest.approx((wide, high), abs=1)
    assert size_of_png(to_png(picture, scale=0.5)) == pytest.approx((wide / 2, high / 2), abs=1)
    assert to_png(picture) == to_png(picture)


@both
def test_a_png_that_would_be_too_large_is_refused(draw: Draw) -> None:
    with pytest.raises(InputError, match=r"pixels; the maximum is 150 million, so write SVG"):
        to_png(draw(square_trace()), scale=100)


@pytest.mark.slow
@both
def test_words_and_pieces_show_in_a_png(draw: Draw) -> None:
    picture = draw(square_trace())
    whole = to_png(picture, scale=1)
    assert whole != to_png(re.sub(r"<text[^>]*>[^<]*</text>", "", picture), scale=1)
    assert whole != to_png(re.sub(r"<path[^>]*/>", "", picture), scale=1)


@pytest.mark.parametrize("letter", "A0½\u2013…éΩ√")
def test_the_bundled_font_draws_its_letters(letter: str) -> None:
    # no font has U+0378: what it looks like is what a missing letter looks like
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-size="30">{}</text></svg>'
    assert to_png(page.format(letter)) not in (to_png(page.format(" ")), to_png(page.format("\u0378")))


@pytest.mark.parametrize("scale", [0.0, 101.0, float("nan")])
def test_a_png_of_an_impossible_size_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="wide"):
        to_png(solution_svg(square_trace()), scale=scale)


def test_a_png_of_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown token"):
        to_png("not a picture")


@given(st.lists(st.text(max_size=30), min_size=1, max_size=14), st.integers(1, 7))
@settings(max_examples=10, deadline=None)
def test_a_contact_sheet_shows_every_outline_and_name(names: list[str], columns: int) -> None:
    picture = contact_sheet_svg([(name, [((0, 0), (4, 0), (4, 2), (0, 2))]) for name in names], columns=columns)
    _, _, wide, high = map(float, ElementTree.fromstring(picture.encode()).get("viewBox", "").split())
    rings = [ring_of(e) for e in marked(picture, "silhouette")]
    assert len({min(ring) for ring in rings}) == len(names)
    assert all(0 <= x <= wide and 0 <= y <= high for ring in rings for x, y in ring)


def test_a_contact_sheet_leaves_holes_open_and_stands_figures_upright() -> None:
    rings = [((0.0, 0.0), (4.0, 0.0), (0.0, 3.0)), ((1.0, 1.0), (1.0, 2.0), (2.0, 1.0))]
    (silhouette,) = marked(contact_sheet_svg([("arch", rings)]), "silhouette")
    assert silhouette.get("fill-rule") == "evenodd"
    (_, low), _, (_, high) = ring_of(silhouette)[:3]
    assert high < low


def test_an_empty_contact_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one column and one outline"):
        contact_sheet_svg([])
