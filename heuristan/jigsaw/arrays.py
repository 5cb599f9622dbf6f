"""Names for the arrays of the jigsaw system; the shape is said where one is used."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.intp]
Booleans: TypeAlias = NDArray[np.bool_]
