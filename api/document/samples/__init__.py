"""What the document shows as examples: a match, a contest, a proof."""
