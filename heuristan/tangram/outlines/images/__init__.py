"""Figures on pictures: pixels to polygons. It needs the image extra, OpenCV and PDFium, when a picture is read."""

from heuristan.common.images.headers import recognises
from heuristan.tangram.outlines.images.reading import read

__all__ = ["read", "recognises"]
