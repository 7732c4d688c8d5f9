"""Evidence that nobody rewrote the log: chains, a Merkle tree over all of it, signed checkpoints, proofs, and their check."""
