"""Pictures: outlines from photographs, scans, PDF, SVG and figures of games; pages with the solutions laid over them.

`images` reads pictures of pixels, `svg` drawings, `games` pieces that games place; `solved_pages` draws pages solved,
and takes pictures as they are held in Python. Begin with `images`. It imports the core, and nothing that is beside it.
"""
