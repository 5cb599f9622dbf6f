"""The commands of the tangram system, a module each. Begin with `solve`."""
