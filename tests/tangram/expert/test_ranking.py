"""Rankings: what they read as, which grades they accept, and how a wrong one is refused."""

import os
import re
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.states import state_of

from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import DEFAULT, Ranking, accepted, covered, differences
from heuristan.tangram.expert.ranking_entries import RANKING_KEYS, RULE_KEYS, RankingError, catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.pieces.sets import TANGRAM

grade_words = st.integers(3, 4).flatmap(lambda sides: st.text(GRADES, min_size=sides, max_size=sides))


def best_first(word: str) -> str:
    return "".join(sorted(word, key=GRADES.index))


def serves(grades: str, asked: str) -> bool:
    """Return whether the sides can be dealt out so that each is as good as what is asked: every deal is tried."""
    return any(
        all(GRADES.index(grade) <= GRADES.index(limit) for grade, limit in zip(deal, asked, strict=True))
        for deal in permutations(grades)
    )


@given(grade_words)
def test_what_is_accepted_is_what_can_be_dealt_out(asked: str) -> None:
    every = {best_first("".join(word)) for word in product(GRADES, repeat=len(asked))}
    assert accepted(best_first(asked)) == {word for word in every if serves(word, asked)}


@given(grade_words, st.data())
def test_a_better_side_always_serves(asked: str, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(sorted(accepted(best_first(asked)))))
    side = data.draw(st.integers(0, len(word) - 1))
    better = data.draw(st.sampled_from(GRADES[: GRADES.index(word[side]) + 1]))
    assert best_first(word[:side] + better + word[side + 1 :]) in accepted(best_first(asked))


def test_nothing_asked_accepts_nothing() -> None:
    assert accepted(None) == frozenset()


rules = st.sampled_from(sorted(catalogue()))


class TestWhatShips:
    def test_the_default_comes_first(self) -> None:
        assert ranking_names()[0] == DEFAULT
        assert len(ranking_names()) >= 4

    @pytest.mark.parametrize("name", ranking_names())
    def test_each_is_read_and_named_like_its_file(self, name: str) -> None:
        ranking = read_ranking(name)
        assert ranking.name == name
        assert ranking.title
        assert ranking.entry_lines

    @pytest.mark.parametrize("name", ranking_names())
    def test_each_is_written_and_read_back(self, name: str, tmp_path: Path) -> None:
        path, shipped = tmp_path / "written.yaml", read_ranking(name)
        for ranking in (shipped, replace(shipped, entry_points=shipped.entry_points[:1] or (shipped.rules[-1].name,))):
            text = ranking_text(ranking)
            path.write_text(text, encoding="utf-8")
            assert read_ranking(path) == ranking
            assert max(map(len, text.splitlines()[:-1])) < 180
            assert "'1'" not in text

    def test_the_default_has_the_order_of_figure_23(self) -> None:
        ranking = read_ranking(DEFAULT)
        assert [(rule.kind, rule.three_sided, rule.four_sided) for rule in ranking.rules] == [
            ("piece", "EEE", "EEEE"),
            ("piece", "EEM", "EEEM"),
            ("composite", "EEE", "EEEE"),
            ("composite", "EEM", "EEEM"),
            ("piece", "EEX", "EEEX"),
            ("composite", "EEX", "EEEX"),
            ("piece", "EXX", "EEXX"),
            ("piece", None, "EEEO"),
            ("piece", None, "EEXO"),
            ("piece", "EEO", None),
        ]
        assert [rule.repeat for rule in ranking.rules] == [True] * 4 + [False] * 6
        assert ranking.most_composites == 3

    def test_every_rule_of_the_catalogue_has_a_title_and_a_note(self) -> None:
        for rule in catalogue().values():
            assert rule.title != rule.name
            assert "Accepts" in rule.note or "paper" in rule.note or len(rule.note) > 40

    @pytest.mark.parametrize("name", ranking_names())
    def test_rules_that_others_cover_are_explained(self, name: str) -> None:
        ranking = read_ranking(name)
        places = re.findall(r"Rule (\d+) is (?:then )?applied only where an attempt starts at it", ranking.note)
        assert places == [re.findall(r"\d+", said)[0] for said in covered(ranking)]

    @given(rules, rules, st.text("EMXO", min_size=3, max_size=4))
    def test_what_covers_a_rule_takes_what_it_takes(self, one: str, other: str, grades: str) -> None:
        above, below = catalogue()[one], catalogue()[other]
        if above.covers(below):
            assert below.kind == above.kind
            assert above.takes(grades) or not below.takes(grades)

    def test_no_ranking_differs_from_itself_and_the_others_do(self) -> None:
        default = read_ranking(DEFAULT)
        assert differences(default, default) == []
        for name in ranking_names()[1:]:
            assert differences(read_ranking(name), default)


