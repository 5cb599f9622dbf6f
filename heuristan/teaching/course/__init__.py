"""Tests of the exercises in the notebooks of docs/course/, and pictures for them.

It may import all four systems. Begin with `exercises`, whose `check` a notebook calls. A lesson's tests ask the
project's own solvers and judges, and print no solution. `grading` runs notebooks of others.
"""

from heuristan.teaching.course.exercises import Verdict, check, variants

__all__ = ["Verdict", "check", "variants"]
