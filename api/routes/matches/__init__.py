"""The routes of one match, and of matches in lists."""
