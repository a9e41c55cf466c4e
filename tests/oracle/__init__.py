"""A slow, literal settlement of one round, written apart from the evaluators that it is held against."""
