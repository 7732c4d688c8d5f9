"""Claims and their proofs, and the refusals that games have in common."""
