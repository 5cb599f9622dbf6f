"""The explanation in brief: a line for each step and the end, in one screen. `text` has the reasons too."""

from collections.abc import Iterable, Iterator, Sequence

from heuristan.common.plane import Spot
from heuristan.tangram.explain import opening
from heuristan.tangram.explain.ending import describe_attempt, describe_ending, describe_next, describe_run
from heuristan.tangram.explain.path import Path, first
from heuristan.tangram.explain.place import NO_PLACE, Place
from heuristan.tangram.explain.rules import numbered, title
from heuristan.tangram.explain.searched import Searched, is_search
from heuristan.tangram.explain.text import paragraph
from heuristan.tangram.explain.words import NARROW, capital, number, pieces, plural, spoken
from heuristan.tangram.trace.attempts import AskedAttempt, alike, attempt_of
from heuristan.tangram.trace.events import PuzzleRead, Trace

MAX_LINES = 15
"""Maximum number of lines. The command line adds how a drawing was read, and advice; twenty fit on a small screen."""

MAX_WIDTH = 40
"""Maximum number of letters to which a column is filled up."""


def in_brief(trace: Trace, attempt: AskedAttempt = None) -> str:
    """Tell a run in at most fifteen lines: the puzzle, a line for each step, the end and what it means.

    Args:
        trace: the events of one run, which may break off.
        attempt: the number of the attempt to tell, or all; if None, the one that solved the puzzle, else the one that
            came furthest.

    Returns:
        Plain text without a line break at the end.

    Raises:
        AttemptError: if the run does not have the attempt.
    """
    puzzle = first(trace, PuzzleRead)
    place = Place.of(puzzle) if puzzle else NO_PLACE
    if attempt is None and is_search(trace):
        run = Searched.of(trace, place)
        return _screen(_about(puzzle), _placed(run), (*run.forced(), *run.counts(), *run.ending()))
    if attempt == "all":
        alike(trace)  # a search has no attempts, which is said here
        path = Path.of(trace)
        return _screen(_about(puzzle), opening.describe_attempts(path), describe_run(path))
    path = Path.of(trace, attempt_of(trace, attempt) if attempt is not None else None)
    if attempt is not None:
        end: Iterable[str] = (*describe_attempt(path), *describe_next(path))
        return _screen(_about(puzzle, *opening.describe_chosen(path)), _steps(path, place), end)
    return _screen(_about(puzzle, *_attempts(path)), _steps(path, place), describe_ending(path))


def _screen(about: Iterable[str], lines: Iterable[str], end: Iterable[str]) -> str:
    """Put the sections together; of too many lines the last ones are counted."""
    head, foot = (paragraph(" ".join(sentences)).splitlines() for sentences in (about, end))
    wrapped = [paragraph(line, "  ", "     ").splitlines() for line in lines]
    room = MAX_LINES - len(head) - len(foot) - 2
    if sum(map(len, wrapped)) > room:
        kept, used = 0, 1
        while used + len(wrapped[kept]) <= room:
            used += len(wrapped[kept])
            kept += 1
        wrapped[kept:] = [[f"  … and {plural(len(wrapped) - kept, 'line')} more; --explain has them all"]]
    sections = (head, [line for each in wrapped for line in each], foot)
    return "\n\n".join("\n".join(section) for section in sections if section)


def _about(puzzle: PuzzleRead | None, *more: str) -> Iterator[str]:
    """Yield what the puzzle is, and how it was solved."""
    if puzzle is not None:
        by_search = puzzle.way if puzzle.way.startswith("as ") else f"searched {puzzle.way}"
        how = f"ranking {puzzle.ranking}, run {puzzle.way}" if puzzle.rules else by_search
        yield f"{puzzle.id}: {plural(puzzle.sets, 'set')} of pieces, {how}."
    yield from more


def _attempts(path: Path) -> Iterator[str]:
    """Yield which of several attempts is told."""
    if len(path.attempts) < 2 or path.started is None:
        return
    which = f"Attempt{NARROW}{path.started.number} of {len(path.attempts)}, from E{path.started.entry_point}"
    is_last = path.started.number == len(path.attempts)
    yield f"{which}, {'after the others stuck' if is_last else 'which came furthest'}:"


def _steps(path: Path, place: Place) -> Iterator[str]:
    """Yield a line for each extraction."""
    made = {event.step: event.pieces for event in path.situations[-1].released}
    titles = {rule.name: f"{numbered(rule.name, path.rank[rule.name])}, {title(rule)}" for rule in path.rules}
    rows = []
    for taken in path.taken:
        where = _where(place, taken.vertex)
        rule = titles.get(taken.rule, numbered(taken.rule, None))
        rows.append((f"{taken.step}.", capital(spoken(taken.name)), where, rule))
    for taken, line in zip(path.taken, _aligned(rows), strict=True):
        yield line
        if taken.step in made:
            yield f"    of {pieces(piece.piece for piece in made[taken.step])}"


def _placed(run: Searched) -> Iterator[str]:
    """Yield a line for each piece of the first solution of a search."""
    rows = []
    for piece in run.placed:
        where = _where(run.place, piece.vertex)
        fits = "the only piece that fits there" if piece.fits == 1 else f"one of {number(piece.fits)} that fit there"
        rows.append((f"{piece.step}.", capital(spoken(piece.name)), where, fits if piece.fits else ""))
    yield from _aligned(rows)


def _where(place: Place, spot: Spot) -> str:
    """Return a position with its part of the outline, in few letters."""
    part = place.region(spot).split(" the ", 1)[1]
    return f"at {place.coordinates(spot)}, {part}"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines with columns, as far as no cell is long."""
    widths = [
        max((len(cell) for cell in column if len(cell) <= MAX_WIDTH), default=0) for column in zip(*rows, strict=True)
    ]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