def written(folder: Path, text: str | bytes, name: str = "mine.yaml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


class TestARankingOfOnesOwn:
    TEXT = """\
name: of-my-own
composites: all
most-composites: 2
extension-lines: {shortest: r2, parallel: 1/2}
rules:
  - pieces-direct
  - {rule: pieces-2-3-edges, repeat: true, last: [square], prefer: largest}
  - rule: squares-anywhere
    title: Squares
    of: pieces
    four-sided: oxee
    only: [square]
    may-cross: true
    note: >-
      On two
      lines.
"""

    def read(self, folder: Path) -> Ranking:
        return read_ranking(written(folder, self.TEXT))

    def test_a_rule_of_the_catalogue_is_taken_as_it_is(self, tmp_path: Path) -> None:
        assert self.read(tmp_path).rules[0] == catalogue()["pieces-direct"]

    def test_settings_change_a_rule(self, tmp_path: Path) -> None:
        rule, original = self.read(tmp_path).rules[1], catalogue()["pieces-2-3-edges"]
        assert (rule.repeat, rule.last, rule.prefer) == (True, frozenset({"square"}), ("largest",))
        assert (rule.three_sided, rule.four_sided) == (original.three_sided, original.four_sided)

    def test_a_rule_is_defined_in_place(self, tmp_path: Path) -> None:
        rule = self.read(tmp_path).rules[2]
        assert (rule.name, rule.kind, rule.three_sided, rule.four_sided) == ("squares-anywhere", "piece", None, "EEXO")
        assert (rule.only, rule.may_cross, rule.note) == (frozenset({"square"}), True, "On two lines.")

    def test_the_settings_of_the_ranking_are_read(self, tmp_path: Path) -> None:
        ranking = self.read(tmp_path)
        assert (ranking.composites, ranking.most_composites) == ("all", 2)
        assert (ranking.shortest, ranking.parallel) == (parse_length("r2"), parse_length("1/2"))

    def test_a_strict_one_is_by_the_letter_of_the_paper(self, tmp_path: Path) -> None:
        text = f"strict: true\n{self.TEXT}"
        strict = read_ranking(written(tmp_path, text))
        assert strict.entry_points == ("pieces-direct", "pieces-2-3-edges")
        assert not any(rule.joins(sides) for rule in strict.rules for sides in (3, 4))
        assert replace(strict, strict=False, entry_points=()).rules == self.read(tmp_path).rules
        assert "strict" in differences(strict, self.read(tmp_path))
        assert read_ranking(written(tmp_path, ranking_text(strict))) == strict
        own = read_ranking(written(tmp_path, f"{text}entry-points: [squares-anywhere]\n"))
        assert own.entry_points == ("squares-anywhere",)

    @pytest.mark.parametrize(
        ("words", "preferences"),
        [
            ("largest", ("largest",)),
            ("[largest]", ("largest",)),
            ("[fewest-vertices, best-grades]", ("fewest-vertices", "best-grades")),
            ("vertex-order", ()),
            ("[smallest, vertex-order]", ("smallest",)),
        ],
    )
    def test_preferences_may_be_several(self, words: str, preferences: tuple[str, ...], tmp_path: Path) -> None:
        text = f"rules:\n  - {{rule: pieces-direct, prefer: {words}}}\n"
        assert read_ranking(written(tmp_path, text)).rules[0].prefer == preferences

    @pytest.mark.parametrize("evidence", EVIDENCE)
    def test_a_rule_of_ones_own_may_ask_for_evidence(self, evidence: str, tmp_path: Path) -> None:
        rule = read_ranking(
            written(tmp_path, f"{MINE}  - vertex-fit\n" % f"three-sided: EEO, evidence: {evidence}")
        ).rules[0]
        assert rule.evidence == evidence
        assert rule.rules_out == EVIDENCE[evidence].refutes

    def test_attempts_start_at_every_rule_that_extracts(self, tmp_path: Path) -> None:
        ranking = read_ranking(written(tmp_path, "rules: [bare-vertex, pieces-direct, no-room, vertex-fit]\n"))
        assert ranking.entry_lines == (1, 3)

    def test_attempts_start_where_the_ranking_says(self, tmp_path: Path) -> None:
        text = "rules: [bare-vertex, pieces-direct, forced, vertex-fit]\nentry-points: [vertex-fit, pieces-direct]\n"
        ranking = read_ranking(written(tmp_path, text))
        assert ranking.entry_points == ("vertex-fit", "pieces-direct")
        assert ranking.entry_lines == (3, 1)
        assert "entry points: vertex-fit, pieces-direct instead of every rule" in differences(
            ranking, read_ranking(DEFAULT)
        )

    def test_without_a_name_it_is_called_like_its_file(self, tmp_path: Path) -> None:
        assert read_ranking(written(tmp_path, "rules: [pieces-direct]", "short.yaml")).name == "short"

    def test_a_byte_order_mark_does_no_harm(self, tmp_path: Path) -> None:
        assert read_ranking(written(tmp_path, b"\xef\xbb\xbfrules: [pieces-direct]\n")).rules

    def test_the_extreme_thresholds_that_are_read_can_be_used(self, tmp_path: Path) -> None:
        text = "rules: [pieces-direct]\nextension-lines: {shortest: 100, parallel: 100r2, internal-edge: 0}\n"
        square, ranking = TANGRAM.by_name["square"].ring, read_ranking(written(tmp_path, text))
        for denominator in (1, 64):
            state_of([square], ranking=ranking, denominator=denominator)

    def test_a_rule_that_was_used_differs_in_its_own_settings_alone(self, tmp_path: Path) -> None:
        ranking = read_ranking(written(tmp_path, "rules: [{rule: pieces-direct, three-sided: EEM}]\n"))
        default = read_ranking(DEFAULT)
        for rule in (*ranking.rules, *default.rules):
            assert rule.takes("EEE") or rule.takes_any in (True, False)  # makes the values that it keeps
        assert "pieces-direct has another three_sided, repeat" in differences(ranking, default)

    def test_differences_are_in_words(self, tmp_path: Path) -> None:
        words = "; ".join(differences(self.read(tmp_path), read_ranking(DEFAULT)))
        assert "without composites-direct" in words
        assert "with squares-anywhere at place 3" in words
        assert "composites: all instead of paper" in words


MINE = "rules:\n  - {rule: mine, of: pieces, %s}\n"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

WRONG: dict[str, tuple[str, int, str]] = {
    "comment alone": ("# rules\n", 1, "empty"),
    "a list": ("- pieces-direct\n", 1, "rules"),
    "a word": ("pieces-direct\n", 1, "rules"),
    "no rules": ("name: mine\n", 1, "add 'rules:'"),
    "empty rules": ("name: mine\nrules: []\n", 2, "list"),
    "rules that are nothing": ("name: mine\nrules:\n", 2, "list"),
    "rules that are a word": ("rules: pieces-direct\n", 1, "list"),
    "strict by a word": ("strict: maybe\nrules: [pieces-direct]\n", 1, "'strict' cannot be 'maybe'"),
    "unknown key": ("name: mine\nruels:\n  - pieces-direct\n", 2, "did you mean 'rules'?"),
    "unknown key of a rule": (MINE % "three-sided: EEE, onyl: [square]", 2, "did you mean 'only'?"),
    "unknown key of the lines": ("rules: [pieces-direct]\nextension-lines: {shortet: 1}\n", 2, "'shortest'?"),
    "key twice": ("name: a\nname: b\nrules: [pieces-direct]\n", 2, "'name' is there twice"),
    "unknown rule": ("rules:\n  - pieces-driect\n", 2, "did you mean 'pieces-direct'?"),
    "number as rule": ("rules:\n  - 1\n", 2, "unknown rule '1'"),
    "rule twice": ("rules:\n  - pieces-direct\n  - pieces-direct\n", 3, "'pieces-direct' is there twice"),
    "rule twice, once changed": ("rules:\n  - pieces-direct\n  - {rule: pieces-direct, repeat: true}\n", 3, "twice"),
    "rule without a name": ("rules:\n  - {of: pieces, three-sided: EEE}\n", 2, "rule: NAME"),
    "list in a list of equal rank": ("rules:\n  - [pieces-direct, [forced]]\n", 2, "a rule must be a table"),
    "unknown rule of equal rank": ("rules:\n  - [squares, pieces-driect]\n", 2, "did you mean 'pieces-direct'?"),
    "rule of equal rank twice": ("rules:\n  - [squares, squares]\n", 2, "'squares' is there twice"),
    "evidence of equal rank": ("rules:\n  - pieces-direct\n  - [squares, forced]\n", 3, "a line of its own"),
    "two preferences of one rank": (
        "rules: [[pieces-direct, composites-2-3-edges]]\n",
        1,
        "add 'prefer: [vertex-order]'",
    ),
    "one of a rank repeated": (
        "rules: [[pieces-direct, {rule: composites-direct, repeat: true}]]\n",
        1,
        "repeat: false",
    ),
    "places of one figure in a rank": (
        "rules: [[pieces-direct, {rule: mine, of: pieces, three-sided: OOO}]]\n",
        1,
        "two or more O",
    ),
    "entry points of one rank": (
        "rules: [[pieces-direct, composites-direct]]\nentry-points: [pieces-direct, composites-direct]\n",
        2,
        "each line once",
    ),
    "rule named by a list": ("rules:\n  - {rule: [mine], of: pieces, three-sided: EEE}\n", 2, "single"),
    "rule that takes nothing": ("rules:\n  - {rule: mine, of: pieces}\n", 2, "add 'three-sided:'"),
    "rule of nothing known": ("rules:\n  - {rule: mine, of: piece, three-sided: EEE}\n", 2, "'pieces'?"),
    "unknown grade": (MINE % "three-sided: EEQ", 2, "unknown grade 'Q'"),
    "too many grades": (MINE % "three-sided: EEEE", 2, "has 4 grades; a 3-sided figure has 3"),
    "too few grades": (MINE % "four-sided: EEE", 2, "has 3 grades; a 4-sided figure has 4"),
    "unknown piece": (MINE % "three-sided: EEE, only: [larg-triangle]", 2, "did you mean 'large-triangle'?"),
    "unknown composite": (
        "rules:\n  - {rule: mine, of: composites, three-sided: EEE,\n     only: [tringle-r2]}\n",
        3,
        "did you mean 'triangle-r2'?",
    ),
    "unknown evidence": (MINE % "three-sided: EEE, evidence: force", 2, "did you mean 'forced'?"),
    "evidence in a list": (MINE % "three-sided: EEE, evidence: [forced]", 2, "single"),
    "unknown preference in a list": (MINE % "three-sided: EEE, prefer: [largest, bst-grades]", 2, "'best-grades'?"),
    "no preference": (MINE % "three-sided: EEE, prefer: []", 2, "list"),
    "unknown entry point": ("rules: [pieces-direct]\nentry-points: [pieces-driect]\n", 2, "'pieces-direct'?"),
    "entry point that is no rule of it": ("rules: [pieces-direct]\nentry-points: [vertex-fit]\n", 2, "'vertex-fit'"),
    "entry point that rules out": ("rules: [no-room, forced]\nentry-points: [no-room]\n", 2, "'no-room'"),
    "entry point twice": ("rules: [forced]\nentry-points: [forced, forced]\n", 2, "each line once"),
    "rules that only rule out": ("name: mine\nrules: [bare-vertex, no-room]\n", 2, "add a rule that extracts"),
    "no entry points": ("rules: [forced]\nentry-points: []\n", 2, "list"),
    "one entry point without a list": ("rules: [forced]\nentry-points: forced\n", 2, "list"),
    "unknown preference": (MINE % "three-sided: EEE, prefer: smalest", 2, "did you mean 'smallest'?"),
    "yes for true": (MINE % "three-sided: EEE, repeat: yes", 2, "'yes'"),
    "unknown composites": ("rules: [pieces-direct]\ncomposites: papers\n", 2, "did you mean 'paper'?"),
    "no count": ("rules: [pieces-direct]\nmost-composites: many\n", 2, "'many' is not a number"),
    "count of strange digits": (
        "rules: [pieces-direct]\nmost-composites: \N{SUPERSCRIPT THREE}\n",
        2,
        "is not a number",
    ),
    "negative count": ("rules: [pieces-direct]\nmost-composites: -1\n", 2, "'-1' is not a number"),
    "no length": ("rules: [pieces-direct]\nextension-lines: {shortest: long}\n", 2, "'long' is not a length"),
    "negative length": ("rules: [pieces-direct]\nextension-lines: {shortest: -1}\n", 2, "not a length"),
    "length beyond exactness": ("rules: [pieces-direct]\nextension-lines: {parallel: 20000r2}\n", 2, "not a length"),
    "no YAML": ("rules:\n  - [pieces-direct\n", 3, "not YAML"),
    "tab": ("rules:\n\t- pieces-direct\n", 2, "not YAML"),
    "two documents": ("rules: [pieces-direct]\n---\nrules: [pieces-direct]\n", 2, "document"),
    "tag on a list": ('name: !!python/object/apply:os.system ["exit 3"]\nrules: [pieces-direct]\n', 1, "tag"),
    "tag on a word": ("rules: [pieces-direct]\nname: !!python/name:os.system mine\n", 2, "tag"),
    "alias bomb": (BOMB + "rules: *i\n", 1, "alias"),
    "alias bomb as key": (BOMB.replace("a:", "name:", 1) + "? *i\n: 1\n", 1, "alias"),
    "anchor within itself": ("rules: &a [*a]\n", 1, "alias"),
    "nesting": ("rules: " + "[" * 3000 + "]" * 3000 + "\n", 1, "deeper"),
    "endless nesting": ("[" * 50_000, 1, "deeper"),
    "control character": ("rules: [pieces-direct]\nname: a\x01b\n", 2, "U+0001"),
    "escaped control character": ('rules: [pieces-direct]\nname: "\\e[31m"\n', 2, "control character"),
    "half a surrogate pair": ('rules: [pieces-direct]\nname: "\\ud800"\n', 2, "surrogate"),
    "impossible escape": ('name: "\\UFFFFFFFF"\n', 1, "escape"),
}


class TestRefusals:
    @pytest.mark.slow
    @pytest.mark.parametrize("case", WRONG)
    def test_a_wrong_file_is_refused_with_its_line_and_the_right_word(self, case: str, tmp_path: Path) -> None:
        text, line, words = WRONG[case]
        path = written(tmp_path, text)
        with pytest.raises(RankingError) as caught:
            read_ranking(path)
        message = str(caught.value)
        assert message.startswith(f"{path}:{line}: ")
        assert words in message
        assert message.isprintable()
        assert len(message) < len(str(path)) + 400

    @pytest.mark.parametrize(
        "content",
        [bytes(range(256)), "name: \u00e9\n".encode("latin-1"), "rules: [pieces-direct]".encode("utf-16")],
        ids=["binary", "latin-1", "utf-16"],
    )
    def test_what_is_not_utf_8_is_refused(self, content: bytes, tmp_path: Path) -> None:
        with pytest.raises(RankingError, match=r"mine\.yaml(:1)?: the file is (not UTF-8|binary|UTF-16)"):
            read_ranking(written(tmp_path, content))

    def test_null_bytes_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(RankingError, match=r"mine\.yaml"):
            read_ranking(written(tmp_path, b"rules: \0\0"))

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user who may not read everything")
    def test_a_file_that_may_not_be_read_is_refused(self, tmp_path: Path) -> None:
        path = written(tmp_path, "rules: [pieces-direct]")
        path.chmod(0)
        with pytest.raises(RankingError, match="cannot be read"):
            read_ranking(path)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("deutsch-hays-1972", f"did you mean '{DEFAULT}'?"),
            ("zzz", DEFAULT),
            ("", DEFAULT),
            ("catalogue", DEFAULT),
            (os.curdir, DEFAULT),
            ("a\0b", DEFAULT),
            ("x" * 5000, DEFAULT),
            ("no/such/file.yaml", DEFAULT),
        ],
    )
    def test_what_is_missing_is_refused_with_the_nearest_name(self, name: str, words: str) -> None:
        with pytest.raises(RankingError, match="there is no ranking or file") as caught:
            read_ranking(name)
        assert words in str(caught.value)
        assert len(str(caught.value)) < 500


