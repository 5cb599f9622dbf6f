"""The tables of kernels that a set of pieces and a ranking determine; and which rankings kernels can run."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from heuristan.common.kernels import Backend
from heuristan.lab.quick import registers
from heuristan.lab.quick.tables import CORNER, GRADE_CODES, RULE, Fixed
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ranking import RankedRule, Ranking, accepted
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.pieces.sets import PieceSet, size_of

EVIDENCE_CODES = {
    None: registers.NO_EVIDENCE,
    "bare-vertex": registers.BARE_VERTEX,
    "no-room": registers.NO_ROOM,
    "forced": registers.FORCED_PIECE,
    "only-place": registers.ONLY_MATCH,
    "no-way-on": registers.NO_WAY_ON,
}
PREFERENCE_CODES = {
    "vertex-order": registers.IN_VERTEX_ORDER,
    "smallest": registers.SMALLEST,
    "largest": registers.LARGEST,
    "fewest-fits": registers.FEWEST_FITS,
    "fewest-vertices": registers.FEWEST_VERTICES,
    "most-fits-left": registers.MOST_FITS_LEFT,
    "best-grades": registers.BEST_GRADES,
    "most-edge": registers.MOST_EDGE,
}


@lru_cache(maxsize=1024)
def can_run(rules: tuple[RankedRule, ...]) -> bool:
    """Return whether kernels know everything that rules ask for."""
    return all(
        rule.evidence in EVIDENCE_CODES
        and PREFERENCE_CODES.keys() >= set(rule.prefer)
        and len(rule.prefer) <= registers.MOST_PREFERENCES
        and (rule.kind == "piece" or (not rule.lays and rule.evidence is None))
        for rule in rules
    )


def names_of(setting: Setting) -> tuple[str, ...]:
    """Return the names of the pieces and composites of a setting, by which supplies are looked up."""
    which = setting.composites
    made = () if which == "none" else (each.shape.name for each in composites(which, setting.pieces))
    return (*setting.pieces.names, *made)


@lru_cache(maxsize=64)
def fixed_for(setting: Setting, ranking: Ranking, backend: Backend) -> Fixed | None:
    """Return the tables for a ranking, or None if kernels cannot run it."""
    stored = figure_tables(setting, backend)
    if stored is None or not can_run(ranking.rules):
        return None
    names, rules, as_table = names_of(setting), ranking.rules, backend.integers
    thresholds = setting.thresholds
    return Fixed(
        *stored,
        rules=as_table([number for rule in rules for number in _rule_row(rule)]),
        grades=as_table([number for rule in rules for number in _accepted(rule)]),
        only=as_table([int(not rule.only or name in rule.only) for rule in rules for name in names]),
        last=as_table([int(name in rule.last) for rule in rules for name in names]),
        entries=as_table(ranking.entry_lines),
        settings=as_table([setting.denominator, thresholds.shortest, thresholds.parallel, thresholds.internal_edge]),
    )


@lru_cache(maxsize=64)
def figure_tables(setting: Setting, backend: Backend) -> tuple[list[int], list[int], list[int], list[int]] | None:
    """Return the tables of figures and of their corners, or None if some figure has more sides than kernels know."""
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    if any(len(figure.sides) > 4 for figure in stored):
        return None
    numbers = {(kind, name): i for i, (kind, name) in enumerate(_kinds(setting.pieces, names_of(setting)))}
    rows: list[list[int]] = []
    ring_rows: list[int] = []
    for figure in stored:
        rows.append(_figure_row(figure, numbers[figure.kind, figure.name], len(ring_rows) // CORNER))
        for corner, side in zip(figure.ring, figure.sides, strict=True):
            ring_rows += (*corner, *side)
    corners, begins = _corners(stored)
    as_table = backend.integers
    return as_table(list(chain.from_iterable(rows))), as_table(ring_rows), as_table(corners), as_table(begins)


def _kinds(pieces: PieceSet, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for i, name in enumerate(names):
        yield "piece" if i < len(pieces.names) else "composite", name


def _figure_row(figure: Figure, name: int, first: int) -> list[int]:
    area = size_of(doubled_area(figure.ring))
    return [name, int(figure.kind == "composite"), len(figure.sides), first, area, *figure.bounds]


def _corners(stored: tuple[Figure, ...]) -> tuple[list[int], list[int]]:
    cells: list[list[int]] = [[] for _ in range(64)]
    for figure in stored:
        for i, leaving in enumerate(figure.sides):
            arriving = figure.sides[i - 1]
            angle = 4 - (leaving.heading - arriving.heading) % 8
            cells[leaving.heading * 8 + angle] += [figure.number, i, leaving.length, arriving.length]
    begins = [0]
    for cell in cells:
        begins.append(begins[-1] + len(cell) // 4)
    return list(chain.from_iterable(cells)), begins


def _rule_row(rule: RankedRule) -> list[int]:
    row = [
        int(rule.kind == "composite"),
        EVIDENCE_CODES[rule.evidence],
        int(rule.repeat),
        int(rule.takes_any_at_tightest),
        int(rule.lays),
        int(rule.joins(3)),
        int(rule.joins(4)),
        *(PREFERENCE_CODES[name] for name in rule.prefer),
    ]
    return row + [0] * (RULE - len(row))


def _accepted(rule: RankedRule) -> list[int]:
    flags = [0] * GRADE_CODES
    for sides, first in ((3, 0), (4, 64)):
        for grades in accepted(rule.asks(sides)):
            flags[first + int("".join(str(GRADES.index(grade)) for grade in grades), 4)] = 1
    return flags
