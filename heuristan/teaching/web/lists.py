"""The lists that every page asks for first. The server makes them, since its workers take longer to start."""

from collections.abc import Callable, Mapping

from heuristan.teaching.web.replies import as_json


def _shapes() -> bytes:
    from heuristan.teaching.web.gallery import gallery

    return as_json(gallery())


def _rankings() -> bytes:
    from heuristan.teaching.web.rankings import all_rankings

    return as_json(all_rankings())


LISTS: Mapping[str, Callable[[], bytes]] = {"shapes": _shapes, "rankings": _rankings}
"""How each is made, as an answer; what that needs is imported then, so that the server answers before."""
