"""What the system offers: its commands."""

ORDER = 5
COMMANDS = {
    "heuristan.sliding.commands:sliding": "Sliding tiles: the 8-puzzle, the 15-puzzle and larger, planned or optimal.",
}
