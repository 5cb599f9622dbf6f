"""Explanations in words: everything that happened is told, in order, in lines that fit, and in plain English."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path as File

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.explanations import BARE, DIRECT, OF_SEARCHES, OWN, READ, UNIT, explained, flat
from shared.render_traces import RING, SQUARE, TWO_PARTS, outline, puzzle_of, trace_of
from shared.traces import traces

from heuristan.common.plane import Stretch
from heuristan.common.words import WIDTH
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.explain import explain
from heuristan.tangram.explain.opening import line_of
from heuristan.tangram.explain.words import (
    Place,
    article,
    concave_count,
    length,
    listed,
    number,
    pieces,
    places,
    spoken,
)
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import (
    AbeyanceShortened,
    AttemptStarted,
    AttemptStuck,
    Candidate,
    CompositeHeld,
    CompositeReleased,
    Ended,
    Event,
    ExtensionLinesDrawn,
    Frame,
    MatchesRuledOut,
    MatchTaken,
    MatchUndone,
    NumberedVertex,
    PlacedPiece,
    RemovedLine,
    RuleTried,
    Side,
    SubpuzzlesSeparated,
    Trace,
    VerticesNumbered,
    kept_events,
)
from heuristan.tangram.trace.kept_path import Path
from heuristan.tangram.trace.lines import dumps, loads

STRIP = (outline((0, 8), (2, 1), (4, 8), (6, 1)),)
"""Of the right area, but no large triangle fits in it."""
SHAPES = ("cat", "bat", "arrow", "camel")


@cache
def run(name: str, backtracking: bool = True) -> Trace:
    """The trace of a real run."""
    made = {"square": SQUARE, "ring": RING, "two parts": TWO_PARTS, "strip": STRIP}
    puzzle: object = puzzle_of(made[name], name) if name in made else next(iter(read_outlines(name)))
    assert isinstance(puzzle, Puzzle)
    return solve(puzzle, backtracking=backtracking).trace


RUNS = [
    (name, backtracking) for name in ("square", "ring", "two parts", "strip", *SHAPES) for backtracking in (True, False)
]


# A run made by hand in which every kind of event happens.

FORCED = replace(
    BARE, name="forced", title="Forced", evidence="forced", refutes=False, evidence_words=EVIDENCE["forced"].words
)


def side(legs: float, grade: str, edge: float = 0.0, line: float = 0.0) -> Side:
    """A side on the x axis with so much edge and extension line."""
    edges = (Stretch((0.0, 0.0), (edge, 0.0)),) if edge else ()
    lines = (Stretch((0.0, 0.0), (line, 0.0)),) if line else ()
    return Side((0.0, 0.0), (legs, 0.0), grade, edges, lines)  # type: ignore[arg-type]


EDGES = (side(1.0, "E", 1.0),) * 4


def match(step: int, name: str = "square", rule: str = "pieces-direct", *, sides: Sequence[Side] = EDGES) -> MatchTaken:
    kind = "composite" if rule == "c" else "piece"
    return MatchTaken(step, rule, kind, name, UNIT, UNIT[0], tuple(sides), (), (UNIT,))  # type: ignore[arg-type]


TWO_SETS = (("square", "square"), ("square", "small-triangle", "small-triangle"))
WHOLE: Trace = (
    READ,
    AttemptStarted(1, 2, "my-rule"),
    AttemptStuck(1, "no rule matches", 0, READ.outline),
    AttemptStarted(2, 3, "c"),
    SubpuzzlesSeparated(((UNIT,), (UNIT,)), (Stretch((0.0, 0.0), (1.0, 0.0)),)),
    ExtensionLinesDrawn((Stretch((0.0, 0.0), (1.0, 0.0)),), (), (RemovedLine((0.0, 0.0), (0.1, 0.0), "too short"),)),
    VerticesNumbered(tuple(NumberedVertex(i, p, "convex", 1) for i, p in enumerate(UNIT, 1)), ((1, 2, "edge"),)),
    MatchesRuledOut("bare-vertex", (Candidate("small-triangle", UNIT, "EEO"),)),
    match(1, "rectangle-1x2", "c"),
    CompositeHeld(1, "rectangle-1x2", TWO_SETS),
    RuleTried("pieces-direct"),
    replace(match(2, "small-triangle", "my-rule"), preferred_to=(Candidate("square", UNIT, "EEEE"),)),
    MatchUndone(2, "my-rule", "small-triangle", "nothing that is left fits at the vertex (1, 0.5)"),
    RuleTried("my-rule"),
    match(2, "square", "c"),
    AbeyanceShortened(1, "rectangle-1x2", TWO_SETS[1:]),
    CompositeReleased(1, "rectangle-1x2", (PlacedPiece("square", UNIT),)),
    Ended("solved", 3, 3, 1, "solved"),
)


class TestAnyTrace:
    @given(traces)
    def test_lines_fit_and_can_be_printed(self, trace: Trace) -> None:
        text = explain(trace)
        assert text
        for line in text.split("\n"):
            assert len(line) <= WIDTH
            assert line.isprintable()

    @given(traces)
    def test_a_trace_that_was_written_and_read_is_told_alike(self, trace: Trace) -> None:
        assert explain(loads(dumps(trace))) == explain(trace)

    @given(st.integers(0, len(WHOLE)))
    def test_a_trace_may_break_off_anywhere(self, length_kept: int) -> None:
        text = explained(*WHOLE[:length_kept])
        assert ("The trace ends before the run does." in text) == (length_kept < len(WHOLE))


@pytest.mark.parametrize("kind", sorted({*Event.kinds} - OF_SEARCHES))
def test_every_kind_of_event_is_told(kind: str) -> None:
    without = [event for event in WHOLE if type(event).__name__ != kind]
    assert explained(*without) != explained(*WHOLE)


def test_the_run_made_by_hand_holds_every_kind_of_event() -> None:
    assert {type(event).__name__ for event in WHOLE} == {*Event.kinds} - OF_SEARCHES


SAYINGS = """
Puzzle p1. The outline has six vertices, one of them concave.
one set of pieces: two squares and four small triangles.
Ranking mine. It puts four rules in order
where a small leg is 10 long
A rule that rules out takes nothing: what it finds is in no solution, and no rule takes it afterwards.
1. Bare vertex: rules out any piece beside which nothing that is left fits at some other vertex.
2. Direct match, pieces: a triangle or a four-sided piece with edges all round; repeated as long as it finds matches.
3. my rule: a triangle with one edge, one mixed side and one open side; only a large triangle; a small triangle only
 if it finds nothing else; the largest first.
