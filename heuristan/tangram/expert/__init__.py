"""The expert system: facts of a puzzle, matches, ranked rules, and the two ways to run them."""
