"""The font that travels with the package, and the characters that it has."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans"
COVERED = re.compile(
    "[\\s\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03c9\u2010-\u2015\u2018-\u201f\u2026\u2030\u2153-\u215e\u2190-\u2193"
    "\u2212\u221a\u2260\u2264\u2265\ufffd]*"
)
"""Texts that it can write."""
