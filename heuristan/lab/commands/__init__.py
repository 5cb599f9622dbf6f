"""The commands of the laboratory, a module each. Begin with `lab`, whose commands are a package of their own."""
