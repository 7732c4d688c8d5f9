"""The judge: what is known of each hand, what is claimed and proven, and what is refused before that."""
