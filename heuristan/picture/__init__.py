"""Figures on pictures: pixels to polygons. It needs the image extra, OpenCV and PDFium, when a picture is read."""

from heuristan.picture.headers import recognises
from heuristan.picture.reading import read_picture

__all__ = ["read_picture", "recognises"]
