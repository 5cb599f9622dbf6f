"""Figures on pictures: from pixels to polygons.

It imports `heuristan.common.images` and the puzzle; OpenCV and PDFium (the extra `image`) only when a picture is read.
Begin with `figures.figures_on`, which is the pipeline: `lighting`, `masking`, `grouping`, `contours` (and `strokes`),
`edges`, `lines`, `slant`; `painted` finds pieces in colours, and `sketching` takes over where a hand drew.
"""

from heuristan.common.images.headers import recognises
from heuristan.pictures.images.picture_reader import read

__all__ = ["read", "recognises"]
