"""Rules of strangers that ask for all time, memory or depth: each is answered in words."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from shared.commands import Run

from heuristan.common import interrupting
from heuristan.tangram.expert.host import driving
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.whole_text import ranking_as_text

LATE = "The time limit was reached"
ENOUGH = 96
"""MiB that rules may take here."""
TOO_LARGE = f"more than {ENOUGH} MiB"


def among(number: int) -> str:
    """Return a rule that asks for some connections, whichever they are."""
    return f"(defrule mine {' '.join(f'(Connection (start ?a{n}))' for n in range(number))} => (bind ?x 1))"


def doing(actions: str) -> str:
    return f"(defrule mine (Now (step ?step)) => {actions})"


def growing(slot: str, first: str, pattern: str, next: str) -> str:
    """Return rules by which a fact brings in a larger one."""
    facts = f"(deftemplate Own ({slot} v)) (deffacts own (Own (v {first})))"
    return f"{facts} (defrule mine (Own (v {pattern})) => (assert (Own (v {next}))))"


DEEP = {
    "parentheses": ("(" * 5000 + ")" * 5000, "parentheses nest deeper than 64 levels"),
    "calls": (doing("(bind ?x " + "(abs " * 150 + "1" + ")" * 150 + ")"), "parentheses nest deeper than 64 levels"),
    "loops": (doing("(while TRUE do " * 30 + "(bind ?x 1)" + ")" * 30), "loops nest too deep"),
    "loops of a function": (
        "(deffunction mine () " + "(while TRUE do " * 30 + "(bind ?x 1)" + ")" * 31,
        "loops nest too deep",
    ),
    "digits": (doing(f"(bind ?x {'9' * 5000})"), "a word has 5,000 letters"),
    "a function of itself": ("(deffunction mine (?x) (mine ?x))" + doing("(mine 1)"), "the run broke off"),
}

ENDLESS = {
    "a count": doing("(loop-for-count (?i 1 1000000000000) do (bind ?x ?i))"),
    "a query": doing(f"(any-factp ({' '.join(f'(?a{n} Connection)' for n in range(9))}) FALSE)"),
    "conditions": among(12),
    "facts": growing("slot", "1", "?x", "(+ ?x 1)"),
    "digits": doing("(bind ?x 9) (while TRUE do (bind ?x (* ?x ?x)))"),
}
LARGE = {
    "a string": doing('(bind ?x "a") (while TRUE do (bind ?x (str-cat ?x ?x)))'),
    "strings": growing("slot", '"a"', "?x", "(str-cat ?x ?x)"),
    "lists": growing("multislot", "1 2", "$?x", "?x ?x"),
}


@pytest.fixture
def close_bounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """End runs sooner than usual, and by nobody but themselves.

    Hypothesis listens to the garbage collector; if the time is over just then, what is raised ends its listening.
    """
    monkeypatch.setattr(driving, "MOST_MEMORY", ENOUGH << 20)
    monkeypatch.setattr(interrupting, "LATER", 0.1)
    listening = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = listening


def answer(text: str, heuristan: Run, *more: str) -> tuple[int, str]:
    shipped = ranking_as_text(read_ranking("deutsch-hayes-1972"), "published")
    Path("mine.clp").write_text(f"{shipped}\n{text}\n", encoding="utf-8")
    outcome = heuristan("solve", "cat", "--ranking", "mine.clp", *more)
    assert "Traceback" not in outcome.out + outcome.err
    return outcome.status, outcome.out + outcome.err


@pytest.mark.parametrize("name", DEEP)
def test_depth_is_refused_in_words(name: str, heuristan: Run) -> None:
    text, words = DEEP[name]
    status, said = answer(text, heuristan)
    assert status in (1, 2)
    assert words in said


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no timers")
@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.usefixtures("close_bounds")
def test_what_does_not_end_is_ended(name: str, heuristan: Run) -> None:
    status, said = answer(ENDLESS[name], heuristan, "--limit", "0.5")
    assert status == 1
    assert LATE in said or TOO_LARGE in said


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not bounded here")
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.usefixtures("close_bounds")
def test_what_grows_is_ended(name: str, heuristan: Run) -> None:
    status, said = answer(LARGE[name], heuristan, "--limit", "60")
    assert status == 1
    assert TOO_LARGE in said
