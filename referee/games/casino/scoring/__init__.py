"""The end of a deal: the haul of each side, and its points."""
