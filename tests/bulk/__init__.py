"""Tests of the set-based evaluator."""
