"""The reference evaluator: one round at a time, to be read beside the rule sheet. No database, no hurry."""
