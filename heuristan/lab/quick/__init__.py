"""Attempts as kernels: a ranking run as published on an exact outline, in integers alone, without trace objects.

It makes the same extractions as the engine and as the loop over the lines (`expert.driving`), which are its definition.
Begin with `attempts`; `running` prepares the tables, and says which outlines and rankings are left to the loop.
"""
