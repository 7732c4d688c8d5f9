"""Terms of a match: the rules that it is played by, of the game and of the house, its clocks and its stakes."""
