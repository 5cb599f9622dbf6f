"""Writers of outlines: from puzzles to texts that `heuristan.tangram.outlines.reading` reads back.

Begin with `writers`: its table FORMS has all of them. They import no reader.
"""
