"""What can be wrong with the store itself, as against what is wrong in a log."""


class StoreError(Exception):
    """The database or the kept bytes cannot be used; the message says what, where and what to do."""


class BytesChangedError(StoreError):
    """The bytes of a log are there and are not those that were taken in: an integrity failure, not a usage fault."""
