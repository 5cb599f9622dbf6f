"""The film of a solution shows what its moves do."""

import pytest

from heuristan.common.web.film import MOST_STILLS, player_page
from heuristan.sliding.board_films import film_of
from heuristan.sliding.boards import Board
from heuristan.sliding.files import Puzzle, read_board
from heuristan.sliding.solving import solve


def tiles_of(film, scene):
    """The tiles of a scene, by where they lie."""
    shapes = (film["shapes"][number] for number in scene["shapes"][1:])
    return {tuple(film["points"][points[0]]): int(label) for _, _, _, label, _, _, *points in shapes}


@pytest.mark.parametrize("solver", ["plan", "optimal"])
def test_every_move_is_a_still_and_the_last_one_is_the_goal(solver):
    puzzle = Puzzle("board", read_board("358102674"), Board.goal(3, 3))
    result = solve(puzzle, solver)
    film = film_of(result)
    assert len(film["scenes"]) == len(result.moves) + 1
    last = tiles_of(film, film["scenes"][-1])
    assert last == {(column, -row): 3 * row + column + 1 for row in range(3) for column in range(3) if row + column < 4}
    assert film["scenes"][-1]["text"].endswith("All tiles are at home.")


@pytest.mark.slow
def test_long_solution_has_room_on_its_page():
    start = read_board(" ".join(map(str, [*range(143, 2, -1), 1, 2, 0])))
    result = solve(Puzzle("board", start, Board.goal(12, 12)), "plan")
    assert len(result.moves or "") > MOST_STILLS
    film = film_of(result)
    assert len(film["scenes"]) <= MOST_STILLS
    assert len(player_page(film)) < 400_000


def test_unsolvable_board_says_why():
    film = film_of(solve(Puzzle("board", read_board("213456780"), Board.goal(3, 3)), "plan"))
    assert len(film["scenes"]) == 1
    assert film["status"] == "unsolvable"
    assert film["scenes"][0]["text"]
