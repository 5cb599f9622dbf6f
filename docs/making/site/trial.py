"""The page without a server beside the documentation, so that whoever reads of it can try it."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from heuristan.common.faults import InputError
from heuristan.teaching.web.site.pyodide_files import fetch
from heuristan.teaching.web.site.site_folder import write_site

TRIAL = "try"
"""The folder of the site in which it lies; build.py takes it there."""
LINK = f"""<p class="trial"><a href="{TRIAL}/index.html">Try it in your browser</a>, without an installation.
If you read this from a disk, <code>heuristan site FOLDER --for-disk</code> writes one for there.</p>"""


def trial(page: Path) -> str:
    """Write the page without a server beside the first page, and return the link; nothing if Pyodide cannot be had."""
    with TemporaryDirectory() as place:
        try:
            pyodide = fetch(Path(place))
        except InputError as fault:
            print(f"the site has nothing to try: {fault}", file=sys.stderr)
            return ""
        write_site(page.parent / TRIAL, pyodide, lambda _: None)
    return LINK
