"""The laboratory: rankings run on thousands of outlines, with the results in one DuckDB file."""
