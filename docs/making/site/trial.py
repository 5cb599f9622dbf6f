"""The page without a server beside the documentation, so that whoever reads of it can try it."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from heuristan.common.faults import InputError, require

TRIED = "try"
"""The folder of the site in which the page runs without a server."""
LINK = f"""<p class="trial"><a href="{TRIED}/index.html">Try it in your browser</a>, without an installation.
If you read this from a disk, <code>heuristan site FOLDER --for-disk</code> writes one for there.</p>"""


def write_trial(pyodide: Path | None, has_lessons: bool, folder: Path) -> None:
    """Write the page without a server; leave it out if Pyodide cannot be fetched and the lessons are not asked for.

    Raises:
        InputError: if it cannot be written.
        MissingExtraError: if the extra web is not installed.
    """
    require("pydantic", "pydantic", "web")
    from heuristan.teaching.web.site.pyodide_files import fetch
    from heuristan.teaching.web.site.site_folder import write_site

    with TemporaryDirectory() as place:
        try:
            given = pyodide if pyodide or has_lessons else fetch(Path(place))
        except InputError as fault:
            print(f"the site has nothing to try: {fault}", file=sys.stderr)
        else:
            write_site(folder, given, print, has_lessons=has_lessons)


def trial(page: Path) -> str:
    """Return a link to the page without a server, if it lies beside the folder of the pages."""
    return LINK if (page.parents[1] / TRIED).is_dir() else ""
