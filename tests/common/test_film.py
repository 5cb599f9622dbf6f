"""Films of any system: what is kept of long ones, and what a page is made of."""

import json
from random import Random
from typing import Any

import pytest
from adversary.schemas import changed
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.svg.palette import Tone
from heuristan.common.web.film import (
    MOST_SHAPES,
    MOST_STILLS,
    Shape,
    Still,
    Titles,
    evenly,
    film_of_stills,
    player_page,
)
from heuristan.common.web.film_trace import FilmError, film_in_words, film_of_trace, trace_of

TITLES = Titles("a system", "a run", "About it.", "solved", "In brief.")
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@given(st.integers(1, 2000), st.integers(2, 300))
def test_what_is_spread_evenly_has_the_first_and_the_last(count, most):
    chosen = evenly(count, most)
    assert len(chosen) <= most
    assert chosen == sorted({*chosen})
    assert (chosen[0], chosen[-1]) == (0, count - 1)


@given(st.lists(st.booleans(), min_size=1, max_size=600), st.integers(1, 200))
def test_long_films_lose_stills_and_no_beginning_of_what_is_kept(begins, wide):
    shape = Shape(SQUARE, Tone("#ffffff"))
    stills = [Still(f"{number}", "", [shape] * wide, begun) for number, begun in enumerate(begins)]
    film = film_of_stills(TITLES, stills)
    scenes = film["scenes"]
    assert len(scenes) + film["leftOut"] == len(stills)
    assert len(scenes) <= MOST_STILLS
    assert sum(len(scene["shapes"]) for scene in scenes) <= MOST_SHAPES + 2 * wide
    assert (scenes[0]["heading"], scenes[-1]["heading"]) == ("0", f"{len(stills) - 1}")
    assert [scene.get("parent") for scene in scenes if "parent" in scene] == [
        number - 1 for number, scene in enumerate(scenes) if "parent" in scene
    ]
    before = -1
    for scene in scenes:
        number = int(scene["heading"])
        assert ("parent" not in scene) == (number == 0 or any(begins[before + 1 : number + 1]))
        before = number
    assert len(film["shapes"]) == 1


def test_page_cannot_be_left_by_what_a_film_says():
    page = player_page(film_of_stills(TITLES._replace(title="</script><b>"), [Still("</script>", "", ())]))
    assert page.count("</script>") == 2
    data = page.split('id="data">')[1].split("</script>")[0]
    assert json.loads(data)["title"] == "</script><b>"


def a_film() -> dict[str, Any]:
    shape = Shape(SQUARE, Tone("#ffffff", "#a0a0a0"), "1", "piece 1", is_marked=True)
    return film_of_stills(TITLES, [Still(f"{number}", "why", [shape] * number) for number in range(4)])


def test_what_is_written_is_read_back():
    assert film_of_trace(trace_of(a_film())) == json.loads(trace_of(a_film()))


@given(st.integers(0, 2**32))
def test_a_film_with_something_else_in_one_place_is_refused_or_played(seed):
    text = trace_of(changed(json.loads(trace_of(a_film())), Random(seed)))
    try:
        film = film_of_trace(text)
    except FilmError:
        return
    assert player_page(film)
    assert film_in_words(film, whole=True)


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("scenes", 3, "shapes", 0), 99, "scenes[3].shapes[0] is 99"),
        (("scenes", 1, "parent"), 3, "scenes[1].parent is 3"),
        (("shots", 0, "scene"), -1, "shots[0].scene is -1"),
        (("shapes", 0, 0), "url(http://192.0.2.1)", "shapes[0] (fill)"),
        (("shapes", 0, 6), 1000, "shapes[0], points[0] is 1000"),
        (("points", 0, 0), 1e300, "points[0] is a list"),
        (("picture",), ["http://192.0.2.1", [0, 0, 1, 1]], "picture is a list"),
        (("scenes",), [], "scenes is a list"),
        (("brief",), None, "brief is null"),
    ],
)
def test_what_no_film_has_is_named_by_its_place(path, value, named):
    film: Any = json.loads(trace_of(a_film()))
    at = film
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    with pytest.raises(FilmError) as fault:
        film_of_trace(trace_of(film))
    assert named in str(fault.value)
