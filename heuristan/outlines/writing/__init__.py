"""Writers of outlines: from puzzles to text that `heuristan.outlines.reading` reads back."""
