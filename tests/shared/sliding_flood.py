"""Every board that moves lead to, by flooding."""

from heuristan.sliding.boards import Board, legal_moves, moved


def flooded(goal: Board) -> set[Board]:
    """All boards from which moves lead to the goal, by trying."""
    found, fresh = {goal}, [goal]
    while fresh:
        board = fresh.pop()
        for move in legal_moves(board):
            after = moved(board, move)
            if after not in found:
                found.add(after)
                fresh.append(after)
    return found
