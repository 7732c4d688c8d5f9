"""Other programs that pair rounds, each with what runs it in an environment of its own."""
