"""Generated outlines as lines of GeoJSON."""

import json

from heuristan.tangram.lab.generating.making import Made, Recipe
from heuristan.tangram.outlines.writing.geojson import text as feature_text


def line_of(made: Made, recipe: Recipe, seed: int, number: int) -> str:
    """Return an outline as a feature whose properties say how it was made.

    Args:
        made: the outline.
        recipe: the recipe that it was made by.
        seed: the seed.
        number: the number of the outline, from 1.
    """
    feature = json.loads(feature_text(made.puzzle))
    feature["properties"] |= {
        "made": "generated",
        "how": recipe.how,
        "seed": seed,
        "number": number,
        "vertices": made.vertices,
        "kind": made.kind,
    }
    return json.dumps(feature, ensure_ascii=False)
