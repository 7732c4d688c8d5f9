"""The seats of a match, and how wrong ones are put right."""
