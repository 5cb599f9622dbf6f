"""Pictures of assemblies. `assembled` puts the pieces on one picture."""
