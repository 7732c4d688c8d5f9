"""Contests of teams: encounters on several boards (teams.*)."""
