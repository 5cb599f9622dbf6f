"""A puzzle taken apart by hand, match by match, with the rules to choose from; what is done is a trace.

Begin with `session`.
"""

from heuristan.tangram.assisting.stepping.completing import can_be_filled, last_hopeful
from heuristan.tangram.assisting.stepping.offers import Choice, ChoiceError, Offers, RuleOffer
from heuristan.tangram.assisting.stepping.session import Moment, Session

__all__ = [
    "Choice",
    "ChoiceError",
    "Moment",
    "Offers",
    "RuleOffer",
    "Session",
    "can_be_filled",
    "last_hopeful",
]
