"""The fact base of a state, which is all that the rules see."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.production import Edge, ExtensionLine, FactRow, Offered, Stock, Subpuzzle, Vertex
from heuristan.tangram.expert.state import State

EvidenceFor: TypeAlias = Mapping[MatchKey, frozenset[str]]
"""The evidence that there is for matches, as far as rules ask for it."""

NONE: EvidenceFor = MappingProxyType({})


def facts_of(state: State, offered: Iterable[Match], evidence: EvidenceFor = NONE) -> Iterator[FactRow]:
    """Yield vertices, edges, extension lines, subpuzzles, the stock, and the matches on offer with their evidence."""
    for vertex in state.boundary.vertices:
        yield _row(Vertex, point=vertex.point, opening=vertex.opening, angle=vertex.angle, convex=vertex.convex)
    for segment in state.boundary.segments:
        yield _row(Edge, line=segment.line, start=segment.start, end=segment.end, sign=segment.sign)
    for line in state.extensions.lines:
        yield _row(ExtensionLine, line=line.line, start=line.start, end=line.end)
    for part in state.subpuzzles:
        yield _row(Subpuzzle, first=part.outer[0].point, area=part.area)
    for name, count in state.stock.items():
        yield _row(Stock, piece=name, left=count)
    for match in offered:
        yield _row(
            Offered,
            kind=match.kind,
            name=match.placement.name,
            grades=match.grades,
            crosses=match.crosses_internal_edge,
            evidence=evidence.get(match.key, NO_EVIDENCE),
            key=match.key,
        )


NO_EVIDENCE: frozenset[str] = frozenset()


def _row(fact_type: type, /, **fields: object) -> FactRow:
    return fact_type, tuple(fields.items())
