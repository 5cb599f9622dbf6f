"""What the notebooks of the course (docs/course/) use: the tests of their exercises, and pictures.

It may import all four systems. Begin with `checking`, whose `check` a notebook calls; each lesson has a module with the
tests of its exercises, which ask the project's own solvers and judges and print no solution.
"""

from heuristan.teaching.course.checking import check
from heuristan.teaching.course.verdicts import Verdict

__all__ = ["Verdict", "check"]
