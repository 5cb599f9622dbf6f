"""Pictures: film strips and films of solutions. Begin with `films`, which draws results and imports no solver."""
