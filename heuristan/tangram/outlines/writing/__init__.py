"""Writers of outlines: from puzzles to texts that `heuristan.tangram.outlines.reading` reads back.

Begin with `forms`: its table FORMS has all of them; `coordinates` is what they share. They import no reader.
"""
