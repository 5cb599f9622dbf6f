"""An adversary: whatever comes from strangers, made by dice and thrown at the server and the command line.

    PYTHONPATH=benchmarks:tests python -m adversary PART [--number N] [--seed SEED]

Each part prints what it tried, and everything that it found by kind; the same seed tries the same. What is hostile is
made in `words`, `nesting`, `bombs` and `requests`; what an answer must be is in `escaping` and `answers`. The short
twins in `tests/adversary` share all of it.
"""
