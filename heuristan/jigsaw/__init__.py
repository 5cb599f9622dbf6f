"""Jigsaw puzzles from pictures of their pieces, after Bartle and Lu."""
