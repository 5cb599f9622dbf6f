"""Outlines whose vertices are off, one of them sometimes by far: readings are stepped through, and end in words."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TypeAlias

from shared.wild.numbers import xy
from shared.wild.rings import polygons_of

from adversary.findings import Finding, Report
from adversary.truth import known, touching_tips
from heuristan.common.faults import describe_unexpected
from heuristan.tangram.api.making import drawing_of, puzzle_of
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.solving.as_read import readings_from
from heuristan.teaching.stepping import Session

Ring: TypeAlias = Sequence[tuple[float, float]]

OFF = (0.0, 0.01, 0.03, 0.06)
"""Maximum distance in legs by which a vertex is off."""
FAR = 0.5
"""Probability that one vertex is somewhere else."""
READINGS = 2
ANOTHER_STEP = 0.4
"""Probability that a match is taken at random once more, before the ranking goes on."""


def try_shaken(report: Report, number: int, seed: int) -> None:
    """Step through readings of outlines that are off."""
    for at in range(number):
        name = f"{seed} {at}"
        answer, found = tried(name)
        report.add("shaken", answer, [Finding(fault, f"seed '{name}'") for fault in found])


def tried(seed: str) -> tuple[str, list[str]]:
    """Return what becomes of the outline of a seed, and what must not be."""
    dice = Random(seed)
    try:
        readings = [*islice(readings_from(puzzle(dice, seed)), READINGS)]
        ends = [_stepped(reading, dice) for reading in readings]
    except OutlineError:
        return "refused", []
    except Exception as fault:  # whatever it is
        return "error", [describe_unexpected(fault)]
    return "solved" if "solved" in ends else "stuck", []


def puzzle(dice: Random, seed: str) -> Puzzle:
    """Return the outline of a seed, as somebody draws it.

    Raises:
        OutlineError: if what was drawn is not an outline.
    """
    made = dice.choice((known, touching_tips))(seed)
    off = dice.choice(OFF)
    rings = [[[xy(p) for p in ring] for ring in polygon] for polygon in polygons_of(made.region, lambda _: True)]
    moved = [
        [[(x + dice.uniform(-off, off), y + dice.uniform(-off, off)) for x, y in ring] for ring in polygon]
        for polygon in rings
    ]
    if dice.random() < FAR:
        ring = dice.choice(dice.choice(moved))
        ring[dice.randrange(len(ring))] = dice.choice(dice.choice(dice.choice(rings)))
    return puzzle_of(drawing_of("shaken", moved, None, False), made.pieces)


def _stepped(reading: Puzzle, dice: Random) -> str | None:
    """Return the end of a session in which some matches are taken at random, then those of a ranking."""
    session = Session.begun(reading, read_ranking(dice.choice(ranking_names())))
    while session.now.state.boundary and session.offers.choices and dice.random() < ANOTHER_STEP:
        session = session.take(dice.randint(1, len(session.offers.choices)))
    *_, last = (session, *session.finished())
    return last.status
