"""Numbers of vertices in pictures: each once in every step, beside its point, and off the lines where that is easy."""

from math import dist, pi
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.drawn import marked, words_of
from shared.strategies import puzzles

from heuristan.common.files import folder
from heuristan.common.svg.geometry import View
from heuristan.common.svg.page import width_of
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.render.vertex_numbers import vertex_numbers
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken, Trace, VerticesNumbered, kept_events


def run(name: str) -> Trace:
    return solve(read_shape(folder("shapes") / f"{name}.yaml").puzzle).trace


def numbers_at_steps(trace: Trace) -> list[VerticesNumbered]:
    """The numbers at the start, and before each extraction of the kept path."""
    found: list[VerticesNumbered] = []
    now: VerticesNumbered | None = None
    for event in kept_events(trace):
        if isinstance(event, VerticesNumbered):
            now = event
        elif isinstance(event, MatchTaken) and now:
            found = [*(found or [now]), now]
    return found


@pytest.mark.parametrize("name", ["cat", "lamp", "runner"])
def test_every_frame_of_a_step_names_each_number_once(name: str) -> None:
    trace = run(name)
    picture = filmstrip_svg(trace)
    frames = marked(picture, "frame")
    for frame, numbered in zip(frames[:-1], numbers_at_steps(trace), strict=True):
        written = {
            kind: sorted(int(e.text or "") for e in frame if e.get("class") == f"{kind}-number")
            for kind in ("vertex", "node")
        }
        vertices = {v.number for v in numbered.vertices if v.type in ("convex", "concave")}
        assert written["vertex"] == sorted(vertices)
        assert written["node"] == sorted(set(numbered.numbers.values()) - vertices)
    assert not [e for e in frames[-1] if (e.get("class") or "").endswith(("vertex-number", "node-number"))]
    assert "number of a vertex" in words_of(picture)
    assert not marked(solution_svg(trace), "vertex-number")


@pytest.mark.slow
@given(puzzles(), st.sampled_from([0, pi / 8, pi / 3]), st.sampled_from([12.0, 46.0, 80.0]))
def test_a_number_is_beside_its_point(puzzle: Puzzle, angle: float, scale: float) -> None:
    view = View(angle, scale, 300, 300)
    for numbered in numbers_at_steps(solve(puzzle).trace):
        spots = {number: view.spot(spot) for spot, number in numbered.numbers.items()}
        labels = {int(e.text or ""): e for e in map(fromstring, vertex_numbers(numbered, view))}
        assert labels.keys() == spots.keys()
        for number, words in labels.items():
            x, base, size = (float(words.attrib[name]) for name in ("x", "y", "font-size"))
            wide, high = width_of(str(number), size), 0.73 * size
            px, py = spots[number]
            assert not (abs(px - x) < wide / 2 and base - high < py < base)
            assert dist((x, base - high / 2), (px, py)) < 2.3 * size
            assert size >= 7
