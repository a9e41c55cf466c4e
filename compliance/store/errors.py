"""What can be wrong with the store itself, as against what is wrong in a log."""


class StoreError(Exception):
    """The database or the kept bytes cannot be used; the message says what, where and what to do."""


class ChangedError(StoreError):
    """What was stored is there and is not what it was: an integrity failure, not a usage fault."""


class BytesChangedError(ChangedError):
    """The bytes of a log are not those that were taken in."""


class FindingsChangedError(ChangedError):
    """The findings of a run are not those that it stored."""
