"""The audit log: entries, tree, checkpoints, proofs, keys, evidence."""
