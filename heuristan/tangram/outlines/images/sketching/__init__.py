"""Sketches by hand: from strokes that tremble, gape and run past each other to straight outlines.

Begin with `sketches_of`, which calls the others: `squares` (ink, without what is printed on the paper), `closing` (the
regions that strokes enclose), `cutting` (their contours cut into straight edges).
"""

from heuristan.tangram.outlines.images.sketching.sketches import Sketch, sketches_of

__all__ = ["Sketch", "sketches_of"]
