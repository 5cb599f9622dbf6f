"""Answers that are files of the site, so that the page shows and plays what ships before Python is there."""

from collections.abc import Iterator
from typing import Any

from heuristan.teaching.web.answering import Answering
from heuristan.teaching.web.messages import as_json
from heuristan.teaching.web.requested import all_rankings, gallery

RANKING = "deutsch-hayes-1972"
"""The ranking that the page begins with."""
LIMIT = 60.0
"""Time limit of the search behind a hint in seconds."""
OK = 200


def prepared_answers() -> Iterator[tuple[str, bytes]]:
    """Yield files by their names: the lists, and for each shape what is asked of it before anything is done with it."""
    yield "lists/shapes.json", as_json(gallery())
    yield "lists/rankings.json", as_json(all_rankings())
    answering = Answering(LIMIT)
    for shape in gallery()["shapes"]:
        yield f"answers/{shape['shape']}.json", as_json(_answers_of(answering, shape["shape"]))


def _answers_of(answering: Answering, shape: str) -> dict[str, str]:
    """Return the texts of answers, as they are, by what is asked."""
    found = {}
    for name, body in _requests_of(shape):
        data = as_json(body)  # as the page writes it
        answer = answering.reply({"do": name}, data)
        if answer.status == OK:
            found[f"{name} {data.decode()}"] = answer.data.decode()
    return found


def _requests_of(shape: str) -> Iterator[tuple[str, dict[str, Any]]]:
    puzzle = {"puzzle": {"shape": shape}}
    yield "puzzle", puzzle
    yield "step", {**puzzle, "ranking": {"name": RANKING}, "rules": "", "moves": []}
    for reveal in ("vertex", "piece", "place"):
        yield "hint", {**puzzle, "laid": [], "reveal": reveal}
