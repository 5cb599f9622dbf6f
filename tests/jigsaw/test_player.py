"""The film of an assembly lays its pieces in their order."""

from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from shared.jigsaw_puzzles import made

from heuristan.common.web.film import player_page
from heuristan.jigsaw.assembled import MOST_BYTES, film_of
from heuristan.jigsaw.solving import solve


@pytest.mark.slow
def test_every_piece_is_a_still():
    pieces = made(3, 4).pieces
    film = film_of(pieces, solve("waves", pieces))
    assert [len(scene.get("shapes", ())) for scene in film["scenes"]] == [*range(13)]
    assert len(player_page(film)) < 400_000


def test_pieces_show_their_part_of_the_whole_which_stays_small_whatever_is_on_it():
    cv2 = pytest.importorskip("cv2", reason="pictures of pieces need the extra jigsaw")
    made_so = made(3, 4)
    noise = np.random.default_rng(1).integers(0, 256, (4000, 3))
    noisy = [replace(piece, picture=_noisy(piece.picture, noise)) for piece in made_so.pieces]
    for pieces in (made_so.pieces, noisy):
        film = film_of(pieces, made_so.truth)
        data, (left, bottom, right, top) = film["picture"]
        assert {shape[0] for shape in film["shapes"]} == {"url(#picture)"}
        assert all(left <= x <= right and bottom <= y <= top for x, y in film["points"])
        small = b64decode(data.partition(",")[2])
        assert len(small) <= MOST_BYTES
        height, width, _ = cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_COLOR).shape
        assert abs(width / height - (right - left) / (top - bottom)) < 0.02


def _noisy(picture, noise):
    """Return a picture with the worst that can be on it."""
    rows = np.resize(noise, (*picture.shape[:2], 3)).astype(np.uint8)
    return np.dstack([rows, picture[..., 3]])
