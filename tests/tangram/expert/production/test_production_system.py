"""The production system: it reads CLIPS notation, says what is wrong with a text, and fires what CLIPS fires."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristan.tangram.expert.production.clips_notation import NotationFault, forms_of
from heuristan.tangram.expert.production.system import System

TEMPLATES = """
(deftemplate A (slot x) (slot y))
(deftemplate B (slot x) (multislot many))
(deftemplate Sum (slot of) (slot value))
"""
LEFT_SIDES = {
    "begins-with-nothing": "(not (A (x 2))) (B (x ?x))",
    "join": "(A (x ?x) (y ?y)) (B (x ?y))",
    "same": "(A (x ?x) (y ?x))",
    "literal": "(A (x 1|2) (y ?x&~2))",
    "predicate": "(A (x ?x&:(> ?x 1)) (y ?y&:(<= ?y ?x)))",
    "computed": "(A (x ?x)) (A (x =(+ ?x 1)) (y ?y))",
    "absent": "(A (x ?x)) (not (B (x ?x)))",
    "absent-together": "(A (x ?x)) (not (and (A (x =(+ ?x 1)) (y ?y)) (B (x ?y))))",
    "there": "(A (x ?x)) (exists (B (x ?y&:(> ?y ?x))))",
    "everywhere": "(A (x ?x)) (forall (B (x ?y)) (A (x ?y)))",
    "either": "(or (A (x 1) (y ?x)) (B (x ?x&3)))",
    "tested": "(A (x ?x) (y ?y)) (B (x ?z)) (test (= (+ ?x ?y) (* 2 ?z)))",
    "many": "(B (x ?x) (many $?several)) (test (member$ ?x ?several))",
    "open": "(B (x ?x) (many ? $?))",
}
"""Left sides that bind ?x."""
VALUES = st.integers(0, 3)
FACTS = st.lists(
    st.one_of(
        st.builds("(A (x {}) (y {}))".format, VALUES, VALUES),
        st.builds("(B (x {}) (many {}))".format, VALUES, st.lists(VALUES.map(str), max_size=3).map(" ".join)),
    ),
    max_size=8,
    unique=True,
)


def rule(name: str, left: str) -> str:
    return f"(defrule {name} {left} => (note {name} ?x))"


TEXT = TEMPLATES + "\n".join(rule(name, left) for name, left in LEFT_SIDES.items())


def fired_here(text: str, facts: list[str]) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    system = System(text, {"note": lambda *words: found.append(tuple(map(str, words)))})
    for fact in facts:
        system.load_facts(fact)
    system.run(500)
    return sorted(found)


def fired_in_clips(text: str, facts: list[str]) -> list[tuple[Any, ...]]:
    clips = pytest.importorskip("clips")
    found: list[tuple[Any, ...]] = []
    environment = clips.Environment()
    environment.define_function(lambda *words: found.append(tuple(map(str, words))), "note")
    for construct in forms_with_text(text):
        environment.build(construct)
    environment.reset()
    for fact in facts:
        environment.assert_string(fact)
    environment.run(500)
    return sorted(found)


def forms_with_text(text: str) -> list[str]:
    from heuristan.tangram.expert.host.clips_system import constructs_of

    return list(constructs_of(text))


@given(FACTS)
@settings(max_examples=10)
def test_the_rules_of_clips_that_fire_are_those_that_fire_here(facts: list[str]) -> None:
    assert fired_here(TEXT, facts) == fired_in_clips(TEXT, facts)


CHAIN = (
    TEMPLATES
    + """
(deffunction doubled (?n $?more) (if (> ?n 2) then ?n else (+ ?n ?n (length$ ?more))))
(defrule sums (logical (A (x ?x) (y ?y))) => (assert (Sum (of ?x) (value (doubled ?x ?y ?y)))))
(defrule shrinks ?b <- (B (x ?x&:(> ?x 0)) (many $?many)) => (modify ?b (x (- ?x 1)) (many (rest$ ?many) ?x)))
(defrule takes (declare (salience 5)) (B (x 0) (many ? $?)) ?a <- (A (x ?x)) => (note gone ?x) (retract ?a))
(defrule tells (declare (salience -5)) (Sum (of ?of) (value ?value)) => (note sum ?of ?value)
   (progn$ (?each (create$ ?of ?value)) (note each ?each-index ?each))
   (do-for-all-facts ((?b B)) (= ?b:x 0) (note last (implode$ ?b:many))))
