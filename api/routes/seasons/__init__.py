"""The routes of what matches add up to, over championships and years."""
