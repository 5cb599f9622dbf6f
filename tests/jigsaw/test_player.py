"""The film of an assembly lays its pieces in their order."""

import pytest
from shared.jigsaw_puzzles import made

from heuristan.common.web.film import player_page
from heuristan.jigsaw.player import film_of
from heuristan.jigsaw.solving import solve


@pytest.mark.slow
def test_every_piece_is_a_still():
    pieces = made(3, 4).pieces
    film = film_of(pieces, solve("waves", pieces))
    assert [len(scene.get("shapes", ())) for scene in film["scenes"]] == [*range(13)]
    assert len(player_page(film)) < 400_000
