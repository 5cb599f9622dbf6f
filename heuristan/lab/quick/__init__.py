"""Attempts as kernels: a ranking run as published on an exact outline, in integers alone, without trace objects.

It makes the same extractions as the engine and as the loop over the lines (`expert.runs`), which are its definition.
Begin with `as_published`, which says what is left to the loop; `choices` is the kernel that it calls, `setting_up`
prepares the tables and `layout` says what stands where in them.
"""
