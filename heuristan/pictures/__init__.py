"""Pictures: outlines from photographs, scans, PDF, SVG and figures of games; pages with the solutions laid over them.

`images` reads pictures of pixels, `svg` drawings, `games` pieces that games place; `solved_pages` draws pages solved;
`from_python` is for those who hold pictures in Python. Begin with `images`. It imports the core, and nothing that is
beside it.
"""
