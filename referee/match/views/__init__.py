"""What readers see of a match and of its log."""
