"""Writers of outlines: from puzzles to text that `heuristan.tangram.outlines.reading` reads back."""
