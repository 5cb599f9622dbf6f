"""The laboratory: rankings tried on thousands of outlines, and what became of each kept in one DuckDB file."""
