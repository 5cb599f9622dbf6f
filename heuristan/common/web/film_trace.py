"""A film as a trace: one JSON value, checked before anything tells or plays it, and the run told in words.

The run is then told and played without solving again.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from heuristan.common.coordinates import MAX_COORDINATE
from heuristan.common.json_text import JsonTextError, in_words, read_json
from heuristan.common.web.film import PICTURED, VERSION, Film
from heuristan.common.words import INDENT, paragraph

_Fits: TypeAlias = Callable[[Any], bool]

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_ADDRESS = re.compile("data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]*=*")


class FilmSchemaError(ValueError):
    """A value that no film has: its place, what it is, and what it must be."""


def check_film(film: Mapping[str, Any]) -> None:
    """Check that a film can be told and played.

    Args:
        film: an object of the right version.

    Raises:
        FilmSchemaError: if something is missing, is of another sort, or names a place that a table does not have.
    """
    _check_keys(film, "", _FILM)
    for key in ("rules", "stock", "texts", "names"):
        _check(film[key] == [], key, film[key], "an empty list, as in films of stills")
    points, shapes, scenes = (len(film[key]) for key in ("points", "shapes", "scenes"))
    _check_each(film["points"], "points", _is_pair_of(_is_length), "two numbers")
    for i, shape in enumerate(film["shapes"]):
        place = f"shapes[{i}]"
        _check(isinstance(shape, list) and len(shape) > len(_LOOKS), place, shape, "a list of its looks and its points")
        for (name, fits), value in zip(_LOOKS, shape, strict=False):
            _check(fits(value), f"{place} ({name})", value, "as 'solve --trace' writes it")
        _check_each(
            shape[len(_LOOKS) :], f"{place}, points", _is_place_in(points), f"the place of one of {points} points"
        )
    for i, scene in enumerate(film["scenes"]):
        _check_keys(scene, f"scenes[{i}]", _SCENE)
        _check_each(scene.get("shapes", []), f"scenes[{i}].shapes", _is_place_in(shapes), f"one of {shapes} shapes")
        parent = scene.get("parent", 0)
        _check(_is_place_in(max(i, 1))(parent), f"scenes[{i}].parent", parent, "a scene before it")
    for i, shot in enumerate(film["shots"]):
        _check_keys(shot, f"shots[{i}]", _SHOT)
        _check(_is_place_in(scenes)(shot["scene"]), f"shots[{i}].scene", shot["scene"], f"one of {scenes} scenes")
    _check_each(film.get("told", []), "told", _is_pair_of(_is_text), "a heading and a text")
    picture = film.get("picture")
    if picture is not None:
        is_picture = isinstance(picture, list) and len(picture) == 2 and _is_address(picture[0]) and _is_box(picture[1])
        _check(is_picture, "picture", picture, "the 'data:' address of a picture, and its box")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_full(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_length(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= MAX_COORDINATE


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and _ADDRESS.fullmatch(value) is not None


def _is_kind(value: Any) -> bool:
    return value in ("start", "taken")


def _is_box(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_is_length, value))


def _is_pair_of(fits: _Fits) -> _Fits:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(fits, value))


def _is_place_in(length: int) -> _Fits:
    return lambda value: _is_count(value) and value < length


_Keys: TypeAlias = Mapping[str, tuple[_Fits, str]]
"""What the values of an object's keys are, in a function and in words; an optional key ends in a question mark."""

_TEXT = (_is_text, "a text")
_LIST = (_is_list, "a list")

_FILM: _Keys = {
    **dict.fromkeys(("system", "title", "about", "status", "brief"), _TEXT),
    **dict.fromkeys(("rules", "stock", "points", "shapes", "texts", "names"), _LIST),
    "scenes": (_is_full, "a list with a scene or more"),
    "shots": (_is_full, "a list with a shot or more"),
    "leftOut": (_is_count, "a whole number, not negative"),
    "told?": _LIST,
}
_SCENE: _Keys = {"heading?": _TEXT, "text?": _TEXT, "shapes?": _LIST}
_SHOT: _Keys = {
    "kind": (_is_kind, "'start' or 'taken'"),
    "scene": (_is_count, "a place"),
}

_LOOKS: tuple[tuple[str, _Fits], ...] = (
    ("fill", lambda value: value == PICTURED or _is_colour(value)),
    ("hatch", lambda value: value is None or _is_colour(value)),
    ("colour of what is written", _is_colour),
    ("what is written", _is_text),
    ("what it is called", _is_text),
    ("whether it is marked", lambda value: type(value) is int and value in (0, 1)),
)
"""What a shape begins with; its points follow."""


def _check(is_so: bool, place: str, found: Any, wanted: str) -> None:
    if not is_so:
        raise FilmSchemaError(f"{place} is {in_words(found)}; it must be {wanted}")


def _check_each(values: list[Any], place: str, fits: _Fits, wanted: str) -> None:
    wrong = next((i for i, value in enumerate(values) if not fits(value)), None)
    if wrong is not None:
        _check(False, f"{place}[{wrong}]", values[wrong], wanted)


def _check_keys(value: Any, place: str, keys: _Keys) -> None:
    _check(isinstance(value, dict), place, value, "an object")
    for key, (fits, wanted) in keys.items():
        name = key.removesuffix("?")
        full = f"{place}.{name}" if place else name
        if name in value:
            _check(fits(value[name]), full, value[name], wanted)
        elif name == key:
            raise FilmSchemaError(f"{full} is missing")


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


def film_in_words(film: Film, *, whole: bool) -> str:
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
