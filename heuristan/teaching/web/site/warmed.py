"""What Python does before its memory is kept: everything is imported, and a cat is solved; run in `LIBRARIES` alone."""

import gc
import json
import sys

from heuristan.teaching.web.site.in_browser import reply

CAT = {"puzzle": {"shape": "cat"}}
WARMING = (("puzzle", CAT), ("step", {**CAT, "moves": [{"do": "go"}]}), ("run", CAT))
for do, body in WARMING:
    assert reply({"do": do}, json.dumps(body).encode()).status == 200, do
gc.collect()


def loaded() -> str:
    """Return the files of the modules that are in memory, as JSON."""
    return json.dumps(
        sorted({module.__file__ for module in [*sys.modules.values()] if getattr(module, "__file__", None)})
    )
