"""A puzzle taken apart by hand, match by match, with the rules to choose from; what is done is a trace.

Begin with `session`; `asking` answers questions about it.
"""

from heuristan.teaching.stepping.asking import Consultation, Told
from heuristan.teaching.stepping.completing import can_be_filled, last_hopeful
from heuristan.teaching.stepping.offers import Choice, ChoiceError, Offers, RuleOffer
from heuristan.teaching.stepping.session import Moment, Session

__all__ = [
    "Choice",
    "ChoiceError",
    "Consultation",
    "Moment",
    "Offers",
    "RuleOffer",
    "Session",
    "Told",
    "can_be_filled",
    "last_hopeful",
]
