"""``heuristan site``."""

from pathlib import Path

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.echoing import remark, say
from heuristan.cli.failing import fail
from heuristan.cli.outputs import check_folder
from heuristan.common.faults import InputError, require
from heuristan.teaching.commands.teaching_options import kiosk_options, seconds_of


@command(ok="the site was written")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with Pyodide and its wheels, if they are not to be fetched by npm and pip.",
)
@click.option(
    "--for-disk", is_flag=True, help="Write three files that open from a disk or a USB stick, without a host."
)
@click.option("--play", is_flag=True, help="Write a gallery of pages to play on, one a shape, and no Python.")
@click.option("--snapshot", is_flag=True, help="Keep Python's memory as a file too: it starts sooner, of more bytes.")
@click.option(
    "--wheels",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with numpy and shapely as Pyodide distributes them: then drawings are read.",
)
@click.option("--lessons", is_flag=True, help="Add lessons 1 to 5 of the course, with JupyterLite.")
@kiosk_options
def site(
    folder: Path,
    pyodide: Path | None,
    snapshot: bool,
    wheels: Path | None,
    lessons: bool,
    play: bool,
    for_disk: bool,
    kiosk: bool,
    idle: float | None,
) -> None:
    """Write the page as files that any host can give out, without a server.

    It is the page of `heuristan serve`, with Python in the browser: whoever opens its address needs no installation.
    It asks nothing of other hosts, and opens again without a network. Photographs, PDF and drawings are left to
    `heuristan serve`. With --kiosk it is a page for a museum.

    \b
    heuristan site tangrams                              # fetches Pyodide by npm, checked by its digests
    heuristan site tangrams --lessons                    # with the course as notebooks: tangrams/lessons/
    python -m http.server --directory tangrams           # to look at it: http://127.0.0.1:8000/
    heuristan site stick --for-disk                      # to open stick/index.html without a host
    heuristan site tangrams --play                       # tangrams/index.html opens from the disk, too
    heuristan site stick --for-disk --kiosk --idle 90    # for visitors of a museum: begins anew after 90 seconds
    """  # noqa: D301
    require("pydantic", "pydantic", "web")
    if lessons:
        require("jupyterlite_pyodide_kernel", "JupyterLite", "lessons")
    check_folder(folder)
    seconds = seconds_of(kiosk, idle)
    if play:
        refuse_given(
            ("pyodide", "snapshot", "wheels", "lessons", "for_disk", "kiosk"),
            "is for the page with Python; leave --play out",
        )
    if for_disk:
        refuse_given(("snapshot", "wheels", "lessons"), "is for a host; leave --for-disk out")
    from heuristan.teaching.web.site.site_folder import write_gallery, write_site

    try:
        if play:
            found = write_gallery(folder, remark)
        else:
            parts = {"has_snapshot": snapshot, "has_lessons": lessons, "is_for_disk": for_disk}
            found = write_site(folder, pyodide, remark, of_drawings=wheels, idle=seconds, **parts)
    except InputError as fault:
        fail(str(fault))
    except OSError as fault:
        fail(f"{fault.filename}: cannot be written ({fault.strerror}); choose another place")
    size = f"{len(found)} files, {sum(map(len, found.values())) / 1e6:.1f} MB"
    look = f"copy them to any host, or look with: python -m http.server --directory {folder}"
    say(f"{folder}: {size}; {f'open {folder}/index.html in a browser' if for_disk else look}")
