"""Undoing an organizer's decisions: the way back of each, and the decisions that take it."""
