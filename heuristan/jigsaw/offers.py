"""What the system offers: its commands."""

ORDER = 6
COMMANDS = {"heuristan.jigsaw.commands:jigsaw": "Jigsaw puzzles from pictures of their pieces."}
