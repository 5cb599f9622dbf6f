"""From what joints cost to a whole puzzle: the border, the interior, repair."""
