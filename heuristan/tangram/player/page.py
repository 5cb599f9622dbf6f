"""The player of a run in one HTML file."""

from heuristan.common.web.bundle import page
from heuristan.tangram.player.film import film_of
from heuristan.tangram.trace.events import Trace


def player_page(events: Trace) -> str:
    """Return a page that plays a run step by step; it needs no server and no network.

    Args:
        events: the trace of one run.
    """
    film = film_of(events)
    return page(f"{film['title']}: {film['status']}", "player", "player", film, film["brief"], call="play")