4. Composites: a three-sided composite with two edges and one extension line, or a four-sided composite with three
 edges and one extension line; the smallest first.
E2: no rule found a match.
One extension line is drawn in the outline. One more was removed again, being too short.
One short line from vertex to vertex counts as an edge.
The outline falls into two parts
The vertices have numbers: 1 (100, 0), 2 (110, 0), 3 (110, 10) and 4 (100, 10).
Step 1: a composite rectangle 1 \xd7 2 at vertex 1 (100, 0), at the bottom left
Rule 1 ruled out one match: a small triangle around (105, 5). Rules 2 and 3 were passed over: the attempt starts at E3,
 rule 4.
Two sets of pieces can make it: two squares; or a square and two small triangles.
Rule 1 ruled out nothing. Rule 2 found no match. Rule 3 found what was put back.
Tried here before it: a small triangle around (105, 5), by rule 3; it was put back because nothing that is left fits at
 the vertex (110, 5).
With it taken, the list of the rectangle 1 \xd7 2 held since step 1 shrinks from two sets of pieces to one: a square and
 two small triangles.
The rectangle 1 \xd7 2 of step 1 is made of a square around (105, 5).
Solved: two steps filled the outline with all six pieces. In all, three matches were taken in two attempts, and one of
 them put back.
"""


@pytest.mark.parametrize("words", SAYINGS.replace("\n ", " ").strip().split("\n"))
def test_what_the_run_made_by_hand_says(words: str) -> None:
    assert words in explained(*WHOLE)


class TestSteps:
    def test_matches_not_taken_are_counted_and_the_first_few_named(self) -> None:
        others = tuple(Candidate(name, UNIT, "EEE") for name in ("square", "a", "b", "c", "d"))
        text = explained(READ, replace(match(1), preferred_to=others))
        assert "preferred it to five other matches: a square around (105, 5), an a around (105, 5), a b" in text
        assert text.count("around") == 3
        assert "and two more." in text

    @pytest.mark.parametrize(
        ("sides", "words"),
        [
            (EDGES, "all four sides are edges"),
            ((side(1, "E", 1), side(sqrt(2), "X", 0, sqrt(2))), "its side of length 1 is edge; its side of length √2"),
            ((side(2, "X", 0, 2), side(2, "X", 0, 2)), "its two sides of length 2 are extension lines"),
            (
                (side(2, "M", 2 - sqrt(2), sqrt(2)),),
                "its side of length 2 is mixed, 2\u2212√2 edge and √2 extension line",
            ),
            (
                (side(1, "O"), side(1, "E", 1)),
                "one side of length 1 is edge; one side of length 1 is open, with nothing",
            ),
            ((side(2, "O", 1), side(2, "O", 1)), "its two sides of length 2 are open, only 1 edge"),
            ((side(2, "O", 0.5, 1),), "is open, only 1/2 edge and 1 extension line"),
        ],
    )
    def test_sides_are_told_by_length_and_grade(self, sides: Sequence[Side], words: str) -> None:
        assert words in explained(READ, match(1, sides=sides))

    def test_a_repeated_rule_keeps_those_above_it_waiting(self) -> None:
        rules = (OWN, DIRECT)
        text = explained(replace(READ, rules=rules), RuleTried("my-rule"), match(1), match(2))
        assert "Rule 1 was not tried yet: rule 2 had just found a match, and it is repeated first." in text

    def test_a_rule_that_is_not_in_the_ranking_is_named(self) -> None:
        text = explained(replace(READ, rules=()), RuleTried("old-rule"), match(1, rule="new-rule"))
        assert 'The rule "new rule" takes it' in text
        assert 'Tried before it without a match: the rule "old rule".' in text

    def test_long_backtracking_is_summed_up(self) -> None:
        undone = [
            event
            for _ in range(40)
            for event in (match(1), match(2), MatchUndone(2, "r", "x", "so"), MatchUndone(1, "r", "x", "such"))
        ]
        text = explained(READ, *undone, match(1))
        assert "40 matches were tried here before it and put back (80 in all, with those laid after them)." in text
        assert "it was given up because such." in text
        assert text.count("given up") == 1

    def test_what_is_left_is_counted(self) -> None:
        lines = ExtensionLinesDrawn((), (), ())
        text = explained(READ, match(1), SubpuzzlesSeparated(((UNIT,), (UNIT,)), ()), lines, match(2))
        assert "What is left has four vertices in two parts, and no extension lines." in text

    def test_places_are_those_of_the_picture_where_y_runs_down(self) -> None:
        down = replace(READ, frame=Frame(1.0, 0.0, (0.0, 4.0), True))
        assert "at the vertex (0, 4), at the bottom left" in explained(down, match(1))


class TestEndings:
    @pytest.mark.parametrize(
        ("status", "words"),
        [
            ("stuck", "That does not prove that the puzzle has no solution"),
            ("limit", "the time limit was reached"),
            ("unsolvable", "there is certainly no solution"),
            ("refused", "Refused: too large."),
        ],
    )
    def test_each_kind_of_no_is_explained(self, status: str, words: str) -> None:
        ended = Ended(status, None, 0, 0, "too large")  # type: ignore[arg-type]
        assert words in explained(READ, ended)

    def test_a_run_that_stuck_says_how_far_it_came(self) -> None:
        text = explained(READ, match(1), Ended("stuck", None, 1, 0, ""))
        assert "After one step what was left of the outline had four vertices." in text
        assert "Not taken out yet: a square and four small triangles." in text

    def test_a_boundless_stock_is_counted_and_not_spelt_out(self) -> None:
        text = explained(replace(READ, stock=(("square", 10**12),)), match(1), Ended("stuck", None, 1, 0, ""))
        assert "Not taken out yet: 999999999999 squares." in text

    def test_composites_held_are_named_where_the_run_did_not_end_well(self) -> None:
        text = explained(READ, match(1, "rectangle-1x2", "c"), Ended("stuck", None, 1, 0, ""))
        assert "needed for what is held, a composite rectangle 1" in text

    def test_attempts_that_went_alike_share_a_line(self) -> None:
        stuck = AttemptStuck(1, "dry", 1, (UNIT,))
        attempts = [event for n in (1, 2, 3, 4) for event in (AttemptStarted(n, n, "r"), match(1, "ab"[n > 3]), stuck)]
        text = explained(READ, *attempts, Ended("stuck", None, 4, 0, ""))
        assert "E1 to E3: one match (a); then no rule found a match, with four vertices left." in text
        assert "E4: one match (b)" in text
        assert "the one from E1, which came furthest, is described below" in text

    def test_many_attempts_are_cut_short(self) -> None:
        attempts = [e for n in range(1, 31) for e in (AttemptStarted(n, n, "r"), match(1, f"piece-{n}"))]
        text = explained(READ, *attempts, Ended("stuck", None, 30, 0, ""))
        assert "18 more attempts went likewise." in text
        assert "E13:" not in text


@pytest.mark.parametrize(("name", "backtracking"), RUNS)
class TestRealRuns:
    @pytest.mark.slow
    def test_every_step_and_piece_of_the_kept_path_is_told_in_order(self, name: str, backtracking: bool) -> None:
        trace = run(name, backtracking)
        kept = [event for event in kept_events(trace) if isinstance(event, MatchTaken)]
        heads = re.findall(r"^Step (\d+): an? (composite )?(.+?) at (?:vertex|node) \d", explain(trace), re.MULTILINE)
        wanted = [
            (str(m.step), "composite " * (m.kind == "composite"), spoken(m.name).replace("\xa0", " ")) for m in kept
        ]
        assert heads == wanted

    def test_a_long_run_stays_readable(self, name: str, backtracking: bool) -> None:
        lines = explain(run(name, backtracking)).split("\n")
        assert len(lines) <= 120
        assert max(map(len, lines)) <= WIDTH

    def test_sentences_are_tidy(self, name: str, backtracking: bool) -> None:
        text = flat(explain(run(name, backtracking)))
        assert not re.search(
            r"\.\.| [,.;]|\b(an?|the) (an?|the)\b|\ba [aeio]|\bone (matches|sets|vertices|lines)\b", text
        )

    def test_all_that_was_put_back_is_counted_once(self, name: str, backtracking: bool) -> None:
        trace = run(name, backtracking)
        path = Path.of(trace)
        assert path.ended is not None
        assert sum(stand.put_back for stand in path.situations) == path.ended.backtracks
        kept = tuple(event for stand in path.situations for event in stand.events)
        assert len(kept) + len(path.taken) == len(kept_events(trace))


@pytest.mark.parametrize(
    ("name", "backtracking", "words"),
    [
        ("strip", True, "Unsolvable:"),
        ("strip", False, "Stuck:"),
        ("cat", True, "Solved: six steps filled the outline with all seven pieces. Nothing had to be undone."),
        ("ring", True, "Solved:"),
    ],
)
def test_how_named_runs_end(name: str, backtracking: bool, words: str) -> None:
    assert words in flat(explain(run(name, backtracking)))


def test_a_run_out_of_time_says_so() -> None:
    assert "Limit: the time limit was reached." in explained(*solve(puzzle_of(SQUARE), limit=1e-9).trace)


def test_rules_of_ones_own_are_told_from_their_ranking(tmp_path: File) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(
        "rules:\n"
        "  - {rule: pieces-2-3-edges, three-sided: EXX}\n"
        "  - {rule: odd-one, of: composites, four-sided: OOOO, prefer: smallest}\n",
        encoding="utf-8",
    )
    text = explained(*solve(puzzle_of(SQUARE), read_ranking(file), backtracking=False).trace)
    assert "1. 2–3 edges, pieces: a triangle with one edge and two extension lines, or" in text
    assert "2. odd-one: a four-sided composite that fits, whatever its sides lie on; the smallest first." in text


def test_traces_made_for_pictures_are_told_too() -> None:
    text = explain(trace_of(puzzle_of(TWO_PARTS), composite=True, y_down=True, angle=0.3))
    assert "a composite composite of two" in text
    assert "is made of" in text


class TestWords:
    @given(st.integers(-30, 30), st.integers(-30, 30), st.sampled_from([1, 2, 3, 4]))
    def test_a_length_is_written_as_the_number_it_is(self, a: int, b: int, denominator: int) -> None:
        value = (a + b * sqrt(2)) / denominator
        text = length(value).replace("\u2212", "-")
        assert not text.startswith("about")
        assert eval(re.sub(r"(\d*)√2", lambda found: f"{found[1] or 1}*{sqrt(2)!r}", text)) == pytest.approx(value)

    @pytest.mark.parametrize(
        ("legs", "text"),
        [
            (0.0, "0"),
            (2.0, "2"),
            (sqrt(2), "√2"),
            (2 * sqrt(2), "2√2"),
            (sqrt(2) - 1, "√2\u22121"),
            (1 + sqrt(2), "1+√2"),
            (3 - 2 * sqrt(2), "3\u22122√2"),
            (sqrt(2) / 2, "√2/2"),
            ((1 + sqrt(2)) / 2, "(1+√2)/2"),
            (1.2345, "about\xa01.23"),
            (float("inf"), "about\xa0inf"),
        ],
    )
    def test_lengths(self, legs: float, text: str) -> None:
        assert length(legs) == text

    @given(st.sets(st.integers(1, 30)))
    def test_places_name_each_number_once(self, numbers: set[int]) -> None:
        text = places(sorted(numbers)).replace("\xa0", " ")
        found = set()
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", text):
            found.update(range(int(first), int(last or first) + 1))
        assert found == numbers

    def test_numbers_lists_and_articles(self) -> None:
        assert [number(n) for n in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]
        assert listed(["a", "b", "c"], "or") == "a, b or c"
        assert listed([]) == "nothing"
        assert article("isosceles trapezium") == "an isosceles trapezium"
        assert pieces(["square", "large-triangle", "square"]) == "two squares and a large triangle"

    @pytest.mark.parametrize(
        ("name", "text"),
        [("small-triangle", "small triangle"), ("triangle-2r2", "triangle\xa02√2"), ("r2", "r2"), ("", "")],
    )
    def test_names(self, name: str, text: str) -> None:
        assert spoken(name) == text

    def test_a_rule_that_takes_nothing(self) -> None:
        assert line_of(1, replace(OWN, three_sided=None)).startswith("1. my rule: nothing;")


class TestPlaces:
    place = Place.of(replace(READ, frame=Frame(1.0, 0.0, (0.0, 0.0), False)))

    @pytest.mark.parametrize(
        ("spot", "words"),
        [((0, 0), "at the bottom left"), ((2, 2), "in the middle"), ((4, 2), "on the right"), ((2, 4), "at the top")],
    )
    def test_regions(self, spot: tuple[float, float], words: str) -> None:
        assert self.place.region(spot) == words

    @pytest.mark.parametrize(
        ("scale", "text"),
        [(1.0, "(1,\xa00.33)"), (10.0, "(10,\xa03.3)"), (1000.0, "(1000,\xa0330)"), (0.001, "(0.001,\xa00.00033)")],
    )
    def test_coordinates_show_about_a_hundredth_of_a_leg(self, scale: float, text: str) -> None:
        assert Place(Frame(scale, 0.0, (0.0, 0.0), False), (0, 0), (1, 1)).coordinates((1.0, 0.33)) == text

    @pytest.mark.parametrize(
        ("reason", "text"),
        [
            ("nothing fits at the vertex (1, -0.5)", "nothing fits at the vertex (10,\xa0-5)"),
            (
                "an edge is left, from (1e-05, 2.5), that is too long",
                "an edge is left, from (0,\xa025), that is too long",
            ),
            ("(1..2, 3) is no position", "(1..2, 3) is no position"),
        ],
    )
    def test_positions_in_reasons_are_put_in_the_outlines_coordinates(self, reason: str, text: str) -> None:
        assert Place(Frame(10.0, 0.0, (0.0, 0.0), False), (0, 0), (1, 1)).reason(reason) == text

    def test_minus_nothing_is_nothing(self) -> None:
        assert self.place.coordinates((-1e-9, 0.0)) == "(0,\xa00)"

    def test_concave_vertices_of_a_hole_are_those_of_its_outside(self) -> None:
        assert concave_count((UNIT,)) == 0
        assert concave_count((UNIT[::-1],)) == 4
