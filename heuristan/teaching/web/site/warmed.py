"""What Python in a browser does before its memory is kept: everything is imported, and a cat is asked about."""

import gc
import json
import sys

from heuristan.teaching.web.site.in_browser import reply

CAT = {"puzzle": {"shape": "cat"}}
MOVED = {**CAT, "moves": [{"do": "go"}]}
ASKED = (
    ("step", MOVED),
    ("inspect", MOVED),
    ("ask", {**MOVED, "question": {"ask": "why-not", "line": 0}}),
    ("run", CAT),
    ("hint", CAT),
)
"""What is asked first of a page; what Python learns by it is kept too."""


def warm() -> str:
    """Ask, and return the files of the modules that are in memory then, as JSON."""
    for do, body in ASKED:
        answer = reply({"do": do}, json.dumps(body).encode())
        assert answer.status == 200, answer.data
    gc.collect()
    files = (getattr(module, "__file__", None) for module in sys.modules.values())
    return json.dumps(sorted({file for file in files if file}))
