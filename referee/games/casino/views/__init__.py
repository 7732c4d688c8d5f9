"""Views for readers: the table and the score as each may see them, the legal events, and the words for them."""
