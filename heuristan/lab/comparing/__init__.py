"""The solvers side by side: each run in its own process, with its status, time and memory. Begin with `runs`."""
