"""What can go wrong with rules as data."""


class RulesError(Exception):
    """A file of rules that cannot be used; the message says what, where and what to do."""


class IntegrityError(Exception):
    """A file of rules that is no longer what was locked: an integrity failure, not a usage fault."""
