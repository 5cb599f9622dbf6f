"""Algorithm 1 (section 5.2.1): iterated linear programs over bistochastic matrices."""
