"""The routes of sums over matches, championships and years."""
