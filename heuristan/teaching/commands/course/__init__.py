"""``heuristan course``: the lessons as notebooks, and points for those that were handed in. Begin with `start`."""

from heuristan.cli.commands import lazy_group


@lazy_group(
    __name__,
    {
        "start": "Copy the lessons into a folder, and open them in Jupyter.",
        "grade": "Give points to notebooks, one folder a pupil.",
    },
    epilog="Begin with:  heuristan course start lessons",
)
def course() -> None:
    """Learn and teach how machines search: six lessons as notebooks.

    Lesson 6 needs the extra 'edgematching'. Jupyter is not a part of heuristan: pip install jupyterlab

    \b
    heuristan course start lessons
    heuristan course grade handed-in --run --output points.csv
    """  # noqa: D301
