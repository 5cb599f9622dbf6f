"""The text before the first step: the puzzle, the words, the rules, the attempts that stuck."""

from collections.abc import Iterator
from itertools import groupby

from heuristan.tangram.explain.words import (
    NARROW,
    Place,
    article,
    capital,
    concave_count,
    describe_numbers,
    listed,
    number,
    pieces,
    plural,
    spoken,
    vertex_count,
)
from heuristan.tangram.trace.events import RESTARTING, AttemptStuck, ExtensionLinesDrawn, PuzzleRead, Rule
from heuristan.tangram.trace.kept_path import Attempt, Path, Situation, entry_points_of, numbers_of

_GRADED_SIDES = {"E": "edge", "M": "mixed side", "X": "extension line", "O": "open side"}
"""The name of a side of each grade, best first."""


def line_of(place: int, rule: Rule) -> str:
    """Describe a rule as a line of the ranking."""
    return f"{place}. {title(rule)}: {asked_by(rule)}"


def asked_by(rule: Rule) -> str:
    """Describe what a rule takes or rules out, and in which order."""
    asked = _asked(rule)
    if rule.refutes:
        asked = f"rules out {asked} {rule.evidence_words}".rstrip()
    return f"{'; '.join((asked, *_besides(rule)))}."


def title(rule: Rule) -> str:
    """Return the title of a rule, or else its name in words."""
    return rule.title or rule.name.replace("-", " ")


def numbered(name: str, place: int | None) -> str:
    """Name a rule within a sentence, by its place in the ranking."""
    return f'the rule "{name.replace("-", " ")}"' if place is None else f"rule{NARROW}{place}"


def _asked(rule: Rule) -> str:
    """Describe the figures that the rule takes, and the grades that it asks of their sides."""
    if rule.clips:
        return "what its own text in CLIPS notation chooses"
    asked = [grades for grades in (rule.three_sided, rule.four_sided) if grades is not None]
    figures = _figures(rule)
    if not asked:
        return "nothing"
    if set("".join(asked)) == {"O"}:
        # such a rule takes pieces of more than four sides as well
        figures = ["any piece"] if figures == _PIECES else figures
        fits = "" if rule.refutes else " that fits, whatever its sides lie on"
        return f"{listed(figures, 'or')}{fits}"
    if set("".join(asked)) == {"E"}:
        return f"{listed(figures, 'or')} with edges all round"
    return ", or ".join(f"{figure} with {_sides(grades)}" for figure, grades in zip(figures, asked, strict=True))


_PIECES = ["a triangle", "a four-sided piece"]


def _figures(rule: Rule) -> list[str]:
    """Name the three-sided and the four-sided figures that a rule is for."""
    figures = []
    if rule.three_sided is not None:
        figures.append("a triangle" if rule.kind == "piece" else "a three-sided composite")
    if rule.four_sided is not None:
        figures.append(f"a four-sided {'piece' if rule.kind == 'piece' else 'composite'}")
    return figures


def _sides(grades: str) -> str:
    """Write grades in words: "EEM" is "two edges and one mixed side"."""
    return listed(plural(grades.count(grade), side) for grade, side in _GRADED_SIDES.items() if grade in grades)


def _besides(rule: Rule) -> Iterator[str]:
    if rule.only:
        yield f"only {_kinds(rule.only)}"
    if rule.last:
        yield f"{_kinds(rule.last)} only if it finds nothing else"
    if rule.evidence_words and not rule.refutes:
        yield rule.evidence_words
    if rule.prefer_words:
        yield ", then ".join(rule.prefer_words)
    if rule.equal_rank:
        yield "of the same rank as the rule above"
    if rule.repeat:
        yield "repeated as long as it finds matches"


def _kinds(names: tuple[str, ...]) -> str:
    return listed((article(spoken(name)) for name in names), "or")


MAX_ATTEMPTS = 12
"""Maximum number of attempts that are described one by one."""

