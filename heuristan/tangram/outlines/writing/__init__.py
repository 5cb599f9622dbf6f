"""Writers of outlines: from puzzles to texts that `heuristan.tangram.outlines.reading` reads back.

The table `forms.FORMS` has all of them; `coordinates` is what they share. They import no reader.
"""
