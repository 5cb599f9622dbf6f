"""Films of edge-matching: what programs decide, and pieces laid one by one."""

import pytest
from shared.edgematching_puzzles import made

from heuristan.common.web.film import film_in_words, player_page
from heuristan.edgematching.relaxing import Settings
from heuristan.edgematching.render.films import film_of, snapshot_of
from heuristan.edgematching.solving import solve


def colours_of(film, scene):
    return [film["shapes"][number][3] for number in scene["shapes"] if film["shapes"][number][3]]


@pytest.mark.parametrize("sizes", [(3, 3), (2, 2, 2)])
def test_solution_is_laid_piece_by_piece(sizes):
    puzzle = made(sizes).puzzle
    film = film_of(puzzle, solve(puzzle, "backtracking"))
    walls = sum(face < 4 for _, face in puzzle.walls)
    assert [len(colours_of(film, scene)) for scene in film["scenes"]] == [
        walls + len(puzzle.board.faces) * laid for laid in range(len(puzzle.pieces) + 1)
    ]
    assert "parent" not in film["scenes"][0]


@pytest.mark.slow
def test_each_program_is_a_still_and_each_restart_begins_anew():
    snapshots = []
    puzzle = made((5, 5), 3, 4).puzzle
    result = solve(puzzle, "lp", Settings(), None, lambda iterate: snapshots.append(snapshot_of(iterate)))
    film = film_of(puzzle, result, snapshots)
    assert len(film["scenes"]) == len(snapshots) + (result.status == "solved")
    assert sum("parent" not in scene for scene in film["scenes"]) == len({snapshot.start for snapshot in snapshots})
    assert len(player_page(film)) < 400_000


@pytest.mark.slow
def test_words_of_what_is_left_out_of_a_film_are_told():
    puzzle = made((12, 12), 20, 1).puzzle
    film = film_of(puzzle, solve(puzzle, "backtracking"))
    assert 0 < film["leftOut"] == 145 - len(film["scenes"])
    assert film_in_words(film).count("It shows colour") == 144
    assert '"told":' not in player_page(film)
