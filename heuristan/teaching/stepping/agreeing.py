"""The steps of a session that a solution has: pieces by name and place, composites by what fills them."""

from collections.abc import Sequence

import shapely

from heuristan.tangram.expert.matches import Match
from heuristan.tangram.solving.result import ResultPieces
from heuristan.tangram.verification.judging.drawn_case import MAX_OFF
from heuristan.tangram.verification.judging.placing import Position
from heuristan.teaching.stepping.session import Session

ENOUGH = 0.9
"""The least part of a figure that pieces within it must cover to make it: a small triangle missing is more."""


def steps_in(pieces: ResultPieces, session: Session) -> int:
    """Return how many steps of a session, from the first, a solution has."""
    legs = Position.of(session.puzzle).legs
    laid = [(piece.piece, shapely.Polygon(list(map(legs, piece.vertices)))) for piece in pieces]
    taken = [moment.taken.match for moment in session.moments if moment.taken]
    has = (_has(match, laid, session) for match in taken)
    return next((number for number, is_there in enumerate(has) if not is_there), len(taken))


def _has(match: Match, laid: Sequence[tuple[str, shapely.Polygon]], session: Session) -> bool:
    figure = shapely.Polygon([session.puzzle.in_legs(p) for p in match.placement.ring])
    around = figure.buffer(MAX_OFF)
    within = [(name, polygon) for name, polygon in laid if around.covers(polygon)]
    if match.kind == "piece":
        within = [(name, polygon) for name, polygon in within if name == match.placement.name]
    return bool(sum(polygon.area for _, polygon in within) > ENOUGH * figure.area)