"""
)


@given(FACTS)
@settings(max_examples=10)
def test_right_sides_do_what_those_of_clips_do(facts: list[str]) -> None:
    assert fired_here(CHAIN, facts) == fired_in_clips(CHAIN, facts)


@pytest.mark.parametrize("places", ["2 2", "1 3", "3 2", "0 1", "3 4", "FALSE FALSE", "(member$ d ?all) 3"])
def test_delete_takes_what_that_of_clips_takes(places: str) -> None:
    """Where a name is not among several, its place is FALSE."""
    text = f"{TEMPLATES}(defrule a => (bind ?all (create$ a b c)) (note (implode$ (delete$ ?all {places}))))"
    found = []
    for fired in (fired_here, fired_in_clips):
        try:
            found.append(fired(text, []))
        except Exception:
            found.append([])
    assert found[0] == found[1]


def test_what_depends_on_a_fact_goes_with_it() -> None:
    system = System(TEMPLATES + "(defrule sums (logical (A (x ?x))) => (assert (Sum (of ?x))))", {})
    system.load_facts("(A (x 1) (y 1)) (A (x 1) (y 2))")
    system.run()
    first, second = system.facts("A")
    system.engine.retract(first)
    system.run()
    assert [fact["of"] for fact in system.facts("Sum")] == [1], "the second fact still supports it"
    system.engine.retract(second)
    system.run()
    assert not list(system.facts("Sum"))


def test_numbers_of_facts_are_used_once() -> None:
    system = System(TEMPLATES, {})
    system.load_facts("(A (x 1) (y 1))")
    (first,) = system.facts("A")
    system.engine.retract(first)
    system.load_facts("(A (x 1) (y 1))")
    (again,) = system.facts("A")
    assert again.index > first.index


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(defrule a\n  (A (x ?x))", "line 1: the parenthesis that begins here is not closed"),
        ("(deftemplate A (slot x)))", "line 1: there is one ) too many"),
        ("\nhello", "line 2: hello stands outside of parentheses"),
        ('(defrule a "open => )', "begins nothing; a string ends with a second quotation mark"),
        ("\n\n(defclass A)", "line 3: (defclass ...) is no construct known here"),
        ("(defrule)", "line 1: (defrule ...) has no name"),
        ("(defrule a (A (x 1)))", "line 1: the rule a has no =>"),
        ("(defrule a\n (Z (x 1)) =>)", "line 2: (Z ...) is no template"),
        ("(defrule a\n (A (z 1)) =>)", "line 2: A has no slot z; its slots are x, y"),
        ("(defrule a (A (x ?x)) =>\n (assert (A (z 1))))", "line 2: A has no slot z"),
        ("(defrule a (A (x ?x)) =>\n (frobnicate ?x))", "line 2: there is no function frobnicate"),
        ("(defrule a\n (A (x ?x)) (test (> ?z 1)) =>)", "line 2: ?z is not bound before"),
        ("(defrule a (A (x ?x)) =>)\n(defrule a (A (x ?x)) =>)", "line 2: the rule a is defined twice"),
        ("(defrule a (declare (speed 3)) (A (x ?x)) =>)", "a rule can declare its salience alone"),
        ("(defrule a (A (x 1 2)) =>)", "a slot of one value has several"),
        ("(defrule a (A (x ?x)) =>\n (assert (A (x ?y))))", "line 2: ?y is not bound before"),
        ("(deffunction f (?x)\n (+ ?x ?y))", "line 2: ?y is not bound before"),
        ("(deftemplate M (multislot m))\n(defrule a (M (m ?first $?)) =>)", "line 2: the slot m can be a variable"),
        ("(deffunction)", "line 1: (deffunction ...) has no name"),
        ("(deffunction f (?x y) ?x)", "the parameters of f are not variables alone"),
        ("\n(deffacts f (B (x 1)))", "line 2: (B ...) is no template"),
        ("\n(deffacts f B)", "line 2: something in f is no fact"),
        ("(deffacts f (A (x (+ 1 1))))", "(x (+ 1 1)) holds something that is no value"),
        ("(deftemplate M (slot m (type INTEGER)))", "the slot m has a facet that is not known here"),
        ("(defrule a\n (A (x)) =>)", "line 2: the slot x of A takes one value"),
        ("(defrule a\n (A (1 x)) =>)", "line 2: A has no slot (1 x)"),
        ("\n(defrule a (A (x ?x)) 3 =>)", "line 2: 3 is no condition"),
        ("(defrule a (A (x ?x)) (test) =>)", "(test ...) takes one condition"),
        ("\n(defrule a (forall) =>)", "line 2: a: something is missing, or stands in the wrong place"),
        ("(defrule a =>\n (progn$ (?x) (halt)))", "line 2: (progn$ ...): something is missing"),
        ("(defrule a =>\n (bind 3 4))", "line 2: (bind 3 4) binds no variable"),
        ("(defrule a =>\n (modify))", "line 2: (modify ...): something is missing"),
        ("(defrule a (A (x ?x)) (test (> ?x)) =>)", "(> ...) takes 2 values or more; it has 1"),
        ("(defrule a => (nth$ 1))", "(nth$ ...) has too many values, or too few: 1"),
        ("(defrule a => (3))", "(3) does not begin with the name of a function"),
        ("(defrule a (declare (salience 10001)) =>)", "a salience lies between -10000 and 10000"),
    ],
)
def test_a_fault_is_told_with_its_line_and_its_mend(text: str, words: str) -> None:
    with pytest.raises(NotationFault) as told:
        System("(deftemplate A (slot x) (slot y))" + text, {})
    assert words in str(told.value)


@given(
    st.recursive(
        st.one_of(st.integers(), st.sampled_from(["a", "b-c", '"d e"'])), lambda each: st.lists(each, max_size=4)
    )
)
def test_a_form_keeps_what_is_in_it(tree: Any) -> None:
    def written(part: Any) -> str:
        return f"({' '.join(map(written, part))})" if isinstance(part, list) else str(part)

    def shape(part: Any) -> Any:
        return [shape(each) for each in part.items] if hasattr(part, "items") else str(part)

    def plain(part: Any) -> Any:
        return [plain(each) for each in part] if isinstance(part, list) else str(part).strip('"')

    (form,) = forms_of(written([tree]))
    assert shape(form) == plain([tree])


@pytest.mark.parametrize(
    "text",
    [
        """(deftemplate T'+print(1)+' (slot a)) (defrule r => (assert (T'+print(1)+' (a 1))))""",
        """(deftemplate T (slot a':print(1),'b)) (defrule r => (assert (T (a':print(1),'b 1))))""",
        '(defrule r => (bind "x=print(1)\nv_y" 1))',
        "(defrule r => (bind x=print,y 1))",
        '(defrule r => (loop-for-count (?n 1 2) (bind "n: print(1)\n" 2)))',
        "(deffunction f'print (?x) ?x) (defrule r => (f'print 1))",
    ],
)
def test_no_word_of_a_text_is_run_as_python(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(NotationFault):
        System(text, {}).run()
    assert capsys.readouterr().out == ""
