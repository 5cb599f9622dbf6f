"""From a drawn polygon to puzzles: what somebody drew by hand, by eye or from a picture, read with a stated nearness.

It imports the puzzle and what is below it, and no reader of files. Begin with `readings`, which calls the others:

1. `silhouette`: the drawing as one shape in small legs; its scale follows from its area.
2. `parts`: the shape is worn down a little and grown again: specks and slits are gone, and what hangs together by less
   is separate parts. Each part may be turned by another angle.
3. `edges`: the sides of a part are sorted into the eight directions, those on nearly one line are put on one line, and
   the vertices are where the lines of neighbouring sides meet. Jogs and slivers within the nearness are gone.
4. `exact_puzzle`: the puzzle on the lattice, where sums of sides explain every length (`lattice`).
5. `near_puzzle`: the puzzle where pieces may slide, and what is near is the same.
6. `authors`: the author's own pieces made straight, and `touching` each other; what they cover is read like a drawing.
7. `readings`: the puzzles that may be meant, the nearest first, with a growing nearness; `left_out` and `strays` say
   what is not in them, and `limits` what is not read at all.

Of exact lengths behind a reading: `joining` puts parts that touch on one lattice, and `spreading` allows for ink.
"""

from heuristan.tangram.outlines.approximate.readings import readings_of

__all__ = ["readings_of"]
