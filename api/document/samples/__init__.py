"""The examples of the document: a match, a contest, a proof."""
