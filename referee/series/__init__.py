"""Series: the championships of one name, edition by edition."""
