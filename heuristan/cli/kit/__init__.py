"""What all commands share: how they fail, show progress and write results. Begin with `failing`."""
