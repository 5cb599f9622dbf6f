"""Results paired with outlines: by id, or without one if there is no choice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Literal

from heuristan.common.faults import nearest
from heuristan.common.plain_yaml import shown
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.claims.claims import Claim, ResultFileError, Unreadable
from heuristan.tangram.verification.claims.reading import Read
from heuristan.tangram.verification.judging.judge import judge, judge_author
from heuristan.tangram.verification.judging.verdict import Verdict


def verdicts(outlines: Iterable[Puzzle | Refusal], results: Read) -> Iterator[Verdict]:
    """Yield the verdict on every result in the order of the outlines, then those on results that belong to no outline.

    Outlines are read as they are needed. Where there is one alone, a result need not say which it is of.

    Raises:
        ResultFileError: there is one outline, and several results are all of others.
    """
    found = iter(outlines)
    first = list(islice(found, 2))
    if len(first) == 1:
        return _of_one(first[0], results)
    return _of_many(chain(first, found), results)


def authors_verdicts(outlines: Iterable[Puzzle | Refusal]) -> Iterator[Verdict]:
    """Yield the verdict on the author's own pieces of every outline."""
    for outline in outlines:
        if isinstance(outline, Puzzle):
            yield judge_author(outline)
        elif outline.drawing is not None and outline.drawing.laid:
            drawing = outline.drawing
            yield judge_author(Puzzle(outline.id, (), pieces=drawing.pieces or TANGRAM, drawing=drawing))
        else:
            yield Verdict(outline.id, "unreadable", None, notes=(_refused(outline),))


def _refused(outline: Refusal) -> str:
    return f"the outline is refused: {outline.message}"


def _of_one(outline: Puzzle | Refusal, results: Read) -> Iterator[Verdict]:
    """Yield the verdict on a single result whatever its id; of several, on those of this outline or without an id."""
    own = results if len(results) == 1 else [result for result in results if result.id in (None, outline.id)]
    if not own:
        ids = dict.fromkeys(result.id for result in results if result.id is not None)
        fault = f"none of the {len(results)} results is of the outline {shown(outline.id)}"
        raise ResultFileError(f"{fault}; {nearest(outline.id, ids)}")
    return (_verdict(outline, result) for result in own)


def _of_many(outlines: Iterable[Puzzle | Refusal], results: Read) -> Iterator[Verdict]:
    waiting: dict[str | None, list[Claim | Unreadable]] = defaultdict(list)
    for result in results:
        waiting[result.id].append(result)
    seen: set[str] = set()
    for outline in outlines:
        if outline.id in seen:
            if outline.id in waiting:
                message = f"two outlines are called {shown(outline.id)}; results are matched by id, so rename one"
                yield Verdict(outline.id, "unreadable", None, notes=(message,))
            continue
        seen.add(outline.id)
        yield from (_verdict(outline, result) for result in waiting.get(outline.id, ()))
    for id, left in waiting.items():
        if id not in seen:
            yield from (_of_none(result, seen) for result in left)


def _of_none(result: Claim | Unreadable, ids: set[str]) -> Verdict:
    if isinstance(result, Unreadable):
        return _unreadable(result)
    if result.id is None:
        message = f'line {result.line}: the result has no id, and there are {len(ids)} outlines; add "id"'
        return Verdict(f"line {result.line}", "unreadable", result.status, notes=(message,))
    message = f"line {result.line}: there is no outline {shown(result.id)} among {len(ids)}; {nearest(result.id, ids)}"
    return Verdict(printable(result.id), "unreadable", result.status, notes=(message,))


def _verdict(outline: Puzzle | Refusal, result: Claim | Unreadable) -> Verdict:
    if isinstance(result, Unreadable):
        return _unreadable(result)
    if isinstance(outline, Puzzle):
        return judge(outline, result)
    word: Literal["unchecked", "unreadable"] = "unchecked" if result.status == "refused" else "unreadable"
    return Verdict(outline.id, word, result.status, notes=(_refused(outline),))


def _unreadable(result: Unreadable) -> Verdict:
    id = f"line {result.line}" if result.id is None else printable(result.id)
    return Verdict(id, "unreadable", None, notes=(result.message,))


def printable(id: str) -> str:
    """Return a stranger's id in a form that a terminal can show."""
    return id if id.isprintable() and id.strip() and len(id) <= 200 else shown(id)
