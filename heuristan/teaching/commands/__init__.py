"""The commands for teaching, a module each. Begin with `hint`."""
