"""Moves: a candidate near another one, or anywhere."""

from collections.abc import Mapping
from random import Random

from heuristan.lab.searching.space import Candidate, OneOf, Place, Space

STAYING = 0.55
"""Chance that a candidate is no further away after each move."""

ORDERS = 0.5
"""Share of moves that change the place of a rule, if more than the order may change."""


def moved(space: Space, candidate: Candidate, rng: Random) -> Candidate:
    """Return a candidate that is one or a few moves away."""
    values = dict(candidate)
    while True:
        name = _which(space, rng)
        parameter = space.parameters[name]
        if isinstance(parameter, OneOf):
            values[name] = rng.choice([word for word in parameter.words if word != values[name]])
        else:
            values |= _placed(space, values, name, rng)
        if rng.random() < STAYING:
            return values


def anywhere(space: Space, rng: Random) -> Candidate:
    """Return a candidate; all are equally likely."""
    return {
        name: rng.choice(parameter.words) if isinstance(parameter, OneOf) else rng.random()
        for name, parameter in space.parameters.items()
    }


def _which(space: Space, rng: Random) -> str:
    """Return the parameter that a move changes: the order as often as everything else."""
    places = [name for name, parameter in space.parameters.items() if isinstance(parameter, Place)]
    choices = [name for name in space.parameters if name not in places]
    is_order = places and (not choices or rng.random() < ORDERS)
    return rng.choice(places if is_order else choices)


def _placed(space: Space, values: Candidate, name: str, rng: Random) -> Mapping[str, float]:
    """Return the places of a group after one of them is moved between two others, mostly nearby."""
    group = [each for each, parameter in space.parameters.items() if parameter == space.parameters[name]]
    group.sort(key=lambda each: values[each])
    here = group.index(name)
    far = min(len(group) - 1, 1 + int(rng.expovariate(0.5)))
    there = here + rng.choice((-far, far))
    group.insert(max(0, min(len(group) - 1, there)), group.pop(here))
    return {each: (number + 0.5) / len(group) for number, each in enumerate(group)}
