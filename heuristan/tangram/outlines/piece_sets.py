"""Sets of pieces in YAML: those that ship with heuristan, by name, and files of one's own (docs/shapes.md)."""

import os
import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

from heuristan.common import plain_yaml as yaml
from heuristan.common.faults import InputError, nearest
from heuristan.common.files import folder, read_text
from heuristan.common.plain_yaml import Node, PlainYamlError
from heuristan.common.quoting import shown
from heuristan.tangram.boundary import Ring, sides, sign_of_area
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.outlines.exact_rings import ExactPoint, as_lattice, exact_point_of, named
from heuristan.tangram.pieces.sets import PieceSet, Shape, orientations
from heuristan.tangram.puzzle.puzzle import OutlineError, orient

MAX_PIECES = 16
"""Maximum number of pieces in one set."""

MAX_KINDS = 10
"""Maximum number of kinds of piece in a set. Composites are sought among all selections of pieces; each kind doubles
them."""

LONGEST_SIDE = 100
"""Maximum distance of a vertex from the origin along an axis, in small legs."""

_WORD = re.compile(r"[a-z]+(-[a-z]+)*")
_SET_KEYS = ("name", "title", "source", "pieces")
_PIECE_KEYS = ("piece", "count", "vertices")


class PieceSetError(InputError):
    """A set of pieces that cannot be used; names file, line, fault and the smallest fix."""


def piece_set_names() -> list[str]:
    """Return the sets that ship with heuristan."""
    return sorted(path.stem for path in (folder("shapes") / "sets").glob("*.yaml"))


def read_piece_set(source: str | Path) -> PieceSet:
    """Return a set of pieces by its name, or from a file.

    Raises:
        PieceSetError: if there is no such set or file, or the file is wrong.
    """
    name = str(source)
    if name in piece_set_names():
        return _shipped(name)
    # not Path.exists, which raises on names that are too long for the system
    if not os.path.exists(name):
        raise PieceSetError(f"there is no set of pieces or file {shown(name)}; {nearest(name, piece_set_names())}")
    return _read(Path(source))


@cache
def _shipped(name: str) -> PieceSet:
    return _read(folder("shapes") / "sets" / f"{name}.yaml")


def _read(path: Path) -> PieceSet:
    try:
        text = read_text(path, yaml.LONGEST, "a set of pieces needs a few hundred bytes", "a set of pieces")
        return _piece_set(yaml.read_yaml(text), path.stem)
    except PlainYamlError as fault:
        raise PieceSetError(f"{path}:{fault.line}: {fault.message}") from None
    except InputError as fault:
        raise PieceSetError(str(fault)) from None


def _piece_set(root: Node, stem: str) -> PieceSet:
    entries = yaml.as_table(root, _SET_KEYS, "a set of pieces")
    texts = {key: yaml.as_text(entries[key], f"'{key}'") for key in ("name", "title", "source") if key in entries}
    name = texts.get("name", stem)
    if "pieces" not in entries:
        raise root.fault("the set has no pieces; add 'pieces:' and a list of them")
    nodes = yaml.as_items(
        entries["pieces"], "'pieces'", "[{piece: square, vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}]"
    )
    if len(nodes) > MAX_KINDS:
        raise nodes[MAX_KINDS].fault(f"the set has {len(nodes)} kinds of piece; more than {MAX_KINDS} are not read")
    found = [(node, *_piece(node)) for node in nodes]
    _check_distinct([(node, shape) for node, shape, _ in found])
    if sum(count for _, _, count in found) > MAX_PIECES:
        raise entries["pieces"].fault(
            f"the set has more than {MAX_PIECES} pieces; leave some out, or take several sets"
        )
    shapes, counts = tuple(shape for _, shape, _ in found), tuple(count for _, _, count in found)
    return PieceSet(name, texts.get("title", name.replace("-", " ").capitalize()), shapes, counts)


def _piece(node: Node) -> tuple[Shape, int]:
    entries = yaml.as_table(node, _PIECE_KEYS, "a piece")
    if "piece" not in entries or "vertices" not in entries:
        raise node.fault("a piece needs 'piece', its name, and 'vertices', like [[0, 0], [1, 0], [0, 1]]")
    name = yaml.as_text(entries["piece"], "'piece'")
    if not _WORD.fullmatch(name):
        # names of composites end in lengths: no piece can be taken for one
        raise entries["piece"].fault(
            f"{shown(name)} is not a name for a piece; write small letters and hyphens, like 'large-triangle'"
        )
    count = yaml.count_of(entries["count"], "count", MAX_PIECES, "pieces") if "count" in entries else 1
    vertices = yaml.as_items(entries["vertices"], "'vertices'", "[[0, 0], [1, 0], [0, 1]]")
    return Shape(
        name, _ring(entries["vertices"], name, [exact_point_of(vertex, "a vertex") for vertex in vertices])
    ), count


def _ring(node: Node, name: str, vertices: Sequence[ExactPoint]) -> Ring:
    """Return the counter-clockwise ring of a piece, its first vertex at the origin.

    Raises:
        PlainYamlError: if it is not a convex figure on the lattice.
    """
    if any(abs(float(length)) > LONGEST_SIDE for vertex in vertices for length in vertex):
        raise node.fault(f"the piece '{name}' reaches farther than {LONGEST_SIDE} legs; take a larger leg")
    try:
        (ring,), denominator, _ = as_lattice([vertices])
    except OutlineError as fault:
        raise node.fault(f"the piece '{name}': {fault}") from None
    if denominator > 1:
        raise node.fault(
            f"the piece '{name}' does not lie on the lattice: between its vertices there must be whole numbers of legs "
            f"and of r2 along the eight directions; multiply all lengths of the set by {denominator}"
        )
    yaml.located(node, lambda: _check_convex(name, ring, vertices))
    return _from_first(orient(ring, 1), ring)


def _from_first(ring: Ring, given: Ring) -> Ring:
    """Return the ring that begins at the vertex that was given first."""
    first = ring.index(given[0])
    return ring[first:] + ring[:first]


def _check_convex(name: str, ring: Ring, vertices: Sequence[ExactPoint]) -> None:
    sign = sign_of_area(doubled_area(ring))
    if sign == 0:
        raise ValueError(f"the piece '{name}' encloses no area; list its vertices in the order of its outline")
    directions = [direction for direction, _, _ in sides(ring)]
    turns = [sign * (after - before) % 8 for before, after in pairwise((directions[-1], *directions))]
    distinct = [vertex for before, vertex in pairwise((vertices[-1], *vertices)) if before != vertex]
    for vertex, turned in zip(distinct, turns, strict=True):
        if turned == 0:
            raise ValueError(f"the piece '{name}' has the vertex {named(vertex)} on a straight side; leave it out")
        if turned >= 4:
            raise ValueError(
                f"the piece '{name}' has a concave vertex at {named(vertex)}; pieces must be convex, "
                "because they are laid at convex vertices: leave it out, or divide it into convex pieces"
            )
    if sum(turns) != 8:
        raise ValueError(f"the piece '{name}' winds round twice; list its vertices in the order of its outline")


def _check_distinct(pieces: Sequence[tuple[Node, Shape]]) -> None:
    """Check that no two kinds of piece have the same name or form."""
    for (_, earlier), (node, later) in combinations(pieces, 2):
        if earlier.name == later.name:
            raise node.fault(f"the piece '{later.name}' is there twice; write 'count: 2' at the first, or another name")
        if earlier.area == later.area and orientations(earlier)[0] in orientations(later):
            raise node.fault(
                f"the piece '{later.name}' has the form of '{earlier.name}'; raise the 'count' of the first instead"
            )
