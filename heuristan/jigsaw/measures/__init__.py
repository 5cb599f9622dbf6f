"""How well two sides fit: by shape, by colour, by both."""
