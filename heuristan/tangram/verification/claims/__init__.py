"""Results read from files, whichever program wrote them. Begin with `results_file`."""
