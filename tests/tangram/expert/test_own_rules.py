"""Rules of one's own: a line written by hand does what the line itself does, and whatever is wrong in it is said."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon
from shared.rankings_of_ones_own import LOOK_BACK, ranking_with
from shared.strategies import puzzles

from heuristan.cli import app
from heuristan.common import interrupting
from heuristan.common.clock import Clock
from heuristan.common.faults import InputError
from heuristan.common.plain_yaml import PlainYamlError
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.evidence import evidence_in
from heuristan.tangram.expert.host import registered
from heuristan.tangram.expert.host.driving import check_own
from heuristan.tangram.expert.host.own_matches import first_failing, own_matches
from heuristan.tangram.expert.host.registered import load_functions
from heuristan.tangram.expert.own_rules import OwnRules
from heuristan.tangram.expert.ranking import RankedRule, Ranking, accepted
from heuristan.tangram.expert.ranking_entries import RankingError
from heuristan.tangram.expert.ranking_file import ranking_in, read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.expert.runs import run_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Ended, Event, MatchesRuledOut, MatchTaken

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
WRITTEN = ("hull", "large-while-two", "same-again", "narrow-first", "no-small-early")
BELOW = "  - pieces-direct\n  - pieces-2.5-3.5-edges\n  - composites-direct\n  - pieces-2-3-edges\n"


def puzzle_of(shape: str) -> Puzzle:
    (puzzle,) = read_outlines(shape)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def trace_of(puzzle: Puzzle, ranking: Ranking, way: Way, engine: Engine = "compiled") -> list[Event]:
    events: list[Event] = []
    run_ranking(puzzle, ranking, way, Tracer(puzzle, ranking, rules_for(ranking, way), events.append), Clock(), engine)
    return events


def with_own(text: str, below: str = BELOW) -> Ranking:
    indented = "\n".join(f"      {line}" for line in text.splitlines())
    return ranking_in(f"rules:\n  - rule: own\n    clips: |\n{indented}\n{below}", "mine")


def by_hand(rule: RankedRule) -> RankedRule:
    """Return a line that joins sides, written as a person would."""
    grades = "|".join(sorted(frozenset().union(*(accepted(rule.asks(n)) for n in (3, 4)))))
    only = f" (name {'|'.join(sorted(rule.only))})" if rule.only else ""
    crosses = "" if rule.may_cross else " (not (Crossing (match ?match)))"
    order = f"(if (member$ ?name (create$ {' '.join(sorted(rule.last))})) then 1 else 0)" if rule.last else ""
    order += "".join(f" (preference {name} ?match (what-is-left))" for name in rule.prefer)
    name = " (name ?name)" if rule.last else only
    text = f"(Match (id ?match) (found joined) (kind {rule.kind}) (grades {grades}){name}){crosses}"
    return RankedRule(
        rule.name,
        rule.title,
        rule.kind,
        repeat=rule.repeat,
        own=OwnRules(f"(defrule {rule.name} {text} => (propose ?match {order}))"),
    )


def can_be_written(rule: RankedRule) -> bool:
    return not rule.asks_for_more and not rule.lays and not (rule.last and rule.only)


def what_was_done(events: list[Event]) -> list[tuple[object, ...]]:
    taken = (each for each in events if isinstance(each, MatchTaken))
    return [(each.step, each.rule, each.name, each.vertices, each.preferred_to) for each in taken]


@pytest.mark.part(6)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shape", ["cat", "lamp", "whale"])
def test_a_line_written_by_hand_does_what_the_line_does(shape: str, way: Way) -> None:
    ranking = read_ranking("deutsch-hayes-1972")
    rules = tuple(by_hand(rule) if can_be_written(rule) else rule for rule in ranking.rules)
    assert sum(rule.own is not None for rule in rules) >= 6
    own = Ranking("own", "own", rules, internal_edge=ranking.internal_edge)
    puzzle = puzzle_of(shape)
    assert what_was_done(trace_of(puzzle, own, way)) == what_was_done(trace_of(puzzle, ranking, way))


@pytest.mark.slow
@given(puzzle=puzzles(), line=st.integers(0, 9))
def test_a_line_written_by_hand_chooses_the_same_matches(puzzle: Puzzle, line: int) -> None:
    ranking = read_ranking("deutsch-hayes-1972")
    rule = ranking.rules[line]
    if not can_be_written(rule):
        return
    state = State.start(puzzle, ranking)
    from heuristan.tangram.expert.chooser import chooser_for

    decision = chooser_for((rule,)).decide(state, 0)
    wanted = (decision.match, *decision.preferred_to) if decision.match else ()
    assert own_matches((by_hand(rule),), 0, state, frozenset()) == wanted


@pytest.mark.slow
@pytest.mark.part(10)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", WRITTEN)
def test_both_engines_run_them_alike(name: str, way: Way, tmp_path: Path) -> None:
    pytest.importorskip("clips", reason="clipspy is not installed")
    path = tmp_path / "mine.yaml"
    (tmp_path / "own.clp").write_bytes((EXAMPLES / f"{name}.clp").read_bytes())
    path.write_text(f"rules:\n  - {{file: own.clp, repeat: true}}\n{BELOW}")
    ranking, puzzle = read_ranking(path), puzzle_of("cat")
    assert trace_of(puzzle, ranking, way, "clips") == trace_of(puzzle, ranking, way, "production")


@pytest.mark.slow
def test_the_hull_is_that_of_the_plane() -> None:
    ranking = read_ranking(EXAMPLES / "hull.yaml")
    for shape in ("cat", "runner", "whale", "fish", "swan"):
        state = State.start(puzzle_of(shape), ranking)
        hull = Polygon([xy(v.point) for v in state.boundary.vertices]).convex_hull.boundary.buffer(1e-6)
        triangles = [each for each in state.joined if each.kind == "piece" and len(each.cut.ring) == 3]
        expected = set()
        for match in triangles:
            ring = [xy(p) for p in match.cut.ring]
            lines = [LineString(ends) for ends in zip(ring, (*ring[1:], ring[0]), strict=True)]
            place = max(range(3), key=lambda side: lines[side].length)
            side, (p, q) = match.figure.sides[place], (match.cut.ring[place], match.cut.ring[(place + 1) % 3])
            if hull.contains(lines[place]) and state.ground.cover.grade(p, q, side.heading) != "O":
                expected.add(match.key)
        assert {match.key for match in own_matches(ranking.rules, 1, state, frozenset())} == expected


def test_numbers_behind_a_match_are_its_order() -> None:
    text = "(defrule q (Match (id ?match) (kind piece)) => (propose ?match (preference {} ?match (what-is-left))))"
    for preference, best in (("largest", max), ("smallest", min)):
        ranking = with_own(text.format(preference))
        state = State.start(puzzle_of("cat"), ranking)
        areas = [Polygon([xy(p) for p in m.cut.ring]).area for m in own_matches(ranking.rules, 0, state, frozenset())]
        assert len(areas) > 1
        assert areas[0] == pytest.approx(best(areas))


@pytest.mark.slow
def test_matches_laid_at_vertices_and_evidence_are_there_for_rules_that_ask() -> None:
    laid = with_own("(defrule q (Match (id ?match) (found laid) (kind piece)) => (propose ?match))")
    state = State.start(puzzle_of("cat"), laid)
    assert {m.key for m in own_matches(laid.rules, 0, state, frozenset())} == set(state.matches.by_key)
    found = 0
    for kind in ("only-place", "forced", "bare-vertex"):
        asked = with_own(f"(defrule q (Evidence (kind {kind}) (match ?m)) (Match (id ?m)) => (propose ?m))")
        for shape in ("lamp", "whale", "convex-square", "runner"):
            state = State.start(puzzle_of(shape), asked)
            evident = evidence_in(state, frozenset({kind}), {}, frozenset())
            assert {m.key for m in own_matches(asked.rules, 0, state, frozenset())} == set(evident)
            found += len(evident)
    assert found


@pytest.mark.slow
def test_what_they_rule_out_is_nobodys_proof() -> None:
    ranking = with_own("(defrule q (Match (id ?match) (kind piece)) => (rule-out ?match))")
    events = trace_of(puzzle_of("cat"), ranking, "backtracking")
    assert any(isinstance(event, MatchesRuledOut) and event.rule == "own" for event in events)
    none = with_own("(defrule q (Match (id ?match)) => (rule-out ?match))", "  - pieces-direct\n")
    ended = trace_of(puzzle_of("cat"), none, "backtracking")[-1]
    assert isinstance(ended, Ended)
    assert ended.status == "stuck"
    assert "rules of one's own leave" in ended.message


@pytest.mark.slow
def test_what_they_rule_out_is_no_dead_end() -> None:
    # at a vertex of this outline nothing but small triangles fits
    ranking, puzzle = ranking_with(LOOK_BACK["no-small-early"]), puzzle_of("runner")
    ended = trace_of(puzzle, ranking, "backtracking")[-1]
    assert isinstance(ended, Ended)
    assert ended.status == "solved"
    if find_spec("clips"):
        assert trace_of(puzzle, ranking, "backtracking", "clips")[-1] == ended


def test_a_run_that_they_leave_nothing_says_so(tmp_path: Path) -> None:
    text = "(defrule q (Match (id ?m)) => (rule-out ?m))"
    (tmp_path / "none.yaml").write_text(f"rules:\n  - {{rule: q, clips: '{text}'}}\n  - pieces-direct\n")
    command = ["solve", "convex-square", "--solver", "expert", "--ranking", str(tmp_path / "none.yaml")]
    words = " ".join(CliRunner().invoke(app, command).output.split())
    assert "rules of one's own may have ruled it out" in words
    assert "drawing" not in words


OF_A_MATCH = (
    "(Now (step ?s)) ?o <- (Outline (step ?s)) (Match (id ?m) (kind piece) (name ?name)) (test {}) => (propose ?m)"
)


@pytest.mark.slow
def test_a_condition_about_a_match_that_is_gone_is_false() -> None:
    ranking = with_own(f"(defrule q {OF_A_MATCH.format('(> (- (nth$ 1 (corner ?o ?m 1)) 5) -99999999)')})")
    ended = trace_of(puzzle_of("cat"), ranking, "published")[-1]
    assert isinstance(ended, Ended)


@pytest.mark.parametrize(
    ("condition", "words"),
    [("(> (+ ?name 5) 0)", "values do not go together"), ("(eq (side-grade ?o ?m 4) E)", "no side 4")],
)
def test_a_condition_that_cannot_be_computed_is_told_with_its_place(condition: str, words: str, tmp_path: Path) -> None:
    result = solved(tmp_path, "\n(defrule q\n" + OF_A_MATCH.replace("(test", "\n(test").format(condition) + ")")
    assert f"{tmp_path / 'own.clp'}:4: " in result.output
    assert words in result.output
    assert condition in result.output


def test_a_ranking_with_them_is_written_and_read_again() -> None:
    ranking = read_ranking(EXAMPLES / "hull.yaml")
    again = ranking_in(ranking_text(ranking), "hull")
    assert again == ranking


# faults

FAULTS = [
    ("(defrule q (Match (id ?match) => (propose ?match))", 1, "the parenthesis that begins here is not closed"),
    ("(defrule q (Match (id ?match)) => (propose ?m))", 1, "?m is not bound before"),
    ("(defrule q\n (Match (idd ?match)) => (propose ?match))", 2, "Match has no slot idd"),
    ("(defrule q (Match (id ?match)) => (propos ?match))", 1, "no rule proposes a match"),
    ("(defrule q (Match (id ?match)) => (propose x))", 1, "names no match; write (propose ?match)"),
    ("(deffunction f (?x) (propose ?x))", 1, "stands in a rule alone"),
    ("\n(defrule q (Match (id ?match)) (test (foo ?match)) => (propose ?match))", 2, "there is no function foo"),
    ("(defrule go-on (Match (id ?match)) => (propose ?match))", 1, "the rule go-on is defined twice"),
    ("(defrule x)", 1, "has no =>"),
    ("(rule q)", 1, "is no construct known here"),
    (") (", 1, "there is one ) too many"),
    ("()", 1, "is no construct"),
    ("(defrule q ?m <- (Match) => (propose ?m))", 1, "?m is a fact"),
    ("(deffunction f (?x) ?x)\n(defrule q (Match (id ?m)) (test (f 1 2)) => (propose ?m))", 2, "takes ?x; it has 2"),
]


@pytest.mark.parametrize(("text", "line", "words"), FAULTS)
def test_a_fault_is_told_with_file_and_line(text: str, line: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "own.clp").write_text(text)
    (tmp_path / "mine.yaml").write_text(f"rules:\n  - {{file: own.clp}}\n{BELOW}")
    with pytest.raises(RankingError) as found:
        read_ranking(tmp_path / "mine.yaml")
    assert str(found.value).startswith(f"{tmp_path / 'own.clp'}:{line}: ")
    assert words in str(found.value)


@given(text=st.text('()=>? $&|~"abcMatchdefrule\\\n;', max_size=60))
def test_no_text_ends_in_a_traceback(text: str) -> None:
    with pytest.raises((InputError, PlainYamlError)):
        with_own(text)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{file: none.clp}", "none.clp"),
        ("{file: /etc/hostname}", "leads out of the ranking's folder"),
        ("{file: ../own.clp}", "leads out of the ranking's folder"),
        ("{file: own.clp, clips: '(x)'}", "leave out 'file:' or 'clips:'"),
        ("{clips: '(defrule q (Match (id ?m)) => (propose ?m))'}", "has no name"),
        ("{file: own.clp, prefer: largest}", "has no key 'prefer'"),
        ("{rule: q, clips: [a]}", "'clips' must be a text of rules"),
    ],
)
def test_an_entry_that_cannot_be_used_is_refused_with_its_line(entry: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(f"name: mine\nrules:\n  - {entry}\n")
    with pytest.raises(RankingError, match=r"mine\.yaml:3: ") as found:
        read_ranking(tmp_path / "mine.yaml")
    assert words in str(found.value)


def test_a_ranking_that_is_no_file_names_no_files() -> None:
    with pytest.raises(PlainYamlError, match="there are no files here"):
        ranking_in("rules:\n  - {file: own.clp}\n", "mine")


def solved(tmp_path: Path, text: str, *more: str) -> Result:
    (tmp_path / "own.clp").write_text(text)
    (tmp_path / "mine.yaml").write_text(f"rules:\n  - {{file: own.clp}}\n{BELOW}")
    command = ["solve", "cat", "whale", "--no-backtracking", "--ranking", str(tmp_path / "mine.yaml"), *more]
    return CliRunner().invoke(app, command)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ("(retract 1)", "the run broke off"),
        ("(retract ?found)", "the run is not over"),
        ("(halt)", "the run is not over"),
        ("(bind ?x (nth$ a (create$ 1)))", "the run broke off"),
    ],
)
def test_who_breaks_a_run_is_told_so(actions: str, words: str, tmp_path: Path) -> None:
    result = solved(tmp_path, f"(defrule q ?found <- (Match (id ?match)) => {actions} (propose ?match))")
    assert result.exit_code == 1
    assert result.output.count("refused") == 2
    assert words in result.output


@pytest.mark.slow
def test_an_endless_rule_ends_with_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupting, "LATER", 0.1)
    for text in (
        "(defrule q (Match (id ?match)) => (while TRUE (bind ?x 1)) (propose ?match))",
        "(deftemplate Count (slot n)) (defrule q ?c <- (Count (n ?n)) => (retract ?c) (assert (Count (n (+ ?n 1)))))"
        "(defrule p (Match (id ?match)) => (assert (Count (n 0))) (propose ?match))",
    ):
        result = solved(tmp_path, text, "--limit", "0.5")
        assert "time limit" in result.output


@pytest.mark.slow
def test_conditions_call_functions_of_the_text_and_facts_of_it_are_there() -> None:
    text = """(deftemplate Wanted (slot name)) (deffacts mine (Wanted (name square)))
    (deffunction wanted (?name) (any-factp ((?w Wanted)) (eq ?w:name ?name)))
    (defrule q (Match (id ?match) (name ?name)) (test (wanted ?name)) => (propose ?match))"""
    ranking, puzzle = with_own(text), puzzle_of("cat")
    for engine in ("production", *(["clips"] if find_spec("clips") else [])):
        for _ in range(2):  # an engine is used again
            events = trace_of(puzzle, ranking, "published", engine)  # type: ignore[arg-type]
            taken = [event.name for event in events if isinstance(event, MatchTaken) and event.rule == "own"]
            assert set(taken) == {"square"}


# functions in Python


@pytest.mark.slow
def test_functions_of_a_file_are_called_also_by_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_REGISTERED", "_LOADED"):
        monkeypatch.setattr(registered, name, {})
    check_own.cache_clear()
    command = ["solve", "cat", "whale", "--ranking", str(EXAMPLES / "diagonal.yaml")]
    assert "there is no function is-diagonal" in CliRunner().invoke(app, command).output
    command += ["--functions", str(EXAMPLES / "turns.py"), "--jobs", "2"]
    assert CliRunner().invoke(app, command).exit_code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [("def f(:\n", ":1: "), ("\nx = 1 / 0\n", ":2: ZeroDivisionError"), (None, "there is no such file")],
)
def test_a_file_of_functions_that_fails_is_told_with_its_line(text: str | None, words: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "mine.py").write_text(text)
    with pytest.raises(InputError, match=r"mine\.py") as found:
        load_functions(tmp_path / "mine.py")
    assert words in str(found.value)


# what others say of them


def said(*lines: str) -> str:
    command = ["step", "cat", "--ranking", str(EXAMPLES / "hull.yaml")]
    return " ".join(CliRunner().invoke(app, command, input="\n".join(lines)).output.split())


@pytest.mark.slow
def test_stepping_speaks_of_them() -> None:
    assert 'Rule 2 ("A triangle whose hypotenuse lies on the convex hull"): two matches.' in said()
    assert "It is on the agenda as hypotenuse-on-hull" in said("why 1")
    not_open = "rule 2 asks (test (neq (side-grade ?outline ?match 1) O)), and that does not hold for it"
    assert not_open in said("why not 2 large-triangle at 9")


def test_why_not_names_the_first_condition_that_fails() -> None:
    text = "(defrule q (Vertex (number 99)) (Match (id ?match) (name large-triangle)) => (propose ?match))"
    ranking = with_own(text)
    state = State.start(puzzle_of("runner"), ranking)
    key = next(match.key for match in state.joined if match.name == "large-triangle")
    assert first_failing(ranking.rules, 0, state, frozenset(), key) == "(Vertex (number 99))"


@pytest.mark.slow
def test_stepping_knows_what_was_taken_before(tmp_path: Path) -> None:
    (tmp_path / "same-again.clp").write_bytes((EXAMPLES / "same-again.clp").read_bytes())
    (tmp_path / "mine.yaml").write_text(f"rules:\n  - {{file: same-again.clp}}\n{BELOW}")
    command = ["step", "cat", "--ranking", str(tmp_path / "mine.yaml")]
    told = " ".join(CliRunner().invoke(app, command, input="go\ngo\nwhy\nagenda\n").output.split())
    assert 'Rule 1 ("A piece of the kind that was taken last"): one match.' in told
    assert "It is on the agenda as same-again" in told
