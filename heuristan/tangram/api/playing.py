"""The player of a run, for notebooks and as a file."""

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from heuristan.common.faults import require
from heuristan.common.files import write_whole
from heuristan.common.rooms import provided

if TYPE_CHECKING:
    from anywidget import AnyWidget


@dataclass(frozen=True, repr=False)
class Player:
    """A page that plays a run step by step; a notebook shows it."""

    title: str
    page: str
    """The page, in one piece: it needs no server and no network."""

    def save(self, path: str | Path) -> None:
        """Write the page to a file.

        Args:
            path: the file, best with a name that ends in ``.html``.

        Raises:
            OSError: if the file cannot be written.
        """
        write_whole(Path(path), self.page.encode())

    def widget(self) -> "AnyWidget":
        """Return the player as a widget, whose moment Python reads, sets and observes.

        Raises:
            MissingExtraError: if anywidget is not installed; the extra ``notebook`` installs it.
        """
        require("anywidget", "anywidget", "notebook")
        widget: AnyWidget = provided("PlayerWidget", "a widget")(self.title, self.page)
        return widget

    def _repr_html_(self) -> str:
        """Show the page in a frame of its own, which has nothing of the notebook's."""
        frame = 'sandbox="allow-scripts allow-modals" style="width: 100%; height: 48rem; border: 0"'
        return f'<iframe title="{escape(self.title)}" {frame} srcdoc="{escape(self.page)}"></iframe>'

    def __repr__(self) -> str:
        return f"<Player of {self.title!r}>"
