"""An assembly as a picture, and how it came about as an animation."""
