"""``heuristan course start``."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import write
from heuristan.cli.outputs import check_folder
from heuristan.common.words import plural

JUPYTER = ("jupyterlab", "notebook")
"""What opens notebooks, the first that is installed."""


@command(ok="the lessons are there, and Jupyter was ended")
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.option("--solutions", is_flag=True, help="Copy the solutions too, into a folder of their own.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, help="Number of a pupil: some exercises get other figures by it."
)
@click.option("--open/--no-open", "opened", default=True, help="Open the folder in Jupyter, if it is installed.")
def start(folder: Path, solutions: bool, seed: int, opened: bool) -> None:
    """Copy the lessons into a folder, and open them in Jupyter.

    FOLDER is the current one if not given. Files that are there stay as they are. The examples of the documentation
    come along, so that its commands can be typed in the folder.

    \b
    heuristan course start lessons
    heuristan course start mia --seed 17 --no-open    # exercises 1.2, 1.4, 5.3 and 5.4 of her own
    """  # noqa: D301
    check_folder(folder)
    from heuristan.teaching.course.lesson_files import copies

    files = copies(seed, with_solutions=solutions)
    new = [place for place in files if not (folder / place).exists()]
    for place in new:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        write(folder / place, files[place])
    there = len(files) - len(new)
    say(f"{folder}: {plural(len(new), 'file')} copied" + f", {there} that were there stay as they are" * bool(there))
    jupyter = next((name for name in JUPYTER if find_spec(name)), None)
    if jupyter is None:
        say(f"Jupyter opens them: pip install jupyterlab, and then: jupyter lab {folder}")
    elif opened:
        subprocess.run((sys.executable, "-m", jupyter, str(folder)), check=False)
