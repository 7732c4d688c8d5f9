"""The end of a hand: the haul of each side, and its points."""
