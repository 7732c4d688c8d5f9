"""What lies on the table of Casino, what the cards count, and what a card may do with others."""
