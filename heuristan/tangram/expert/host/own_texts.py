"""Check of rules of one's own, before a run: every word in them is known, and every rule can be compiled."""

from functools import lru_cache

from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.host.looking import Looking
from heuristan.tangram.expert.host.match_questions import MatchQuestions
from heuristan.tangram.expert.host.recording import Recorder
from heuristan.tangram.expert.host.registered import registered
from heuristan.tangram.expert.host.run_text import run_text
from heuristan.tangram.expert.own_rules import OwnRules
from heuristan.tangram.expert.production.clips_notation import NotationFault
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking import RankedRule


@lru_cache(maxsize=64)
def check_own(rule: RankedRule) -> None:
    """Check the rules that are written for a line of a ranking.

    Raises:
        NotationFault: if there is a fault in them, with its line in their text.
    """
    own = rule.own
    assert own is not None
    text = run_text((rule,), (0,), "with backtracking", drawn=False)
    before = text[: text.index(_placed(own))].count("\n")
    try:
        System(text, names_of_functions())
    except NotationFault as fault:
        last = own.text.count("\n") + 1
        raise NotationFault(min(max(fault.line - before, 1), last), fault.words) from None


def _placed(own: OwnRules) -> str:
    return own.placed(1, 10, undoes=True)


def names_of_functions() -> Functions:
    """Return all functions of the host by their names, to be compiled but not called."""
    # the functions are listed without a run; each would look its run up only when it is called
    blank = object.__new__
    of_runs = (blank(Geometry), blank(Looking), blank(MatchQuestions), blank(Recorder))
    return {**registered(), **{name: each for part in of_runs for name, each in part.functions.items()}}
