"""A puzzle taken apart by hand, match by match, with the rules to choose from; what is done is a trace.

Begin with `session`, which takes the matches of `offered`; `consultation` answers questions about it. `shell` puts a
live engine under it, and `dialogue` answers what a person types, as does `shell_commands` what is typed as in CLIPS.
"""

from heuristan.teaching.stepping.consultation import Consultation, Told
from heuristan.teaching.stepping.offered import Choice, ChoiceError, Offers, RuleOffer
from heuristan.teaching.stepping.prospect import can_be_filled, last_hopeful
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
