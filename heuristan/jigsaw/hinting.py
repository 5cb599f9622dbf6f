"""A hint for a jigsaw puzzle: the surest joint that is left."""

from collections.abc import Collection, Sequence

from heuristan.common.faults import InputError, nearest
from heuristan.common.results import Advice, Certainty
from heuristan.jigsaw.judging.doubts import Joint, joints_of
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Result

SIDES = ("top", "right", "bottom", "left")
"""The sides of a piece as its picture shows it."""


def advise(pieces: Sequence[Piece], result: Result, placed: Collection[str] = ()) -> Advice:
    """Say which two sides belong together.

    Args:
        pieces: the pieces of the puzzle.
        result: its assembly, solved or not.
        placed: names of pieces that are together already, to which one more is to be joined.

    Raises:
        InputError: if there is no piece of such a name.
    """
    names = [piece.name for piece in pieces]
    for name in placed:
        if name not in names:
            raise InputError(f"--placed: there is no piece {name!r}; {nearest(name, names)}")
    if set(names) <= {*placed}:
        return Advice(result.id, "solved", "solved: every piece has its place.")
    grid = {(one.row, one.column): one for one in result.pieces}
    joint = next((each for each in joints_of(pieces, grid) if _is_left(each, names, placed)), None)
    if joint is None:
        beyond = " to those that are placed" if placed else ""
        more = f"{result.message[:1].upper()}{result.message[1:]}." if result.message else ""
        return Advice(result.id, "unknown", f"no piece was found that can be joined{beyond}.", more)
    return _in_words(result, joint, names, placed)


def _is_left(joint: Joint, names: Sequence[str], placed: Collection[str]) -> bool:
    lying = [names[side // 4] in placed for side in (joint.one, joint.other)]
    return lying[0] != lying[1] if placed else True


def _in_words(result: Result, joint: Joint, names: Sequence[str], placed: Collection[str]) -> Advice:
    mine, theirs = joint.one, joint.other
    if names[mine // 4] in placed:
        mine, theirs = theirs, mine
    piece, beside = names[mine // 4], names[theirs // 4]
    head = f"the {SIDES[mine % 4]} side of {piece} goes against the {SIDES[theirs % 4]} side of {beside}."
    facts = {
        "piece": piece,
        "side": SIDES[mine % 4],
        "beside": beside,
        "beside_side": SIDES[theirs % 4],
        "evidence": round(joint.own, 2),
        "margin": round(joint.margin, 2),
    }
    rival = f"the best other one, with {names[joint.rival // 4]}"
    if joint.is_sure:
        why = f"the evidence for this joint is greater by {joint.margin:.1f} than for {rival} (3 means 20 to 1)"
    else:
        why = f"it is the surest joint that is left, but doubtful: {joint.margin:+.1f} against {rival}"
    is_checked = result.status == "solved"
    unless = "" if is_checked else f"; the whole is {result.status}"
    words = f"Why: {why}{unless}. Sides are named as the pictures show the pieces."
    certainty: Certainty = "only-fit" if joint.is_sure else "a-solution" if is_checked else "unchecked"
    return Advice(result.id, "hint", head, words, certainty=certainty, is_checked=is_checked, facts=facts)
