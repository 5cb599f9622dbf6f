"""The whole explanation: its sections, wrapped into lines."""

from collections.abc import Iterable, Iterator
from textwrap import TextWrapper

from heuristan.tangram.explain import opening
from heuristan.tangram.explain.ending import describe_attempt, describe_ending, describe_next, describe_run
from heuristan.tangram.explain.path import Path, first
from heuristan.tangram.explain.place import NO_PLACE, Place
from heuristan.tangram.explain.searched import Searched, describe_way, is_search
from heuristan.tangram.explain.steps import Steps
from heuristan.tangram.explain.words import NARROW
from heuristan.tangram.trace.attempts import AskedAttempt, alike, attempt_of
from heuristan.tangram.trace.events import PuzzleRead, Trace

WIDTH = 100
"""Maximum number of letters in a line."""
_INDENT = "  "


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
        yield from _headed("The words:", opening.define_words(_place(path), path.puzzle))
    yield from _headed("The rules, best first:", opening.describe_rules(*paths))


def _place(path: Path) -> Place:
    return Place.of(path.puzzle) if path.puzzle else NO_PLACE


def _start(path: Path) -> Iterator[str]:
    """Yield the section on the whole outline before the first extraction."""
    yield from _paragraphs(opening.describe_start(path.situations[0], _place(path)))


def _steps(path: Path) -> Iterator[str]:
    """Yield the sections on the extractions of a path."""
    steps = Steps(path, _place(path))
    for heading, body in steps.describe():
        yield f"{paragraph(heading)}\n{paragraph(body, _INDENT)}"
    where = f"after step{NARROW}{path.taken[-1].step}" if path.taken else "at the first step"
    yield from _paragraphs(steps.ruled_out(path.situations[-1], f"{where}, "))
    yield from _paragraphs(steps.undone(path.situations[-1], where))
    yield from _paragraphs(steps.released(event) for event in path.situations[-1].released)


def _sections_of_search(trace: Trace) -> Iterator[str]:
    puzzle = first(trace, PuzzleRead)
    place = Place.of(puzzle) if puzzle else NO_PLACE
    run = Searched.of(trace, place)
    if puzzle:
        yield paragraph(opening.describe_puzzle(puzzle))
        yield paragraph(describe_way(puzzle))
    if run.placed:
        yield paragraph(opening.describe_points(place))
    if run.placed and run.count:
        yield paragraph("The first solution, piece by piece:")
    for heading, body in run.steps():
        yield f"{paragraph(heading)}\n{paragraph(body, _INDENT)}"
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
        yield "\n".join([paragraph(heading), *(paragraph(line, _INDENT, _INDENT * 2) for line in lines)])


def _paragraphs(sentences: Iterable[str]) -> Iterator[str]:
    text = " ".join(sentences)
    if text:
        yield paragraph(text)


def paragraph(text: str, indent: str = "", hanging: str | None = None) -> str:
    """Wrap a text into lines; letters that cannot be printed, which names from files may have, become spaces."""
    clean = "".join(letter if letter.isprintable() or letter == NARROW else " " for letter in text)
    wrapper = TextWrapper(
        WIDTH, initial_indent=indent, subsequent_indent=indent if hanging is None else hanging, break_on_hyphens=False
    )
    return wrapper.fill(clean).replace(NARROW, " ")
