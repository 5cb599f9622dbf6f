"""What the system offers: its commands."""

ORDER = 4
COMMANDS = {
    "heuristan.edgematching.commands:edgematching": "Edge-matching puzzles by convex relaxation, and by search.",
}
