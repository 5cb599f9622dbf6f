"""Why a rule takes one of its matches before another."""

from collections.abc import Container

from heuristan.tangram.expert.dead_ends import fits_at, tightest_end
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.preferences import FEWEST_FITS, PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.explain.words import NARROW, article
from heuristan.teaching.stepping.asking.naming import Names, figure_name


def why_before(names: Names, rule: RankedRule, first: Match, other: Match) -> str:
    """Return why a rule takes a match before another, as the end of a sentence with "because"."""
    state = names.state
    if other.name in rule.last and first.name not in rule.last:
        return f"it takes {article(figure_name(other.kind, other.name))} only where it finds no other figure"
    tightest = _tightest(names) if FEWEST_FITS in rule.prefer else ()
    for name in rule.prefer:
        preference = PREFERENCES[name]
        if preference.key(state, first, tightest) != preference.key(state, other, tightest):
            return f"it takes {preference.words}"
    mine, theirs = first.order[0], other.order[0]
    if mine != theirs:
        return f"it lies at a vertex with a smaller number, {mine} before {theirs}"
    if first.name != other.name:
        return f"both lie at vertex{NARROW}{mine}, and larger figures are stored first"
    return f"both lie at vertex{NARROW}{mine}, and this turn of the figure is stored first"


def _tightest(names: Names) -> Container[MatchKey]:
    moment = names.session.now
    end = tightest_end(moment.state, moment.state.matches.covering, moment.ruled_out)
    return fits_at(moment.state, end, moment.ruled_out) if end else ()
