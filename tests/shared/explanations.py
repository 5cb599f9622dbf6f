"""Small traces, and their explanations."""

from heuristan.tangram.explain import explain
from heuristan.tangram.trace.events import (
    Event,
    Frame,
    PuzzleRead,
    Rule,
)


def flat(text: str) -> str:
    """Return the text without its line breaks."""
    return " ".join(text.split())


def explained(*events: Event) -> str:
    """Explain some events, without line breaks."""
    return flat(explain(events))


UNIT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


DIRECT = Rule("pieces-direct", "Direct match, pieces", "piece", "EEE", "EEEE", (), (), "vertex-order", True)


OWN = Rule(
    "my-rule",
    "",
    "piece",
    "EMO",
    None,
    ("large-triangle",),
    ("small-triangle",),
    "largest",
    False,
    prefer_words=("the largest first",),
)


BARE = Rule(
    "bare-vertex",
    "Bare vertex",
    "piece",
    "OOO",
    "OOOO",
    (),
    (),
    "vertex-order",
    False,
    "bare-vertex",
    refutes=True,
    evidence_words="beside which nothing that is left fits at some other vertex",
)


SMALLEST = Rule(
    "c", "Composites", "composite", "EEX", "EEEX", (), (), "smallest", False, prefer_words=("the smallest first",)
)


READ = PuzzleRead(
    "p1",
    (((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)),),
    1,
    (("square", 2), ("small-triangle", 4)),
    "mine",
    (BARE, DIRECT, OWN, SMALLEST),
    "with backtracking",
    Frame(10.0, 0.0, (100.0, 0.0), False),
)


OF_SEARCHES = {"PiecePlaced", "SolutionFound", "SolutionsCounted"}
"""Events that rankings do not have."""
