"""Evidence that the log was not rewritten: chains, a Merkle tree over all of it, signed checkpoints, proofs, and their check."""
