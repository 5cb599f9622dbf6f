"""Pictures of runs, made from the trace alone: SVG, and PNG with resvg.

It imports `trace` and the building blocks of `heuristan.common.svg`, and no solver. Begin with `story`, which reads the
kept path from a trace, and `solution`.
"""
