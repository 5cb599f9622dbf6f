"""The player of a run in one HTML file."""

from heuristan.common.web import film
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.trace.events import Trace
from heuristan.teaching.player.film import film_of


def player_page(events: Trace, ranking: Ranking | None = None, *, opens_at: int | None = None) -> str:
    """Return a page that plays a run step by step; it needs no server and no network.

    Args:
        events: the trace of one run.
        ranking: its ranking, for what the engine says; that of its name if not given.
        opens_at: the number of the match at which the page opens, of all that were taken; the start if not given.
    """
    return film.player_page(film_of(events, ranking=ranking, opens_at=opens_at))
