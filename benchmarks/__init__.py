"""Speed as ratios measured in one run, since machines are noisy: ``make bench``, or ``python -m benchmarks``."""
