"""Questions in a session: what the engine knows, what is on its agenda, why, why not, and what if.

Begin with `consultation`; what is asked of the engine is in `expert.asking`, the words for its conditions in `reasons`.
"""

from heuristan.teaching.stepping.asking.consultation import Consultation, Told

__all__ = ["Consultation", "Told"]
