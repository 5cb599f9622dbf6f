"""Laws of the command line: the same puzzle, written or given otherwise, has the same answers.

`comparing` is how answers are compared; `tangram`, `edgematching`, `sliding` and `jigsaw` are the ways of each system.
"""
