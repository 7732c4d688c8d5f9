"""Who sits at a match: how wrong seats are put right, and who sat where before."""
