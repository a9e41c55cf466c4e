"""What can go wrong with rules as data."""


class RulesError(Exception):
    """A file of rules that cannot be used; the message says what, where and what to do."""
