"""From a drawn polygon to puzzles: what somebody drew by hand, by eye or from a picture, read with a stated tolerance.

It imports the puzzle and what is below it, and no reader of files. Begin with `readings`, which calls the others:

1. `silhouette`: the drawing as one shape in small legs; its scale follows from its area. The shape is worn down a bit
   and grown again: specks and slits are gone, and what hangs together by less is separate parts. Each may be turned
   by another angle. What is not read at all is refused there.
2. `edge_loops`: the sides of a part are sorted into the eight directions, those on nearly one line are put on one,
   and the vertices are where the lines of neighbouring sides meet. Jogs and slivers within the tolerance are gone.
   The puzzles follow: the one on the lattice, where sums of sides explain every length; and the one where pieces may
   slide, and what is near is the same.
3. `authors`: the author's own pieces made straight, and touching each other; what they cover is read like a drawing.
   `necks`: parts that were drawn into each other, cut where they should touch in a point.
4. `readings`: the puzzles that may be meant, the nearest first, with a growing tolerance, and what they leave out.

`exact_lengths` is for the lengths behind a reading: it puts parts that touch on one lattice, and allows for ink.
"""
