"""What chance decides, and how nobody steers it."""
