"""The solvers side by side: each run in a process of its own, what it came to and what it took."""
