"""The reference evaluator over the raw lines of a run, and its comparison with the set-based twin."""
