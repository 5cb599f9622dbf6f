"""Outlines made at random with a known solution, or drawn from a census. Begin with `assembling`, then `uniform`."""
