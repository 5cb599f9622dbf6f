"""Pictures solved: their pages with the pieces laid over them."""

from functools import partial
from typing import TYPE_CHECKING

from heuristan.tangram.api.given import Picture, file_of
from heuristan.tangram.api.solving import Solver, check_arguments, solve_by

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking


def solved_pages(
    image: Picture, solver: Solver = "auto", *, ranking: "Ranking | str | None" = None, limit: float | None = None
) -> list[bytes]:
    """Solve all figures of a picture, and return each page with a figure, paled, with the pieces laid over it.

    Args:
        image: as for `Puzzle.from_image`; a PDF has a page or several.
        solver: as for `Puzzle.solve`.
        ranking: the rules in order, or the name or file of a ranking (expert); the one of 1972 if not given.
        limit: time limit for a figure in seconds.

    Returns:
        A PNG file for each page. A figure that is not solved is outlined, and the reason stands below.

    Raises:
        InputError: if the picture cannot be read, or shows no figure.
        RankingError: if the ranking does not exist or cannot be used.
        ValueError: if there is no such solver, or an argument means nothing to it.
    """
    check_arguments(solver, ranking, True, None, None, "first", limit)
    from heuristan.common.svg.png import to_png
    from heuristan.pictures.solved_pages import SolvedPages
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.solving.batch import Task, solve_all

    run = partial(
        solve_by, solver=solver, ranking=ranking, way="backtracking", engine="compiled", want="first", limit=limit
    )
    with file_of(image) as path:
        pages = SolvedPages(path)
        for result in solve_all(pages.noted(read_outlines(path)), Task(run, "expert" if solver == "auto" else solver)):
            pages.add(result)
        return [to_png(drawn) for _, drawn in pages.pictures()]