_WAYS = {
    "as published": (
        "It was run as published: in each step the highest rule that finds a match takes it out, and nothing is ever "
        "undone. If no rule finds a match the attempt is stuck; everything is put back, and a fresh attempt starts "
        "{start} (its entry point). After its first match an attempt tries the rules from the top again."
    ),
    "with retry": (
        "It was run with retry: in each step the highest rule that finds a match takes it out. If no rule finds one, "
        "the last choice among several matches of one rule is put back, and the next match of that rule is taken. If "
        "no such choice is left the attempt is stuck; everything is put back, and a fresh attempt starts {start} (its "
        "entry point). After its first match an attempt tries the rules from the top again."
    ),
    "with backtracking": (
        "It was run with backtracking: in each step the highest rule that finds a match takes it out, and if that "
        "leads nowhere the match is put back and the next best is tried."
    ),
    "by hand": (
        "It was taken apart by hand: in each step a person chose among the matches that the rules find, or let the "
        "highest rule that finds one take it. What the person took back is described as put back."
    ),
}

_STARTS = (
    "one rule lower: at E1, the first rule, then at E2, the second, and so on",
    "at another rule: at E1, then at E2, and so on",
)
"""The starts of attempts: at each rule in turn, or as the ranking says."""
_RULING_OUT = (
    "A rule that rules out takes nothing: what it finds is in no solution, and no rule takes it afterwards. It is "
    "tried in every step, wherever an attempt starts."
)

_WORDS = (
    "Edge: a side of the outline as it is now. Taking a piece out makes new edges.",
    "Vertex: a point where two edges meet. It is convex if it points outwards, and concave if it points inwards.",
    ("Extension line: an edge prolonged into the inside from a concave vertex. Sides of pieces often lie there."),
    (
        "Match: a piece laid inside the outline, at a convex vertex or with one open side at most. Of several matches "
        "a rule takes the one at the vertex with the smallest number, unless it says otherwise; numbers go clockwise "
        "from the leftmost, topmost vertex."
    ),
    (
        "Grade: how well a side of a match is covered. It is edge, mixed (edge and extension line), only extension "
        "line, or open (neither, at least in part). A better grade also satisfies a rule that asks for a worse one."
    ),
    (
        "Composite: a figure that several pieces make together, named by its shape and lengths. It can be taken out "
        "like a piece before it is known which pieces make it."
    ),
)


def describe_ranking(puzzle: PuzzleRead, path: Path) -> str:
    """Describe the ranking, and the way it was run."""
    way = _WAYS.get(puzzle.way, "").format(start=_STARTS[not path.starts_at_each_rule])
    ruling_out = f" {_RULING_OUT}" if any(rule.refutes for rule in puzzle.rules) else ""
    return (
        f"Ranking {puzzle.ranking}. It puts {plural(len(puzzle.rules), 'rule')} in order, the most reliable first. "
        f"{way}{ruling_out}"
    )


def describe_puzzle(puzzle: PuzzleRead) -> str:
    """Describe the puzzle."""
    vertices, concave = vertex_count(puzzle.outline), concave_count(puzzle.outline)
    return (
        f"Puzzle {puzzle.id}. The outline has {plural(vertices, 'vertex', 'vertices')}, "
        f"{number(concave) if concave else 'none'} of them concave. It must be filled with "
        f"{plural(puzzle.sets, 'set')} of pieces: {pieces(dict(puzzle.stock))}."
    )


def define_words(place: Place, puzzle: PuzzleRead | None) -> list[str]:
    """Define the words that the steps use."""
    lengths = "Lengths are in small legs"
    # in a set without that piece the leg is the unit of the file of the set
    if puzzle is None or "small-triangle" in dict(puzzle.stock):
        lengths += ": the sides of the small triangle are 1, 1 and √2 long"
    return [*_WORDS, f"{lengths}. {describe_points(place)}"]


def describe_points(place: Place) -> str:
    """Describe what the numbers of a point mean."""
    scale = "" if place.leg == "1" else f", where a small leg is {place.leg} long"
    return f"Points (x,{NARROW}y) are in the outline's own coordinates{scale}."


def describe_rules(path: Path, *more: Path) -> list[str]:
    """Describe the rules down to the lowest one that the steps of some paths of a run name."""
    named = [match.rule for each in (path, *more) for match in each.taken]
    for situation in (situation for each in (path, *more) for situation in each.situations):
        named += [*situation.tried, *situation.ruled_out, *(undoing.undone.rule for undoing in situation.undoings)]
    lowest = max((path.rank.get(name, 0) for name in named), default=0)
    lines = [line_of(place, rule) for place, rule in enumerate(path.rules[:lowest], 1)]
    below = len(path.rules) - lowest
    if lowest and below:
        lines.append(f"({capital(plural(below, 'lower rule'))} {'was' if below == 1 else 'were'} not needed.)")
    return lines


