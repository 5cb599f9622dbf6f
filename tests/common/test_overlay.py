"""Laws of overlays on lattice pieces, whose areas integers know; and no overlay is made elsewhere."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common import overlay
from heuristan.common.overlay import OverlayFault, difference, faces_between, intersection, joined, odd_region, symmetric_difference, union
from heuristan.tangram.exact.clipping import clipped
from heuristan.tangram.lattice.points import add, turn, xy
from heuristan.tangram.pieces.placements import Placement
from shared.strategies import placements

