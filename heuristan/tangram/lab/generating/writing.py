"""Outlines that were made, as lines of GeoJSON."""

import json

from heuristan.tangram.lab.generating.making import Made, Recipe
from heuristan.tangram.outlines.writing.geojson import text as feature_text


def line_of(made: Made, recipe: Recipe, seed: int, number: int) -> str:
    """The feature of an outline, with what made it among its properties.

    Args:
        made: the outline.
        recipe: what was to be made.
        seed: the number that everything was drawn with.
        number: how many outlines came before it, and one.
    """
    feature = json.loads(feature_text(made.puzzle))
    feature["properties"] |= {
        "made": "generated",
        "how": recipe.how,
        "seed": seed,
        "number": number,
        "corners": made.corners,
        "family": made.family,
    }
    return json.dumps(feature, ensure_ascii=False)
