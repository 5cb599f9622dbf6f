"""Generated outlines as lines of GeoJSON."""

import json

from heuristan.lab.generating.recipes import Made
from heuristan.tangram.outlines.writing.texts import geojson as feature_text


def line_of(made: Made, how: str, seed: int, number: int) -> str:
    """Return an outline as a feature whose properties say how it was made.

    Args:
        made: the outline.
        how: the word for how it was made.
        seed: the seed.
        number: the number of the outline, from 1.
    """
    feature = json.loads(feature_text(made.puzzle))
    feature["properties"] |= {
        "made": "generated",
        "how": how,
        "seed": seed,
        "number": number,
        "vertices": made.vertices,
        "kind": made.kind,
    }
    if made.difficulty is not None:
        feature["properties"] |= {"difficulty": round(made.difficulty.score, 1), "level": made.difficulty.level}
    return json.dumps(feature, ensure_ascii=False)
