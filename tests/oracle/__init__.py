"""A slow, literal settlement of one round, written apart from the evaluators so that they can be held against it."""
