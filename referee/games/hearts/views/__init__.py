"""What readers meet: the table and the score as each may see them, what may come next, and the words for it all."""
