"""The routes of championships, their contests and fixtures."""
