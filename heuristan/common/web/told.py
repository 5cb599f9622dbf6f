"""A film in words, and as a trace: one JSON value, from which a run is told and played without solving again."""

import json
from collections.abc import Iterator
from typing import Any

from heuristan.common.json_text import JsonTextError, read_json
from heuristan.common.paragraphs import INDENT, paragraph
from heuristan.common.web.film import VERSION, Film
from heuristan.common.web.film_schema import FilmSchemaError, check_film


class FilmError(ValueError):
    """A text that is not the trace of a run."""


def trace_of(film: Film) -> str:
    """Return a film as a trace: JSON on one line."""
    return json.dumps(film, ensure_ascii=False, separators=(",", ":")) + "\n"


def is_film(text: str) -> bool:
    """Return whether a text seems to be a film, and not the events of a tangram's run."""
    return text.lstrip().startswith('{"film":')


def film_of_trace(text: str) -> Film:
    """Return the film of a trace.

    Raises:
        FilmError: if the text is not a trace; the message says what is wrong.
    """
    try:
        film = read_json(text)
    except JsonTextError as fault:
        raise FilmError(f"this is not the trace of a run ({fault}); record one with --trace") from None
    if not isinstance(film, dict) or film.get("film") != VERSION:
        raise FilmError("the trace is of another version; record it again with --trace")
    try:
        check_film(film)
    except FilmSchemaError as fault:
        raise FilmError(f"{fault}; record the trace again with --trace") from None
    return film


def _words_of(scene: Film) -> tuple[Any, Any]:
    return scene.get("heading", ""), scene.get("text", "")


def in_words(film: Film, *, whole: bool) -> str:
    """Tell a run: a line for each step, or also why it was taken.

    Args:
        film: the run.
        whole: whether reasons are told too.

    Returns:
        Lines, without a line break at the end. The same film gives the same text.
    """
    return ("\n\n" if whole else "\n").join(_sections(film, whole=whole))


def _sections(film: Film, *, whole: bool) -> Iterator[str]:
    about = f". {film['about']}" if whole else ""
    yield paragraph(f"{film['title']}: {film['status']}{about}")
    for heading, reason in film.get("told") or map(_words_of, film["scenes"]):
        yield "\n".join([paragraph(heading), *([paragraph(reason, INDENT)] if whole and reason else [])])
