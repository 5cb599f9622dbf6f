"""Writing advice: what the commands `hint` of sliding tiles, edge-matching and jigsaws share."""

import json

from heuristan.cli.failing import NOT_ALL
from heuristan.cli.outputs import Output, Outputs
from heuristan.common.advice import Advice
from heuristan.common.paragraphs import INDENT, paragraph

FORMS = ("text", "json")


def write_advice(advice: Advice, outputs: Outputs) -> int:
    """Write advice to every output, and return the exit status."""
    for output in outputs:
        output.write(_made(advice, output), f"written to {output.path}")
    return 0 if advice.is_good else NOT_ALL


def _made(advice: Advice, output: Output) -> str:
    if output.form == "json":
        return json.dumps(advice.as_json(), ensure_ascii=False, indent=2) + "\n"
    # a piece at its place stays on one line, so that it can be given to --placed
    placed = f"{INDENT}{advice.placed}"
    lines = [paragraph(f"{advice.id}: {advice.head}"), placed, paragraph(advice.more, INDENT)]
    return "\n".join(filter(str.strip, lines)) + "\n"
