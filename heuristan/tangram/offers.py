"""What the core offers: its commands."""

COMMANDS = {
    "heuristan.tangram.commands.solve": "Solve outlines: explain, draw or write the result.",
    "heuristan.tangram.commands.verify": "Verify results, whatever made them, and say what is wrong.",
    "heuristan.tangram.commands.convert": "Read outlines in any format and write them in another.",
    "heuristan.tangram.commands.show": "Draw and explain a recorded trace, without solving again.",
    "heuristan.tangram.commands.rankings": "List the rankings, and how each differs from the default.",
    "heuristan.tangram.commands.shapes": "List the shapes that ship with heuristan.",
}