def describe_start(situation: Situation, place: Place) -> Iterator[str]:
    """Describe the preliminary operations on the whole outline."""
    parts, lines = situation.parts, situation.lines
    if lines is not None:
        yield from _describe_lines(lines)
    if situation.internal_edges:
        count = len(situation.internal_edges)
        counting = "counts as an edge" if count == 1 else "count as edges"
        yield f"{capital(plural(count, 'short line'))} from vertex to vertex {counting}."
    if parts is not None and len(parts.subpuzzles) > 1:
        yield f"The outline falls into {plural(len(parts.subpuzzles), 'part')}."
    if situation.numbered is not None:
        yield from describe_numbers(situation.numbered, place)


def _describe_lines(lines: ExtensionLinesDrawn) -> Iterator[str]:
    count, removed = len(lines.lines), len(lines.removed)
    yield f"{capital(plural(count, 'extension line'))} {'is' if count == 1 else 'are'} drawn in the outline."
    if removed:
        reasons = listed(dict.fromkeys(line.reason for line in lines.removed), "or")
        yield f"{capital(number(removed))} more {'was' if removed == 1 else 'were'} removed again, being {reasons}."


def describe_chosen(path: Path, *likewise: Attempt) -> Iterator[str]:
    """Describe which attempt is told, and which others went the same way."""
    chosen, total = path.chosen, len(path.attempts)
    if chosen is None:
        return
    if total == 1 and path.puzzle and path.puzzle.way not in RESTARTING:
        yield f"A run {path.puzzle.way} has one attempt; what it put back is described where it was tried."
        return
    group = (chosen, *likewise)
    which = f"{capital(numbers_of(group))} of {total}, from {entry_points_of(group)}"
    if likewise:
        same = f"They took the same matches by the same rules; {numbers_of([chosen])} is described"
        yield f"{which}. {same if chosen.taken else 'None of them took a match'}."
    else:
        place = path.rank.get(chosen.started.rule, chosen.entry_point)
        yield f"{which}{f' (rule{NARROW}{place})' if place != chosen.entry_point else ''}."


def describe_attempts(path: Path) -> Iterator[str]:
    """Describe the attempts that did not become the solution, a line each; equal ones in a row share a line."""
    solved = path.ended is not None and path.ended.status == "solved"
    others = path.attempts[:-1] if solved else path.attempts
    groups = [list(group) for _, group in groupby(others, lambda attempt: attempt.way)]
    described: dict[object, str] = {}
    for first, *more in groups[:MAX_ATTEMPTS]:
        entry, as_before = _entry(first), described.get(first.way)
        yield f"{_entries(first, *more)}: {f'as from {as_before}' if as_before else _attempt(first)}."
        described.setdefault(first.way, entry)
    rest = sum(map(len, groups[MAX_ATTEMPTS:]))
    if rest:
        yield f"{capital(plural(rest, 'more attempt'))} went likewise."


def _entry(attempt: Attempt) -> str:
    return f"E{attempt.started.entry_point}"


def _entries(first: Attempt, *more: Attempt) -> str:
    if not more:
        return _entry(first)
    return f"{_entry(first)} {'and' if len(more) == 1 else 'to'} {_entry(more[-1])}"


def _attempt(attempt: Attempt) -> str:
    """Describe what an attempt took, and where it stuck."""
    if not attempt.taken:
        return "no rule found a match" if attempt.stuck else "the run ended at once"
    names = ", ".join(spoken(match.name) for match in attempt.taken)
    return f"{plural(len(attempt.taken), 'match', 'matches')} ({names}); {_stuck(attempt.stuck)}"


def _stuck(stuck: AttemptStuck | None) -> str:
    if stuck is None:
        return "then the run ended"
    if not stuck.remaining:
        return "nothing was left of the outline, but the pieces left do not make the composites held"
    what = "the same was left as before" if "the same was left" in stuck.reason else "no rule found a match"
    return f"then {what}, with {plural(vertex_count(stuck.remaining), 'vertex', 'vertices')} left"
