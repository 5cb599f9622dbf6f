"""The film of a run agrees with its trace."""

import json
import re

import pytest

from heuristan import Puzzle, solve
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.trace.events import MatchTaken, MatchUndone, kept_events
from heuristan.teaching.player import film
from heuristan.teaching.player.film import film_of, player_page
from heuristan.teaching.player.scenes import scenes_of

RUNS = [
    ("cat", {}),
    ("swan", {}),
    ("digit-9", {"backtracking": False}),
    ("cat", {"ranking": "heuristan"}),
    ("cat", {"solver": "exact"}),
    ("convex-square", {"solver": "exact", "want": "all"}),
]


@pytest.fixture(params=RUNS, ids=str, scope="module")
def trace(request):
    name, options = request.param
    return solve(name, **options).trace


def test_every_extraction_is_a_scene_and_every_undoing_leads_back(trace):
    cut = scenes_of(trace)
    taken = [scene.taken for scene in cut.scenes if isinstance(scene.taken, MatchTaken)]
    assert taken == [event for event in trace if isinstance(event, MatchTaken)]
    assert sum(shot.kind == "undone" for shot in cut.shots) == sum(isinstance(event, MatchUndone) for event in trace)
    for shot in cut.shots:
        if isinstance(shot.event, MatchUndone):
            assert cut.scenes[shot.scene].step == shot.event.step - 1


def test_last_scene_is_the_end_of_the_kept_path():
    trace = solve("swan").trace
    cut = scenes_of(trace)
    way = [scene.taken for scene in cut.way_to(cut.scenes[cut.shots[-1].scene]) if scene.taken]
    assert way == [event for event in kept_events(trace) if isinstance(event, MatchTaken)]


@pytest.mark.parametrize("most", [1, 5, 100])
def test_long_run_is_shortened_and_keeps_its_end(trace, most):
    whole = scenes_of(trace)
    cut = whole.shortened(most)
    assert cut.left_out == len(whole.scenes) - len(cut.scenes)
    assert [scene.number for scene in cut.scenes] == list(range(len(cut.scenes)))
    ends = [each.way_to(each.scenes[each.shots[-1].scene]) for each in (whole, cut)]
    assert [scene.taken for scene in ends[0]] == [scene.taken for scene in ends[1]]
    for scene in cut.scenes:
        assert scene.parent is None or cut.scenes[scene.parent].step == scene.step - 1


@pytest.mark.slow
def test_engine_offers_what_the_run_took():
    film = film_of(solve("cat").trace)
    for scene in film["scenes"][1:]:
        before, taken = film["scenes"][scene["parent"]], scene["taken"]
        line, matches = before["offers"][0]
        assert (line, matches[0][0], sorted(matches[0][1])) == (taken["rule"], taken["name"], sorted(taken["ring"]))
        assert {line for line, _ in before["lacking"]} >= set(before.get("tried", ()))


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("name", ["cat", "swan"])
def test_engine_is_asked_about_drawings_too(name, random):
    corners = Puzzle.from_name(name).to_shapely().exterior.coords[:-1]
    drawn = [(40 * x + random.gauss(0, 0.6), 40 * y + random.gauss(0, 0.6)) for x, y in corners]
    solution = Puzzle.from_vertices(drawn).solve()
    assert solution.puzzle.reading is not None
    film = film_of(solution.trace)
    asked = [scene for scene in film["scenes"] if "facts" in scene]
    assert film["note"] or len(asked) == sum(bool(scene.get("left")) for scene in film["scenes"])
    assert len(asked) > 3


@pytest.mark.slow
def test_ranking_of_a_file_is_asked_where_it_is_given(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("rules: [vertex-fit]\n", encoding="utf-8")
    trace = solve("convex-square", ranking=str(path)).trace
    unknown, known = film_of(trace), film_of(trace, ranking=read_ranking(path))
    assert not any("offers" in scene for scene in unknown["scenes"])
    assert "not among those that come with heuristan" in unknown["note"]
    assert not known["note"]
    assert "offers" in known["scenes"][0]


@pytest.mark.slow
@pytest.mark.part(3)
def test_film_is_json_and_its_page_asks_for_nothing(trace, monkeypatch):
    made = film_of(trace)
    assert json.loads(json.dumps(made, allow_nan=False)) is not None
    monkeypatch.setattr(film, "film_of", lambda *_, **__: made)  # the engine is asked once
    page = player_page(trace)
    assert len(page) < 400_000
    assert not re.search(r"""(src|href)=["'](?!data:)""", page)
