"""Where things lie in the checkout."""

from pathlib import Path

TOP = Path(__file__).parents[2]
"""The top of the checkout."""
