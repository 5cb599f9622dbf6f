"""What teaching offers: its commands, hints, and the page that plays a run."""

ORDER = 2
COMMANDS = {
    "heuristan.teaching.commands.hint": "Say where one piece goes, or which one to take back.",
    "heuristan.teaching.commands.step": "Choose the matches yourself, step by step.",
    "heuristan.teaching.commands.serve": "Open a page to step, ask, play and compare in.",
    "heuristan.teaching.commands.site": "Write the page as files for any host, without a server.",
    "heuristan.teaching.commands.course": "Learn and teach with notebooks: lessons, and points for exercises.",
    "heuristan.teaching.commands.worksheet": "Make a PDF to print: puzzles to scale, pieces to cut out, solutions.",
}
PROVIDES = {
    "hint_for": "heuristan.teaching.hinting.advising:hint_for",
    "play_page": "heuristan.teaching.web.play_pages:play_page",
    "player_page": "heuristan.teaching.player.film:player_page",
    "PlayerWidget": "heuristan.teaching.player.widget:PlayerWidget",
}
