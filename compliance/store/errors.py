"""What can be wrong with the store itself, as against what is wrong in a log."""


class StoreError(Exception):
    """The database or the kept bytes cannot be used; the message says what, where and what to do."""
