"""Registration of the laboratory's commands, compiled runs and Ford's search."""

ORDER = 3
COMMANDS = {
    "heuristan.lab.commands.compare": "Compare the solvers side by side: status, effort, seconds.",
    "heuristan.lab.commands.generate": "Make outlines at random, from a seed.",
    "heuristan.lab.commands.census": "Count every snug shape that the pieces make.",
    "heuristan.lab.commands.lab": "Try rankings on thousands of outlines, report, find better ones.",
}
PROVIDES = {
    "search_as_ford": "heuristan.lab.ford:search",
    "solve_quickly": "heuristan.lab.quick.as_published:solve_quickly",
}
