"""The effect of each event on a table: its refusals, and the facts that follow from it."""
