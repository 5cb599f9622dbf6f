"""The one front end: plain ES modules and a style sheet, and `bundle`, which makes one page of them.

Begin with `bundle`; of the modules, `player.js` is the player and `board.js` draws.
"""
