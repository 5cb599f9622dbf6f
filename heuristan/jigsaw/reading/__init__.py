"""Pieces read from pictures: where they are, their contours, corners, sides and the colours along them."""

from heuristan.jigsaw.reading.puzzles import CornersBy, Puzzle, pieces_of, read_pieces, read_puzzle

__all__ = ["CornersBy", "Puzzle", "pieces_of", "read_pieces", "read_puzzle"]
