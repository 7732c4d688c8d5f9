"""What counts at the end of a hand: what each side has, and what it is worth."""