words = st.sampled_from(
    [
        *RANKING_KEYS,
        *RULE_KEYS,
        *catalogue(),
        *TANGRAM.names,
        *PREFERENCES,
        *["EEE", "EEXO", "pieces", "composites", "1", "1+2r2", "-3", "true", "&a", "*a", "!!int", "? ", "<<", "- ", ""],
        *[": ", "{", "}", "[", "]", ", ", "\n", "\n  ", "\n  - ", "'", '"', "|", ">-", "#", "---\n", "\t", "\u2028"],
    ]
)
garbage = st.one_of(
    st.lists(words, max_size=40).map("".join).map(str.encode),
    st.lists(st.one_of(words, st.text(max_size=4)), max_size=25).map(
        lambda found: "".join(found).encode("utf-8", "surrogatepass")
    ),
    st.binary(max_size=40),
)


def fault_in(path: Path) -> str | None:
    """Why a ranking is refused, or None. Any other exception fails the test."""
    try:
        assert read_ranking(path).rules
    except RankingError as fault:
        return str(fault)
    return None


@given(garbage)
@settings(max_examples=67, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_garbage_is_read_or_refused_and_nothing_else(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, content)
    fault = fault_in(path)
    assert fault is None or re.match(rf"{re.escape(str(path))}(:\d+)?: ", fault)


@pytest.mark.slow
@given(st.sampled_from(sorted(WRONG)), st.integers(0, 9999), st.sampled_from(["", "\n", " ", "[", "*", "!", "\0", "x"]))
@settings(max_examples=33, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_nearly_right_file_is_read_or_refused(tmp_path: Path, case: str, place: int, change: str) -> None:
    text = TestARankingOfOnesOwn.TEXT if place % 2 else WRONG[case][0][:3000]
    place %= len(text) + 1
    path = written(tmp_path, text[:place] + change + text[place + 1 :])
    fault = fault_in(path)
    assert fault is None or str(path) in fault
