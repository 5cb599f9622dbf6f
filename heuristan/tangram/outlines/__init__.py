"""Readers and writers of outlines: from files to puzzles."""
