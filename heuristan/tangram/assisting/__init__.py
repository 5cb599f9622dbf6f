"""Help for a person at the table: `hinting` gives away one piece, `stepping` lets a person choose every match."""
