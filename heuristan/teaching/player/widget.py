"""The player as a widget of a notebook: Python knows the moment that it shows, and can set it."""

from typing import Any

from anywidget import AnyWidget
from traitlets import Int, Unicode

from heuristan.common.web.bundle import text_of


class PlayerWidget(AnyWidget):
    """A player in a cell of a notebook, whose moment Python reads, sets and observes.

    `widget.observe(function, "moment")` calls a function whenever the reader steps, so that a plot or a table of your
    own goes along with the picture.
    """

    _esm = text_of("widget.js")

    title = Unicode().tag(sync=True)
    page = Unicode().tag(sync=True)
    """The player's page."""
    moment = Int(1, min=1).tag(sync=True)
    """The number of the moment that is shown, counted from 1; one after the last shows the last."""

    def __init__(self, title: str, page: str, **more: Any) -> None:
        """Make a widget of a page.

        Args:
            title: what the page is called by a screen reader.
            page: the player's page.
            more: what every widget of a notebook may be given.
        """
        super().__init__(title=title, page=page, **more)
