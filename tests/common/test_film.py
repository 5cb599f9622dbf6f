"""Films of any system: what is kept of long ones, and what a page is made of."""

import json

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
