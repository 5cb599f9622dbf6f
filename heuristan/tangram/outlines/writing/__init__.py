"""Writers of outlines: from puzzles to texts that `heuristan.tangram.outlines.reading` reads back.

The table FORMS of `heuristan.tangram.outlines.formats` has all of them; begin with `texts`. They import no reader.
"""
