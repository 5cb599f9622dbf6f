"""Sketches by hand: from strokes that tremble, gape and run past each other to straight outlines.

Begin with `sketches_of`, which calls the others: `ruling` (ink, without what is printed on the paper), `closing` (what
strokes enclose, and the holes in it).
"""

from heuristan.pictures.images.sketching.sketches import Sketch, sketches_of

__all__ = ["Sketch", "sketches_of"]
