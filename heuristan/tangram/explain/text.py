"""The explanation: the whole of it, wrapped into lines; and in brief, a line for each step, on one screen."""

from collections.abc import Iterable, Iterator, Sequence

from heuristan.common.plane import Spot
from heuristan.common.words import INDENT, paragraph
from heuristan.tangram.explain import opening
from heuristan.tangram.explain.ending import describe_attempt, describe_ending, describe_next, describe_run
from heuristan.tangram.explain.opening import numbered, title
from heuristan.tangram.explain.searched import ExplainedSearch, describe_way, is_search
from heuristan.tangram.explain.steps import Steps
from heuristan.tangram.explain.words import NARROW, Place, capital, number, pieces, plural, spoken
from heuristan.tangram.trace.events import PuzzleRead, Trace, first
from heuristan.tangram.trace.kept_path import AskedAttempt, Path, alike, attempt_of


def explain(trace: Trace, attempt: AskedAttempt = None) -> str:
    """Explain a run in words: the puzzle, the rules, every extraction and its reasons, the end.

    Explain of a search its way, every piece of the first solution, the others if all were asked for, and the end.

    Args:
        trace: the events of one run, which may break off.
        attempt: the number of the attempt to explain, or all; if None, the one that solved the puzzle, else the one
            that came furthest.

    Returns:
        Plain text in lines of at most 100 letters, without a line break at the end. The same trace gives the same text.

    Raises:
        AttemptError: if the run does not have the attempt.
    """
    if attempt == "all":
        sections = _sections_of_all(trace)
    elif attempt is not None:
        sections = _sections_of_one(Path.of(trace, attempt_of(trace, attempt)))
    else:
        sections = _sections_of_search(trace) if is_search(trace) else _sections(Path.of(trace))
    return "\n\n".join(sections)


def _sections(path: Path) -> Iterator[str]:
    yield from _opening(path)
    if len(path.attempts) > 1:
        yield from _headed(_attempts_heading(path), list(opening.describe_attempts(path)))
    yield from _start(path)
    yield from _steps(path)
    yield from _paragraphs(describe_ending(path))


def _sections_of_one(path: Path) -> Iterator[str]:
    """Yield the sections on an attempt that a reader asked for."""
    yield from _opening(path)
    yield from _start(path)
    yield from _paragraphs(opening.describe_chosen(path))
    yield from _steps(path)
    yield from _paragraphs((*describe_attempt(path), *describe_next(path)))


def _sections_of_all(trace: Trace) -> Iterator[str]:
    """Yield the sections on every attempt; those that took the same are told once."""
    groups = alike(trace)
    paths = [Path.of(trace, first) for first, *_ in groups]
    yield from _opening(*paths)
    yield from _start(paths[0])
    for path, group in zip(paths, groups, strict=True):
        yield from _paragraphs(opening.describe_chosen(path, *group[1:]))
        yield from _steps(path)
        yield from _paragraphs(describe_attempt(path))
    if len(paths[0].attempts) > 1:
        yield from _paragraphs(describe_run(Path.of(trace)))


def _opening(*paths: Path) -> Iterator[str]:
    """Yield the sections on the puzzle, the words and the rules of paths of one run."""
    path = paths[0]
    if path.puzzle:
        yield paragraph(opening.describe_puzzle(path.puzzle))
        yield paragraph(opening.describe_ranking(path.puzzle, path))
    if path.taken or path.attempts:
        yield from _headed("The words:", opening.define_words(Place.of(path.puzzle), path.puzzle))
    yield from _headed("The rules, best first:", opening.describe_rules(*paths))


def _start(path: Path) -> Iterator[str]:
    """Yield the section on the whole outline before the first extraction."""
    yield from _paragraphs(opening.describe_start(path.situations[0], Place.of(path.puzzle)))


def _steps(path: Path) -> Iterator[str]:
    """Yield the sections on the extractions of a path."""
    steps = Steps(path, Place.of(path.puzzle))
    for heading, body in steps.describe():
        yield f"{paragraph(heading)}\n{paragraph(body, INDENT)}"
    where = f"after step{NARROW}{path.taken[-1].step}" if path.taken else "at the first step"
    yield from _paragraphs(steps.ruled_out(path.situations[-1], f"{where}, "))
    yield from _paragraphs(steps.undone(path.situations[-1], where))
    yield from _paragraphs(steps.released(event) for event in path.situations[-1].released)


def _sections_of_search(trace: Trace) -> Iterator[str]:
    puzzle = first(trace, PuzzleRead)
    place = Place.of(puzzle)
    run = ExplainedSearch.of(trace, place)
    if puzzle:
        yield paragraph(opening.describe_puzzle(puzzle))
        yield paragraph(describe_way(puzzle))
    if run.placed:
        yield paragraph(opening.describe_points(place))
    if run.placed and run.count:
        yield paragraph("The first solution, piece by piece:")
    for heading, body in run.steps():
        yield f"{paragraph(heading)}\n{paragraph(body, INDENT)}"
    yield from _paragraphs(run.forced())
    yield from _paragraphs(run.counts())
    for heading, lines in run.listed():
        yield from _headed(heading, lines)
    yield from _paragraphs(run.ending())


def _attempts_heading(path: Path) -> str:
    if path.ended is not None and path.ended.status == "solved":
        last = f"the one from E{path.attempts[-1].started.entry_point} that is described below"
        return f"Attempts that stuck, before {last}:"
    if path.started is None:
        return "The attempts:"
    return f"The attempts; the one from E{path.started.entry_point}, which came furthest, is described below:"


def _headed(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield "\n".join([paragraph(heading), *(paragraph(line, INDENT, INDENT * 2) for line in lines)])


def _paragraphs(sentences: Iterable[str]) -> Iterator[str]:
    text = " ".join(sentences)
    if text:
        yield paragraph(text)


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
    place = Place.of(puzzle)
    if attempt is None and is_search(trace):
        run = ExplainedSearch.of(trace, place)
        return _screen(_about(puzzle), _placed(run), (*run.forced(), *run.counts(), *run.ending()))
    if attempt == "all":
        alike(trace)  # say that a search has no attempts
        path = Path.of(trace)
        return _screen(_about(puzzle), opening.describe_attempts(path), describe_run(path))
    path = Path.of(trace, attempt_of(trace, attempt) if attempt is not None else None)
    if attempt is not None:
        end: Iterable[str] = (*describe_attempt(path), *describe_next(path))
        return _screen(_about(puzzle, *opening.describe_chosen(path)), _step_lines(path, place), end)
    return _screen(_about(puzzle, *_which_attempt(path)), _step_lines(path, place), describe_ending(path))


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


def _which_attempt(path: Path) -> Iterator[str]:
    """Yield which of several attempts is told."""
    if len(path.attempts) < 2 or path.started is None:
        return
    which = f"Attempt{NARROW}{path.started.number} of {len(path.attempts)}, from E{path.started.entry_point}"
    is_last = path.started.number == len(path.attempts)
    yield f"{which}, {'after the others stuck' if is_last else 'which came furthest'}:"


def _step_lines(path: Path, place: Place) -> Iterator[str]:
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


def _placed(run: ExplainedSearch) -> Iterator[str]:
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
