"""Figures on pictures: from pixels to polygons.

It imports `heuristan.common.images` and the puzzle; OpenCV and PDFium (the extra `image`) only when a picture is read.
Begin with `recognition.figures_on`, which is the pipeline: `page_detection`, `background`, `frames`, `blobs` (without
`letters`), `contours`, `polygonal`, `rectification`, `accounting`; `painted` finds pieces in colours, and `sketching`
takes over where a hand drew. `overlay` draws over a picture what was recognised.
"""

from heuristan.common.images.headers import recognises
from heuristan.pictures.images.picture_reader import read

__all__ = ["read", "recognises"]
