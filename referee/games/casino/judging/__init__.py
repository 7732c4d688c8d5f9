"""What a play may be and what it breaks: what the table asks of a seat, the faults of a play, what they cost."""
