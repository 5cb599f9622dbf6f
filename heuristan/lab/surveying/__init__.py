"""Rankings run as published on every shape of a census. Begin with `census_runs`."""
