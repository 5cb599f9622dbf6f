"""Pictures of assemblies. Begin with `assembled`, which puts the pieces on one picture."""
